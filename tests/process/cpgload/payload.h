// What messages contain: the sender's counter (8 bytes), then a pattern made from it, so that a receiver can tell
// whether a message is whole, and whether one is missing or came twice. Messages under 8 bytes carry nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

namespace cpgload {

// The counter of the message that says "I have sent everything".
inline constexpr std::uint64_t end_mark = ~std::uint64_t{0};

void fill(std::span<std::byte> message, std::uint64_t counter, bool pattern);
[[nodiscard]] bool is_end_mark(std::span<const std::byte> message);

// Checks the messages of all senders. A gap is a fault only where no membership change lies between.
class Verifier {
 public:
  void check(std::uint32_t node, std::uint32_t pid, std::span<const std::byte> message);

  std::uint64_t gaps = 0;
  std::uint64_t doubles = 0;
  std::uint64_t bad = 0;
  [[nodiscard]] bool clean() const { return gaps + doubles + bad == 0; }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> next_;
};

// Running fingerprint of a sequence of messages: sender, length and first 16 bytes of each, FNV-1a.
class Fingerprint {
 public:
  void add(std::uint32_t node, std::uint32_t pid, std::span<const std::byte> message);
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  void mix(const void* bytes, std::size_t size);
  std::uint64_t hash_ = 1469598103934665603U;
};

}  // namespace cpgload
