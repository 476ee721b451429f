#include "engine/resends.h"

#include <algorithm>

namespace rondel::engine {

namespace {

// Below so many a pattern means nothing.
constexpr std::uint64_t pattern_count_min = 8;
// A frame with a longer payload is cut into several packets on the usual Ethernet.
constexpr std::size_t packet_payload_bytes = 1300;

using Counts = std::map<NodeId, std::uint64_t>;

NodeId most(const Counts& counts) {
  const auto found =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return found == counts.end() ? NodeId{} : found->first;
}

// Nine of ten are of this one.
bool nearly_all(const Counts& counts, NodeId node, std::uint64_t count) {
  const auto found = counts.find(node);
  return found != counts.end() && found->second * 10 >= count * 9;
}

}  // namespace

void Resends::add(Time now, NodeId behind, NodeId origin, std::size_t payload_bytes) {
  if (count_ == 0) first_ = now;
  last_ = now;
  smallest_bytes_ = count_ == 0 ? payload_bytes : std::min(smallest_bytes_, payload_bytes);
  ++count_;
  if (behind != NodeId{}) ++behind_[behind];
  ++origins_[origin];
}

std::optional<Notice> Resends::take(Time now, std::size_t members) {
  if (count_ == 0 || now - first_ < resends_interval) return std::nullopt;
  Notice notice{.kind = Notice::Kind::resends, .node = most(behind_), .other = most(origins_)};
  notice.count = count_;
  notice.span = last_ - first_;
  const bool one_misses = nearly_all(behind_, notice.node, count_);
  const bool one_sends = nearly_all(origins_, notice.other, count_);
  if (!one_sends) notice.other = NodeId{};
  // Of two nodes one is always "the only one"; and where one node sends all, it may as well be that one's trouble.
  if (count_ >= pattern_count_min && members > 2) {
    if (one_misses && !one_sends) notice.suspect = Notice::Suspect::receiver;
    if (!one_misses && behind_.size() > 1 && one_sends) notice.suspect = Notice::Suspect::sender;
  }
  if (count_ >= pattern_count_min && notice.suspect == Notice::Suspect::nobody &&
      smallest_bytes_ > packet_payload_bytes) {
    notice.suspect = Notice::Suspect::size;
  }
  *this = Resends{};
  return notice;
}

}  // namespace rondel::engine
