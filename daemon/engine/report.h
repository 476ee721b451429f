// Report: what a node says about whom it hears. Joins of ours carry the sender's own report and, in doubt, those of
// others, so that all nodes that reach each other through somebody come to know the same (protocol.md 10).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/ids.h"

namespace rondel::engine {

// How well a node hears another one, directly: by packets that the other one sends itself. Frames do not count, since
// anybody may send them again.
enum class Hearing : std::uint8_t {
  none,    // not at all
  heard,   // within some seconds
  lively,  // within some join intervals
  down,    // not at all, and every link to it is down
};

struct Report {
  struct Ear {
    NodeId node;
    Hearing hearing = Hearing::none;  // never none: who is not heard is not listed
    bool operator==(const Ear&) const = default;
  };
  NodeId node;
  RingNumber life;             // of this process of the node: grows from process to process
  std::uint64_t count = 0;     // grows from report to report: the newer one counts
  std::uint32_t talks_ms = 0;  // for how long it has sent a join at every join interval; 0: it does not
  std::uint32_t tells_ms = 0;  // for how long it has sent something four times a second at least
  bool mixed = false;          // it is together with nodes that make no reports: corosync's rules hold
  bool doubts = false;         // it holds a pair for cut: all tell until nobody does
  std::vector<Ear> ears;       // ascending

  [[nodiscard]] Hearing of(NodeId other) const {
    const auto found = std::lower_bound(ears.begin(), ears.end(), other,
                                        [](const Ear& ear, NodeId wanted) { return ear.node < wanted; });
    return found != ears.end() && found->node == other ? found->hearing : Hearing::none;
  }
  bool operator==(const Report&) const = default;
};

// Two nodes, the lower one first.
struct Pair {
  NodeId low, high;
  auto operator<=>(const Pair&) const = default;
};
[[nodiscard]] inline Pair pair_of(NodeId a, NodeId b) { return a < b ? Pair{a, b} : Pair{b, a}; }

}  // namespace rondel::engine
