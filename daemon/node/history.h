// History: the last membership changes and why they happened, for status displays, and the line that tells one.
#pragma once

#include <deque>
#include <string>

#include "base/time.h"
#include "engine/view.h"
#include "node/node.h"

namespace rondel::node {

class History {
 public:
  void add(Time now, const engine::View& view) {
    if (entries_.size() == history_entries_max) entries_.pop_front();
    entries_.push_back({now, view});
  }
  [[nodiscard]] const std::deque<HistoryEntry>& entries() const { return entries_; }

 private:
  std::deque<HistoryEntry> entries_;
};

// "A new membership (1.e) was formed: node 3 left. from=1.a members=1,2 joined=- left=3 cause=left"
[[nodiscard]] std::string describe(RingId from, const engine::View& to);

}  // namespace rondel::node
