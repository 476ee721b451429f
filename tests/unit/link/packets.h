// Ring messages as tests need them: only the header that all share.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "base/headed.h"

namespace rondel::link::test {

// `size` bytes, at least 13: magic in the order asked for, version 3, type, target; the rest counts up from `seed`.
inline std::vector<std::byte> message(std::uint32_t target, std::size_t size, std::uint8_t seed = 0,
                                      bool foreign_order = false) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(seed + i * 7);
  std::uint16_t magic = 0xC070;
  if (foreign_order) {
    magic = __builtin_bswap16(magic);
    target = __builtin_bswap32(target);
  }
  std::memcpy(bytes.data(), &magic, sizeof magic);
  bytes[2] = std::byte{3};
  bytes[3] = target == 0 ? std::byte{1} : std::byte{0};
  std::memcpy(bytes.data() + 9, &target, sizeof target);
  return bytes;
}

inline Packet packet(std::uint32_t target, std::size_t size, std::uint8_t seed = 0) {
  return Packet{Payload::copy(message(target, size, seed))};
}

}  // namespace rondel::link::test
