#include "engine/reach.h"

#include <array>
#include <bit>
#include <cstdint>

#include "base/ensure.h"

namespace rondel::engine {

namespace {

// The nodes of at least one cut pair, as bits; the lowest node is bit 0.
struct Graph {
  NodeList nodes;
  std::array<std::uint32_t, exact_nodes_max> cut{};  // from whom each is cut off
};
using Bits = std::uint32_t;

constexpr Bits bit(std::size_t at) { return Bits{1} << at; }

// The size of the largest set without a cut pair. Who is cut off from nobody is in; else the one with most cuts is in,
// and the others are out, or it is out.
int largest(const Graph& graph, Bits left) {
  int size = 0;
  for (;;) {
    std::size_t worst = 0;
    int most = 0;
    for (Bits rest = left; rest != 0; rest &= rest - 1) {
      const auto at = static_cast<std::size_t>(std::countr_zero(rest));
      const int cuts = std::popcount(graph.cut[at] & left);
      if (cuts == 0) {
        ++size;
        left &= ~bit(at);
      } else if (cuts > most) {
        most = cuts;
        worst = at;
      }
    }
    if (most == 0) return size;
    if (most == 1) return size + std::popcount(left) / 2;  // only single pairs are left: one of each
    const Bits without_worst = left & ~bit(worst);
    return size + std::max(largest(graph, without_worst), 1 + largest(graph, without_worst & ~graph.cut[worst]));
  }
}

// Whoever can be in a largest set is taken, the lowest first.
NodeList choose_exactly(const Graph& graph) {
  Bits left = (bit(graph.nodes.size() - 1) << 1U) - 1;
  NodeList chosen;
  for (std::size_t at = 0; at < graph.nodes.size(); ++at) {
    if ((left & bit(at)) == 0) continue;
    const Bits with = left & ~bit(at) & ~graph.cut[at];
    const Bits without_it = left & ~bit(at);
    if (1 + largest(graph, with) < largest(graph, left)) {
      left = without_it;
    } else {
      chosen.push_back(graph.nodes[at]);
      left = with;
    }
  }
  return chosen;
}

std::size_t cuts_of(NodeId node, const NodeList& nodes, const Pairs& cut) {
  return static_cast<std::size_t>(std::count_if(
      nodes.begin(), nodes.end(), [&](NodeId other) { return other != node && cut.contains(pair_of(node, other)); }));
}

NodeList choose_roughly(NodeList nodes, const Pairs& cut) {
  NodeList removed;
  for (;;) {
    std::size_t most = 0;
    auto worst = nodes.end();
    for (auto at = nodes.begin(); at != nodes.end(); ++at) {
      const std::size_t cuts = cuts_of(*at, nodes, cut);
      if (cuts == 0 || cuts < most) continue;
      most = cuts;
      worst = at;
    }
    if (worst == nodes.end()) break;
    removed.push_back(*worst);
    nodes.erase(worst);
  }
  for (const NodeId node : sorted(removed)) {
    if (cuts_of(node, nodes, cut) == 0) nodes.push_back(node);
  }
  return nodes;
}

NodeList choose(const NodeList& nodes, const Pairs& cut) {
  Graph graph;
  NodeList chosen;
  for (const NodeId node : nodes) (cuts_of(node, nodes, cut) == 0 ? chosen : graph.nodes).push_back(node);
  if (graph.nodes.empty()) return chosen;
  if (graph.nodes.size() > exact_nodes_max) {
    merge(choose_roughly(graph.nodes, cut), chosen);
    return sorted(chosen);
  }
  for (std::size_t a = 0; a < graph.nodes.size(); ++a) {
    for (std::size_t b = 0; b < graph.nodes.size(); ++b) {
      if (a != b && cut.contains(pair_of(graph.nodes[a], graph.nodes[b]))) graph.cut[a] |= bit(b);
    }
  }
  merge(choose_exactly(graph), chosen);
  return sorted(chosen);
}

}  // namespace

std::vector<NodeList> partition(NodeList nodes, const Pairs& cut) {
  std::vector<NodeList> sets;
  nodes = sorted(std::move(nodes));
  while (!nodes.empty()) {
    sets.push_back(choose(nodes, cut));
    ENSURE(!sets.back().empty());
    nodes = without(nodes, sets.back());
  }
  return sets;
}

NodeList set_of(NodeId self, const NodeList& nodes, const Pairs& cut) {
  for (NodeList& set : partition(nodes, cut)) {
    if (contains(set, self)) return std::move(set);
  }
  return {self};
}

}  // namespace rondel::engine
