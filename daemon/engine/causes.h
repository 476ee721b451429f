// Causes: what led from one ring to the next, as one node has seen it and as its members told it. The first cause is
// what took this node out of its ring, the others are what happened until the next one was agreed on.
//
// Joins of ours carry the sender's causes. So a node that leaves its ring because another one asks for it can say why:
// not "node 2 asked for a new membership" but "node 2 had no token for 3000 ms, last seen from node 1".
#pragma once

#include <optional>
#include <vector>

#include "base/archive.h"
#include "engine/cause.h"
#include "engine/message.h"
#include "engine/node_list.h"

namespace rondel::engine {

class Causes {
 public:
  explicit Causes(NodeId self) : self_{self} {}

  // Keeps the first one and the newest of the others; nothing twice.
  void add(const Cause&);
  // The process did not run. A cause only if this node is out of its ring soon after: out_of_ring() decides.
  void paused(Time now, Duration pause) { pause_ = {now, pause}; }
  // This node leaves its ring. A pause that ended less than `recent` ago came first.
  void out_of_ring(Time now, Duration recent);
  // `join` made this node call these nodes failed: its sender says why, or that it says so.
  void explain(const Join& join, const NodeList& failed);
  void clear() { all_.clear(); }

  [[nodiscard]] const std::vector<Cause>& all() const { return all_; }
  [[nodiscard]] bool empty() const { return all_.empty(); }

  ARCHIVE_MEMBERS(self, causes, pause)

 private:
  struct Pause {
    Time ended{};
    Duration length{};
    ARCHIVE_MEMBERS(ended_at, how_long)
  };
  [[nodiscard]] bool explains(NodeId) const;

  NodeId self_;
  std::vector<Cause> all_;
  std::optional<Pause> pause_;
};

// What a join's sender, if it is one of `members`, gives as its own first cause, as told by who found out; of another
// node only that it started or met us. Nothing if it says nothing that helps.
[[nodiscard]] std::optional<Cause> told_cause(const Join&, const NodeList& members, NodeId self);

}  // namespace rondel::engine
