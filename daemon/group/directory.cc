#include "group/directory.h"

#include <algorithm>
#include <utility>

#include "base/ensure.h"

namespace rondel::group {

namespace {

// Place of a node's process in a group's list.
auto place(auto& members, NodeId node, std::uint32_t pid) {
  return std::lower_bound(members.begin(), members.end(), std::pair{node, pid},
                          [](const Member& member, const std::pair<NodeId, std::uint32_t>& wanted) {
                            return std::pair{member.node, member.pid} < wanted;
                          });
}

}  // namespace

std::span<const Process> Directory::of(NodeId node) const {
  const auto first = std::ranges::lower_bound(table_, node, {}, &Process::node);
  const auto behind = std::ranges::upper_bound(table_, node, {}, &Process::node);
  return {first, behind};
}

std::vector<Member> Directory::members(const Name& group) const {
  const auto found = groups_.find(group);
  return found == groups_.end() ? std::vector<Member>{} : found->second;
}

bool Directory::contains(const Process& process) const { return std::ranges::binary_search(table_, process); }

bool Directory::has(NodeId node, const Name& group) const {
  const auto found = groups_.find(group);
  if (found == groups_.end()) return false;
  const auto at = place(found->second, node, 0);
  return at != found->second.end() && at->node == node;
}

void Directory::insert(const Process& process) {
  const auto at = std::ranges::lower_bound(table_, process);
  if (at != table_.end() && *at == process) return;
  table_.insert(at, process);
  index(process);
}

void Directory::erase(const Process& process) {
  const auto at = std::ranges::lower_bound(table_, process);
  if (at == table_.end() || *at != process) return;
  unindex(process);
  table_.erase(at);
}

void Directory::insert_all(std::span<const Process> processes) {
  table_.insert(table_.end(), processes.begin(), processes.end());
  std::ranges::sort(table_);
  for (const Process& process : processes) index(process);
}

std::vector<Process> Directory::erase_nodes(std::span<const NodeId> nodes) {
  std::vector<Process> erased;
  std::erase_if(table_, [&](const Process& process) {
    if (std::ranges::find(nodes, process.node) == nodes.end()) return false;
    erased.push_back(process);
    return true;
  });
  for (const Process& process : erased) unindex(process);
  return erased;
}

void Directory::index(const Process& process) {
  std::vector<Member>& members = groups_[process.group];
  members.insert(place(members, process.node, process.pid), {process.node, process.pid, Reason::undefined});
}

void Directory::unindex(const Process& process) {
  const auto found = groups_.find(process.group);
  ENSURE(found != groups_.end());
  std::vector<Member>& members = found->second;
  const auto at = place(members, process.node, process.pid);
  ENSURE(at != members.end() && at->node == process.node && at->pid == process.pid);
  members.erase(at);
  if (members.empty()) groups_.erase(found);
}

}  // namespace rondel::group
