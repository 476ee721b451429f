// Timers: when the engine wants to be called again, and why (ring.md 3.25). A value, not a clock.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/archive.h"
#include "base/time.h"

namespace rondel::engine {

// In the order in which they act when several are due at one time.
enum class Timer : std::uint8_t {
  token_retransmit,    // send the last token again
  hold,                // let go of a held token
  hold_cancel_repeat,  // ask for the token again
  join,                // send the join again, or the first one after its random delay
  settle,              // newcomers have had their time: form the ring
  merge,               // tell other rings that this one exists
  consensus,           // gather has waited long enough
  token_loss,          // no token: the ring is broken
  tell,                // tell whom this node hears
};
inline constexpr std::size_t timer_count = static_cast<std::size_t>(Timer::tell) + 1;

class Timers {
 public:
  void set(Timer timer, Time when) { at(timer) = when; }
  void cancel(Timer timer) { at(timer).reset(); }
  void cancel_all() { times_.fill(std::nullopt); }
  [[nodiscard]] bool armed(Timer timer) const { return times_[static_cast<std::size_t>(timer)].has_value(); }

  [[nodiscard]] std::optional<Time> earliest() const {
    std::optional<Time> found;
    for (const std::optional<Time>& time : times_) {
      if (time && (!found || *time < *found)) found = time;
    }
    return found;
  }
  // Takes the earliest timer that is due, disarmed.
  [[nodiscard]] std::optional<Timer> take_due(Time now) {
    std::size_t found = timer_count;
    for (std::size_t i = 0; i < timer_count; ++i) {
      if (times_[i] && *times_[i] <= now && (found == timer_count || *times_[i] < *times_[found])) found = i;
    }
    if (found == timer_count) return std::nullopt;
    times_[found].reset();
    return static_cast<Timer>(found);
  }
  // This process did not run for `pause`: what it waited for gets that time back.
  void postpone(Timer timer, Duration pause) {
    if (at(timer)) *at(timer) += pause;
  }

  ARCHIVE_MEMBERS(times)

 private:
  std::optional<Time>& at(Timer timer) { return times_[static_cast<std::size_t>(timer)]; }
  std::array<std::optional<Time>, timer_count> times_;
};

}  // namespace rondel::engine
