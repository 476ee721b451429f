#include "link/transports.h"

#include <array>

namespace rondel::link {

namespace {

const std::array transports{&udp_transport, &sctp_transport};

}  // namespace

const Transport* find_transport(std::string_view name) {
  for (const Transport* transport : transports) {
    if (transport->name == name) return transport;
  }
  return nullptr;
}

Result<const Transport*> usable_transport(std::string_view name) {
  const Transport* transport = find_transport(name);
  if (transport == nullptr) return error("knet_transport {}: unknown, expected udp or sctp", name);
  if (Result<void> available = transport->available(); !available) return available.error();
  return transport;
}

}  // namespace rondel::link
