// EventLog: what happened to this node and its ring, as data, for whoever asks later. Events are numbered, so that one
// can ask for what came since; the oldest are forgotten.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/time.h"

namespace rondel::node {

struct LoggedEvent {
  std::string kind;                                           // one word for programs: "membership", "link_down"
  std::vector<NodeId> nodes{};                                // whom it is about
  std::string sentence{};                                     // for an administrator
  std::vector<std::pair<std::string, std::string>> fields{};  // the rest, for programs
  std::uint64_t number = 0;                                   // of this process, from 1
  Time at{};
};
inline constexpr std::size_t logged_events_max = 512;

class EventLog {
 public:
  void add(Time now, LoggedEvent event) {
    event.number = ++last_number_;
    event.at = now;
    if (events_.size() == logged_events_max) events_.pop_front();
    events_.push_back(std::move(event));
  }
  // In the order of their numbers, without a gap.
  [[nodiscard]] const std::deque<LoggedEvent>& events() const { return events_; }

 private:
  std::deque<LoggedEvent> events_;
  std::uint64_t last_number_ = 0;
};

}  // namespace rondel::node
