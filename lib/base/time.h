// Time goes into the pure modules as a value and never comes out of a clock there: this clock has no now().
#pragma once

#include <chrono>

namespace rondel {

using Duration = std::chrono::nanoseconds;

struct MonotonicClock {
  using rep = Duration::rep;
  using period = Duration::period;
  using duration = Duration;
  using time_point = std::chrono::time_point<MonotonicClock>;
  static constexpr bool is_steady = true;
};

// A point of the monotonic clock that runtime reads, or of simulated time.
using Time = MonotonicClock::time_point;

}  // namespace rondel
