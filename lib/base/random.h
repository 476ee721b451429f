// Pcg32: a small random generator with a seed, equal on every machine (O'Neill, pcg-random.org: PCG-XSH-RR 64/32).
#pragma once

#include <cstdint>

namespace rondel {

class Pcg32 {
 public:
  explicit Pcg32(std::uint64_t seed, std::uint64_t stream = 0) : increment_{(stream << 1U) | 1U} {
    static_cast<void>(next());
    state_ += seed;
    static_cast<void>(next());
  }

  [[nodiscard]] std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005ULL + increment_;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U);
    const auto turn = static_cast<std::uint32_t>(old >> 59U);
    return (shifted >> turn) | (shifted << ((32U - turn) & 31U));
  }
  // Uniform in [0, bound); 0 if bound is 0.
  [[nodiscard]] std::uint32_t below(std::uint32_t bound) {
    if (bound == 0) return 0;
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(next()) * bound) >> 32U);
  }
  // Uniform in [low, high], both included.
  [[nodiscard]] std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }
  // True with a probability of `chance` in a million.
  [[nodiscard]] bool one_in_million(std::uint32_t chance) { return below(1'000'000) < chance; }

  // See archive.h.
  template <typename Archive>
  void fields(Archive& archive) {
    archive(state_, increment_);
  }

 private:
  std::uint64_t state_ = 0;
  std::uint64_t increment_;
};

}  // namespace rondel
