// Groups: the table of all processes of the cluster, kept equal on all nodes by the order of the ring (services.md 5).
// Pure: messages and sync steps in, events for local clients and messages for the ring out.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "base/ids.h"
#include "engine/view.h"
#include "group/message.h"

namespace rondel::group {

class Groups {
 public:
  explicit Groups(NodeId self);

  // A message delivered on the ring from `from` (this node included).
  void receive(NodeId from, const Message&, std::vector<Event>& out);

  // Sync steps (services.md 5.5).
  void sync_init(const engine::View&);
  void sync_process(std::vector<Message>& to_send);
  void sync_activate(std::vector<Event>& out);
  void sync_abort();

  // All processes known, ordered by node, pid, group. Valid until the next call that changes it.
  [[nodiscard]] std::span<const Process> processes() const { return table_; }
  [[nodiscard]] bool contains(const Process&) const;
  // Ring and members for the totem confchg that a new connection asked for (services.md 5.7).
  [[nodiscard]] RingChange initial_ring_change() const;

  struct Counters {
    std::uint64_t unknown_sender = 0;  // messages of a node without a process in the group: not delivered
  };
  [[nodiscard]] const Counters& counters() const { return counters_; }

 private:
  NodeId self_;
  std::vector<Process> table_;       // ordered
  std::vector<NodeId> old_members_;  // of the last activation
  std::vector<NodeId> members_;      // of the last init
  RingId ring_;
  std::vector<NodeId> down_;        // nodes lost, computed at init
  std::vector<Process> collected_;  // received join lists; the entry received last comes first
  Counters counters_;
};

}  // namespace rondel::group
