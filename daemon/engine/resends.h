// Resends: what this node sent again because others missed it, told in one notice an interval instead of a line each.
// The token's requests say what is missed, and its aru_holder who is furthest behind: that is as close to "by whom" as
// the wire comes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/archive.h"
#include "base/ids.h"
#include "base/time.h"
#include "engine/notice.h"

namespace rondel::engine {

inline constexpr Duration resends_interval = std::chrono::seconds{10};

class Resends {
 public:
  // A frame of `origin` was sent again while `behind` (0: unknown) held the aru down.
  void add(Time now, NodeId behind, NodeId origin, std::size_t payload_bytes);
  // What came together since the first one, once an interval is over. `members`: of the ring now.
  [[nodiscard]] std::optional<Notice> take(Time now, std::size_t members);

  ARCHIVE_MEMBERS(count, first, last, smallest_bytes, behind, origins)

 private:
  std::uint64_t count_ = 0;
  Time first_{}, last_{};
  std::size_t smallest_bytes_ = 0;
  std::map<NodeId, std::uint64_t> behind_, origins_;
};

}  // namespace rondel::engine
