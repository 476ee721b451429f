// RateLimit: lets one of many equal warnings through, so that a peer that sends nonsense cannot fill the log.
#pragma once

#include <cstdint>
#include <optional>

#include "base/time.h"

namespace rondel::node {

inline constexpr Duration warning_interval = std::chrono::seconds{10};

class RateLimit {
 public:
  // How many were held back since the last one that passed, if this one may pass.
  [[nodiscard]] std::optional<std::uint64_t> pass(Time now) {
    if (last_ && now - *last_ < warning_interval) {
      ++held_back_;
      return std::nullopt;
    }
    last_ = now;
    const std::uint64_t held_back = held_back_;
    held_back_ = 0;
    return held_back;
  }

 private:
  std::optional<Time> last_;
  std::uint64_t held_back_ = 0;
};

}  // namespace rondel::node
