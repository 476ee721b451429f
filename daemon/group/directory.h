// Directory: all processes of the cluster as a table, and the same by group, since each message that arrives asks
// whether its sender's node has a process in the group.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "group/message.h"

namespace rondel::group {

class Directory {
 public:
  // All processes, ordered by node, pid, group. Valid until the next change.
  [[nodiscard]] std::span<const Process> all() const { return table_; }
  // The part of the table that is of one node.
  [[nodiscard]] std::span<const Process> of(NodeId) const;
  // A group's processes in table order.
  [[nodiscard]] std::vector<Member> members(const Name&) const;
  [[nodiscard]] bool contains(const Process&) const;
  // Whether any process of the node is in the group.
  [[nodiscard]] bool has(NodeId, const Name&) const;

  // Both do nothing if there is nothing to do.
  void insert(const Process&);
  void erase(const Process&);
  // Many at once: different from each other and from all that are known.
  void insert_all(std::span<const Process>);
  // Removes what is of these nodes and returns it in table order.
  std::vector<Process> erase_nodes(std::span<const NodeId>);

 private:
  struct NameHash {
    std::size_t operator()(const Name& name) const { return std::hash<std::string_view>{}(name.view()); }
  };
  void index(const Process&);
  void unindex(const Process&);

  std::vector<Process> table_;
  // By group, in table order; no entry is empty. Only ever looked up, never walked: its own order is not ours.
  std::unordered_map<Name, std::vector<Member>, NameHash> groups_;
};

}  // namespace rondel::group
