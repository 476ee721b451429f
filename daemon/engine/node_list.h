// Sets of nodes as the membership algorithm uses them: lists in the order of discovery, without duplicates
// (ring.md 3.2).
#pragma once

#include <algorithm>
#include <vector>

#include "base/ids.h"

namespace rondel::engine {

using NodeList = std::vector<NodeId>;

[[nodiscard]] inline bool contains(const NodeList& list, NodeId node) {
  return std::find(list.begin(), list.end(), node) != list.end();
}

// Appends what `list` lacks; true if there was something.
inline bool merge(const NodeList& added, NodeList& list) {
  bool changed = false;
  for (const NodeId node : added) {
    if (contains(list, node)) continue;
    list.push_back(node);
    changed = true;
  }
  return changed;
}

[[nodiscard]] inline NodeList without(const NodeList& list, const NodeList& removed) {
  NodeList result;
  std::copy_if(list.begin(), list.end(), std::back_inserter(result),
               [&](NodeId node) { return !contains(removed, node); });
  return result;
}

[[nodiscard]] inline bool is_subset(const NodeList& part, const NodeList& whole) {
  return part.size() <= whole.size() &&
         std::all_of(part.begin(), part.end(), [&](NodeId node) { return contains(whole, node); });
}

[[nodiscard]] inline bool same_nodes(const NodeList& a, const NodeList& b) {
  return a.size() == b.size() && is_subset(a, b);
}

[[nodiscard]] inline NodeList sorted(NodeList list) {
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace rondel::engine
