// Reach: which nodes go together when some of them do not hear each other. A pure function, so that nodes that know the
// same choose the same: the largest set in which all hear each other, ties for the one with the lowest ids; then again
// among the rest (protocol.md 10).
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "engine/node_list.h"
#include "engine/report.h"

namespace rondel::engine {

using Pairs = std::set<Pair>;

// Up to so many nodes that are part of a cut pair the largest set is found for sure. With more of them the node that is
// cut off from most others is taken away, the highest of equals first, until nobody is: not always the largest set, but
// the same one everywhere, and a fully connected one.
inline constexpr std::size_t exact_nodes_max = 24;

// All nodes in sets that are fully connected but for the pairs in `cut`, in the order in which they are chosen; each
// ascending. Pairs with other nodes don't matter.
[[nodiscard]] std::vector<NodeList> partition(NodeList nodes, const Pairs& cut);

// The one of these sets that `self` is in; `self` is one of the nodes.
[[nodiscard]] NodeList set_of(NodeId self, const NodeList& nodes, const Pairs& cut);

}  // namespace rondel::engine
