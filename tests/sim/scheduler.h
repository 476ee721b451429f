// Scheduler: simulated time. Events happen in the order of their time, and in the order of their making if that is
// equal, so one seed has one story.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/ensure.h"
#include "base/time.h"

namespace rondel::simulation {

class Scheduler {
 public:
  using Action = std::function<void()>;

  [[nodiscard]] Time now() const { return now_; }
  void at(Time when, Action action) {
    events_.push_back({std::max(when, now_), next_serial_++, std::move(action)});
    std::push_heap(events_.begin(), events_.end(), later);
  }
  void after(Duration delay, Action action) { at(now_ + delay, std::move(action)); }
  // Lets the next event happen; false if there is none up to `end`, which is the time then.
  bool step(Time end) {
    if (events_.empty() || events_.front().when > end) {
      now_ = std::max(now_, end);
      return false;
    }
    std::pop_heap(events_.begin(), events_.end(), later);
    const Event event = std::move(events_.back());
    events_.pop_back();
    now_ = event.when;
    event.action();
    return true;
  }

 private:
  struct Event {
    Time when{};
    std::uint64_t serial = 0;
    Action action;
  };
  static bool later(const Event& a, const Event& b) { return a.when != b.when ? a.when > b.when : a.serial > b.serial; }

  Time now_{};
  std::uint64_t next_serial_ = 0;
  std::vector<Event> events_;  // a heap, the next one in front
};

}  // namespace rondel::simulation
