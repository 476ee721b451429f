// What can carry knet's datagrams. A new transport is one file that describes it and one line in the table of
// transports.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace rondel::link {

struct Transport {
  std::string_view name;  // as knet_transport names it
  std::uint8_t knet_id = 0;
  std::size_t header_bytes = 0;  // in front of each datagram, behind IP's
  // Whether kernel and libknet can do it; if not, why, in one line.
  Result<void> (*available)() = nullptr;
};

// Null for an unknown name.
[[nodiscard]] const Transport* find_transport(std::string_view name);
// The transport if it exists and can be used here.
[[nodiscard]] Result<const Transport*> usable_transport(std::string_view name);

extern const Transport udp_transport;
extern const Transport sctp_transport;

}  // namespace rondel::link
