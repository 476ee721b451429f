#include <cstring>

#include "checkers/checker.h"

namespace rondel::simulation {

std::uint64_t digest(Bytes bytes) {
  constexpr std::size_t samples = 64;
  std::uint64_t hash = bytes.size() * 0x9e3779b97f4a7c15ULL;
  const auto mix = [&hash](std::uint64_t number) {
    hash = (hash ^ number) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32U;
  };
  const std::size_t words = bytes.size() / sizeof(std::uint64_t);
  const std::size_t stride = words / samples + 1;
  for (std::size_t i = 0; i < words; i += stride) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i * sizeof word, sizeof word);
    mix(word);
  }
  for (const std::byte last : bytes.last(std::min<std::size_t>(bytes.size(), sizeof(std::uint64_t)))) {
    mix(static_cast<std::uint64_t>(last));
  }
  return hash;
}

}  // namespace rondel::simulation
