#include "group/groups.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace rondel::group {

namespace {

// One change for each group, in ascending order of names.
using Changes = std::map<Name, Change>;

void emit(Changes changes, const Directory& directory, std::vector<Event>& out) {
  for (auto& [group, change] : changes) {
    change.group = group;
    change.members = directory.members(group);
    out.emplace_back(std::move(change));
  }
}

template <typename... Handlers>
struct Overload : Handlers... {
  using Handlers::operator()...;
};
template <typename... Handlers>
Overload(Handlers...) -> Overload<Handlers...>;

}  // namespace

Groups::Groups(NodeId self) : self_{self} {}

void Groups::receive(NodeId from, const Message& message, std::vector<Event>& out) {
  std::visit(
      Overload{
          [&](const ProcessJoin& joining) {
            join({from, joining.pid, joining.group}, out);
          },
          [&](const ProcessLeave& leaving) {
            leave({from, leaving.pid, leaving.group}, leaving.reason, out);
          },
          [&](const JoinList& list) { collect(from, list); },
          [&](const Multicast& sent) {
            if (!sender_known(from, sent.group)) return;
            out.emplace_back(Delivery{sent.group, from, sent.pid, sent.message});
          },
          [&](const PartialMulticast& sent) {
            if (!sender_known(from, sent.group)) return;
            out.emplace_back(PartialDelivery{sent.group, from, sent.pid, sent.message_bytes, sent.part, sent.fragment});
          },
          [](const Downlist&) {},  // each node uses only its own
      },
      message);
}

// The reason in the message plays no part, as in corosync.
void Groups::join(const Process& process, std::vector<Event>& out) {
  if (directory_.contains(process)) return;
  directory_.insert(process);
  Change change;
  change.group = process.group;
  change.members = directory_.members(process.group);
  change.joined.push_back({process.node, process.pid, Reason::join});
  out.emplace_back(std::move(change));
}

// Told even if the process is unknown: a client that left waits for it.
void Groups::leave(const Process& process, Reason reason, std::vector<Event>& out) {
  directory_.erase(process);
  Change change;
  change.group = process.group;
  change.members = directory_.members(process.group);
  change.left.push_back({process.node, process.pid, reason});
  out.emplace_back(std::move(change));
}

// A list that comes between two rounds belongs to neither, and who sent many of them would fill the memory.
void Groups::collect(NodeId from, const JoinList& list) {
  if (!in_round_) {
    counters_.stray_list += 1;
    return;
  }
  for (const JoinList::Entry& entry : list.entries) collected_.push_back({from, entry.pid, entry.group});
}

// Only the node is looked at, not the pid: a process may send to a group through one connection and be in it through
// another.
bool Groups::sender_known(NodeId from, const Name& group) {
  if (directory_.has(from, group)) return true;
  counters_.unknown_sender += 1;
  return false;
}

// Nobody has been told of a ring before the first activation, so nobody is told of its end.
void Groups::view_ends(const engine::View& view, std::vector<Event>& out) {
  if (old_members_.empty()) return;
  note_who_stays(view);
  out.emplace_back(RingEnd{stayed_});
}

// What was collected before is cleared here and nowhere later, because here all members are equal again:
//
// Join lists of a round that a view ended may come between the transitional and the regular view. Only nodes of the
// same old ring get those, so they must not count in the new round: cleared. No list of the new round can be among
// them, since it is sent on the new ring, behind this point.
//
// They may also come on the new ring ahead of the lists of the new round, from a sender that still had them to send.
// These are collected, and change nothing: from the moment a node made such a list until it makes the list of the new
// round, it sends no join and no leave (that is for the normal phase, which never began), so its new list names the
// same processes. The new one comes later and therefore first in the walk, where every entry of the older one is a
// known process by then. So even a node that missed a part of an old list (a tail whose head it has not seen) reports
// the same changes as the others. For zombies the same holds: a process that lives is in the new list, one that has
// left is in neither.
void Groups::sync_init(const engine::View& view) {
  collected_.clear();
  in_round_ = true;
  ring_ = view.ring;
  members_ = view.members;
  note_who_stays(view);
  down_.clear();
  std::ranges::set_difference(old_members_, stayed_, std::back_inserter(down_));
}

// corosync looks at the last view only. When rounds are ended by further views, a node that was away in one of these
// views would count as never lost, although it missed messages or is another process by now.
void Groups::note_who_stays(const engine::View& view) {
  std::erase_if(stayed_, [&](NodeId node) { return !std::ranges::binary_search(view.transitional, node); });
}

void Groups::sync_process(std::vector<Message>& to_send) {
  to_send.emplace_back(Downlist{static_cast<std::uint32_t>(old_members_.size()), down_});
  std::span<const Process> own = directory_.of(self_);
  // An empty list is not sent. A long one goes in parts, which receivers collect as if they were one.
  while (!own.empty()) {
    const std::size_t count = std::min(own.size(), join_list_entries_max);
    JoinList list;
    list.entries.reserve(count);
    for (const Process& process : own.first(count)) list.entries.push_back({process.pid, process.group});
    to_send.emplace_back(std::move(list));
    own = own.subspan(count);
  }
}

void Groups::sync_activate(std::vector<Event>& out) {
  old_members_ = members_;
  stayed_ = members_;
  remove_lost(out);
  add_collected(out);
  remove_zombies(out);
  collected_.clear();
  in_round_ = false;
  out.emplace_back(RingChange{ring_, members_});
}

void Groups::sync_abort() {
  collected_.clear();
  in_round_ = false;
}

void Groups::remove_lost(std::vector<Event>& out) {
  Changes changes;
  for (const Process& process : directory_.erase_nodes(down_)) {
    changes[process.group].left.push_back({process.node, process.pid, Reason::node_down});
  }
  down_.clear();
  emit(std::move(changes), directory_, out);
}

// The entry received last comes first: clients see newcomers in the order they see them with corosync.
void Groups::add_collected(std::vector<Event>& out) {
  Changes changes;
  std::set<Process> added;
  for (auto at = collected_.rbegin(); at != collected_.rend(); ++at) {
    const Process& process = *at;
    if (process.node == self_ || directory_.contains(process) || !added.insert(process).second) continue;
    changes[process.group].joined.push_back({process.node, process.pid, Reason::node_up});
  }
  directory_.insert_all(std::vector<Process>{added.begin(), added.end()});
  emit(std::move(changes), directory_, out);
}

void Groups::remove_zombies(std::vector<Event>& out) {
  std::ranges::sort(collected_);
  std::vector<Process> zombies;
  for (const Process& process : directory_.all()) {
    if (process.node == self_ || std::ranges::binary_search(collected_, process)) continue;
    zombies.push_back(process);
  }
  for (const Process& process : zombies) leave(process, Reason::process_down, out);
}

}  // namespace rondel::group
