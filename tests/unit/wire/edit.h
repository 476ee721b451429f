// Bytes to spoil.
#pragma once

#include <cstring>
#include <vector>

#include "base/payload.h"

namespace rondel::wire {

// A copy of `packet` with `number` at `offset`.
template <typename Number>
[[nodiscard]] Payload with(const Payload& packet, std::size_t offset, Number number) {
  ENSURE(offset + sizeof number <= packet.size());
  std::vector<std::byte> bytes(packet.view().begin(), packet.view().end());
  std::memcpy(bytes.data() + offset, &number, sizeof number);
  return Payload::copy(bytes);
}

// A copy with `added` behind it.
[[nodiscard]] inline Payload longer(const Payload& packet, Bytes added) {
  std::vector<std::byte> bytes(packet.view().begin(), packet.view().end());
  bytes.insert(bytes.end(), added.begin(), added.end());
  return Payload::copy(bytes);
}

[[nodiscard]] inline Payload longer(const Payload& packet, std::size_t zeros) {
  return longer(packet, std::vector<std::byte>(zeros));
}

}  // namespace rondel::wire
