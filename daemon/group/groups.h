// Groups: the table of all processes of the cluster, kept equal on all nodes by the order of the ring (services.md 5).
// Pure: messages and sync steps in, events for local clients and messages for the ring out.
//
// Within a ring, joins and leaves come in the same order everywhere. After a view change every node says in its sync
// step which processes it has (join list); when all have spoken, the processes of lost nodes go, unknown ones come, and
// known ones that nobody listed (zombies: their leave was lost) go as well.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "engine/view.h"
#include "group/directory.h"
#include "group/message.h"

namespace rondel::group {

class Groups {
 public:
  explicit Groups(NodeId self);

  // A message delivered on the ring from `from` (this node included), in any phase.
  void receive(NodeId from, const Message&, std::vector<Event>& out);

  // A transitional view: nothing changes before sync_activate, but who asks for it is told now.
  void view_ends(const engine::View&, std::vector<Event>& out);

  // Sync steps (services.md 5.5).
  void sync_init(const engine::View&);
  void sync_process(std::vector<Message>& to_send);
  void sync_activate(std::vector<Event>& out);
  void sync_abort();

  // All processes known, ordered by node, pid, group. Valid until the next call that changes it.
  [[nodiscard]] std::span<const Process> processes() const { return directory_.all(); }
  [[nodiscard]] bool contains(const Process& process) const { return directory_.contains(process); }
  // Ring and members for the totem confchg that a new connection asked for (services.md 5.7): the ring of the last
  // init with the members of the last activation.
  [[nodiscard]] RingChange initial_ring_change() const { return {ring_, old_members_}; }

  struct Counters {
    std::uint64_t unknown_sender = 0;  // messages of a node without a process in the group: not delivered
    std::uint64_t stray_list = 0;      // join lists outside a synchronisation: not looked at
  };
  [[nodiscard]] const Counters& counters() const { return counters_; }

 private:
  void join(const Process&, std::vector<Event>& out);
  void leave(const Process&, Reason, std::vector<Event>& out);
  void collect(NodeId from, const JoinList&);
  [[nodiscard]] bool sender_known(NodeId from, const Name& group);
  void note_who_stays(const engine::View&);
  // The parts of activation, in this order.
  void remove_lost(std::vector<Event>& out);
  void add_collected(std::vector<Event>& out);
  void remove_zombies(std::vector<Event>& out);

  NodeId self_;
  Directory directory_;
  std::vector<NodeId> old_members_;  // of the last activation
  std::vector<NodeId> stayed_;       // those of them that came along in every view since
  std::vector<NodeId> members_;      // of the last init
  RingId ring_;                      // of the last init
  std::vector<NodeId> down_;         // nodes lost, computed at init
  std::vector<Process> collected_;   // received join lists since the last init, in the order they came
  bool in_round_ = false;            // from init to activation or abort
  Counters counters_;
};

}  // namespace rondel::group
