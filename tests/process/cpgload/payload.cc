#include "payload.h"

#include <algorithm>
#include <cstring>

namespace cpgload {

namespace {
std::byte pattern_at(std::uint64_t counter, std::size_t i) { return static_cast<std::byte>(counter * 31 + i * 7); }
}  // namespace

void fill(std::span<std::byte> message, std::uint64_t counter, bool pattern) {
  if (message.size() < sizeof counter) return;
  std::memcpy(message.data(), &counter, sizeof counter);
  if (!pattern) return;
  for (std::size_t i = sizeof counter; i < message.size(); ++i) message[i] = pattern_at(counter, i);
}

bool is_end_mark(std::span<const std::byte> message) {
  return message.size() == sizeof end_mark && std::memcmp(message.data(), &end_mark, sizeof end_mark) == 0;
}

void Verifier::check(std::uint32_t node, std::uint32_t pid, std::span<const std::byte> message) {
  std::uint64_t counter = 0;
  if (message.size() < sizeof counter) return;
  std::memcpy(&counter, message.data(), sizeof counter);
  const auto [next, first] = next_.try_emplace({node, pid}, counter);
  if (counter > next->second) gaps += counter - next->second;
  if (counter < next->second) ++doubles;
  if (counter >= next->second) next->second = counter + 1;
  for (std::size_t i = sizeof counter; i < message.size(); ++i) {
    if (message[i] != pattern_at(counter, i)) {
      ++bad;
      break;
    }
  }
}

void Fingerprint::add(std::uint32_t node, std::uint32_t pid, std::span<const std::byte> message) {
  const std::uint64_t size = message.size();
  mix(&node, sizeof node);
  mix(&pid, sizeof pid);
  mix(&size, sizeof size);
  mix(message.data(), std::min<std::size_t>(size, 16));
}

void Fingerprint::mix(const void* bytes, std::size_t size) {
  const auto* byte = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < size; ++i) hash_ = (hash_ ^ byte[i]) * 1099511628211U;
}

}  // namespace cpgload
