#include "link/destination.h"

#include <cstring>

namespace rondel::link {

namespace {

constexpr std::size_t header_bytes = 13;
constexpr std::size_t target_offset = 9;
constexpr std::uint16_t magic_native = 0xC070;
constexpr std::uint16_t magic_swapped = 0x70C0;
constexpr std::uint32_t node_max = 65'535;  // libknet's host ids have 16 bits

}  // namespace

// Called in libknet's threads for each packet: no allocation, no locks.
Destination destination_of(Bytes packet) {
  if (packet.size() < header_bytes) return {};
  std::uint16_t magic = 0;
  std::uint32_t target = 0;
  std::memcpy(&magic, packet.data(), sizeof magic);
  std::memcpy(&target, packet.data() + target_offset, sizeof target);
  if (magic == magic_swapped)
    target = __builtin_bswap32(target);
  else if (magic != magic_native)
    return {};
  if (target == 0) return {.reach = Reach::all, .node = {}};
  if (target > node_max) return {};
  return {.reach = Reach::one, .node = {target}};
}

}  // namespace rondel::link
