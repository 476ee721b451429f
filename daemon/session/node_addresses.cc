#include "session/node_addresses.h"

#include <arpa/inet.h>

namespace rondel::session {

NodeAddresses node_addresses(std::span<const std::string> numeric) {
  NodeAddresses made;
  for (const std::string& text : numeric) {
    std::array<std::byte, 16> raw{};
    std::uint32_t family = AF_INET;
    if (::inet_pton(AF_INET, text.c_str(), raw.data()) != 1) {
      family = AF_INET6;
      if (::inet_pton(AF_INET6, text.c_str(), raw.data()) != 1) continue;
    }
    if (made.per_link.empty()) made.family = family;
    made.per_link.push_back(raw);
  }
  return made;
}

}  // namespace rondel::session
