// Process groups (the cpg service): names, processes, what is said on the ring and what clients are told (services.md
// 5).
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/payload.h"

namespace rondel::group {

inline constexpr std::size_t name_bytes_max = 128;

// A group's name: 0..128 bytes of any value. Pacemaker's and DLM's include a trailing NUL, which is part of the name.
class Name {
 public:
  Name() = default;
  explicit Name(std::string_view bytes) : size_{std::min(bytes.size(), name_bytes_max)} {
    std::copy_n(bytes.data(), size_, bytes_.data());
  }
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), size_}; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  // Bytewise, as corosync orders groups: compared like NUL terminated strings, then by length and the rest.
  std::strong_ordering operator<=>(const Name& other) const { return view() <=> other.view(); }
  bool operator==(const Name& other) const { return view() == other.view(); }

 private:
  std::array<char, name_bytes_max> bytes_{};
  std::size_t size_ = 0;
};

enum class Reason : std::uint32_t { undefined = 0, join = 1, leave = 2, node_down = 3, node_up = 4, process_down = 5 };

// One process in one group. A process may be in several groups through several connections.
struct Process {
  NodeId node;
  std::uint32_t pid = 0;
  Name group;
  auto operator<=>(const Process&) const = default;  // node, pid, group: the order of the table
  bool operator==(const Process&) const = default;
};

// Who sent it, as the sender's daemon noted it: informative, receivers take the node from the ring.
struct Source {
  NodeId node;
  std::uint64_t connection = 0;
};

// --- on the ring -----------------------------------------------------------------------------------------------------

struct ProcessJoin {  // fn 0
  Name group;
  std::uint32_t pid = 0;
  Reason reason = Reason::join;
};
struct ProcessLeave {  // fn 1
  Name group;
  std::uint32_t pid = 0;
  Reason reason = Reason::leave;
};
struct JoinList {  // fn 2: the sender's local processes, at most 64 KiB in a message (protocol.md 12)
  struct Entry {
    std::uint32_t pid = 0;
    Name group;
  };
  std::vector<Entry> entries;
};
struct Multicast {  // fn 3
  Name group;
  std::uint32_t pid = 0;
  Source source;
  Payload message;
};
enum class Part : std::uint32_t { first = 1, continued = 2, last = 3 };
struct PartialMulticast {  // fn 6: a part of a message too long for one
  Name group;
  std::uint32_t pid = 0;
  Source source;
  std::uint32_t message_bytes = 0;  // of the whole message
  std::uint32_t part = 1;           // Part; other values are passed on as they came
  Payload fragment;
};
struct Downlist {  // fn 5 (and 4, the old form): informative
  std::uint32_t old_members = 0;
  std::vector<NodeId> left;
};

using Message = std::variant<ProcessJoin, ProcessLeave, JoinList, Multicast, PartialMulticast, Downlist>;

// Most join list entries in one message: 64 KiB / 144.
inline constexpr std::size_t join_list_entries_max = 455;

// --- to clients ------------------------------------------------------------------------------------------------------

struct Member {
  NodeId node;
  std::uint32_t pid = 0;
  Reason reason = Reason::undefined;
  bool operator==(const Member&) const = default;
};

// A group's membership changed. `members` is after the change, in table order.
struct Change {
  Name group;
  std::vector<Member> members, left, joined;
  bool operator==(const Change&) const = default;
};
struct Delivery {
  Name group;
  NodeId node;
  std::uint32_t pid = 0;
  Payload message;
};
struct PartialDelivery {
  Name group;
  NodeId node;
  std::uint32_t pid = 0;
  std::uint32_t message_bytes = 0;
  std::uint32_t part = 1;
  Payload fragment;
};
// The ring changed: to every connection, joined or not, behind the changes of its groups.
struct RingChange {
  RingId ring;
  std::vector<NodeId> members;  // ascending
  bool operator==(const RingChange&) const = default;
};

// The ring is ending (a transitional view): what is told behind this and before the ring change was surely received by
// these nodes of the last ring only. They are those that have come along up to here; the ring change may tell of fewer,
// behind another one of these.
struct RingEnd {
  std::vector<NodeId> remaining;  // ascending
  bool operator==(const RingEnd&) const = default;
};

using Event = std::variant<Change, Delivery, PartialDelivery, RingChange, RingEnd>;

}  // namespace rondel::group
