// The numbers that have a meaning of their own, as types.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <cstdint>
#include <string>

namespace rondel {

// A node of the cluster: 1..65535 in use, 0 is nobody.
struct NodeId {
  std::uint32_t value = 0;
  auto operator<=>(const NodeId&) const = default;
};

// Number of a frame on its ring. It wraps: order is before(), and holds for numbers less than 2^31 apart
// (ring.md 3.21).
struct Sequence {
  std::uint32_t value = 0;
  bool operator==(const Sequence&) const = default;
  [[nodiscard]] constexpr Sequence next() const { return {value + 1}; }
  [[nodiscard]] constexpr Sequence operator+(std::uint32_t count) const { return {value + count}; }
  [[nodiscard]] constexpr Sequence operator-(std::uint32_t count) const { return {value - count}; }
  // How many numbers lie from `other` to this one; negative if this one is earlier.
  [[nodiscard]] constexpr std::int32_t since(Sequence other) const {
    return static_cast<std::int32_t>(value - other.value);
  }
};

[[nodiscard]] constexpr bool before(Sequence a, Sequence b) { return a.since(b) < 0; }
[[nodiscard]] constexpr bool up_to(Sequence a, Sequence b) { return a.since(b) <= 0; }
[[nodiscard]] constexpr Sequence earlier(Sequence a, Sequence b) { return before(a, b) ? a : b; }
[[nodiscard]] constexpr Sequence later(Sequence a, Sequence b) { return before(a, b) ? b : a; }

// Number of a ring. It only grows, on every node and across restarts.
struct RingNumber {
  std::uint64_t value = 0;
  auto operator<=>(const RingNumber&) const = default;
  [[nodiscard]] constexpr RingNumber operator+(std::uint64_t count) const { return {value + count}; }
};

// Identity of a ring: its representative (the member with the lowest id) and its number.
struct RingId {
  NodeId representative;
  RingNumber number;
  auto operator<=>(const RingId&) const = default;
};

// As administrators know it from corosync's logs: both in hexadecimal, "1.1a".
[[nodiscard]] inline std::string to_string(const RingId& ring) {
  return fmt::format("{:x}.{:x}", ring.representative.value, ring.number.value);
}

}  // namespace rondel
