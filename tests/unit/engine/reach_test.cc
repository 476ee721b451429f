// The choice of who goes together, compared with a search over everything.
#include "engine/reach.h"

#include <doctest/doctest.h>

using rondel::NodeId;
using namespace rondel::engine;

namespace {

NodeList nodes_up_to(std::uint32_t count) {
  NodeList nodes;
  for (std::uint32_t node = 1; node <= count; ++node) nodes.push_back(NodeId{node});
  return nodes;
}

// The pairs whose bits are set, in the order 1-2, 1-3, 2-3, 1-4, ...
Pairs pairs_of(std::uint32_t count, std::uint32_t bits) {
  Pairs pairs;
  std::uint32_t at = 0;
  for (std::uint32_t high = 2; high <= count; ++high) {
    for (std::uint32_t low = 1; low < high; ++low) {
      if ((bits >> at++ & 1U) != 0) pairs.insert({NodeId{low}, NodeId{high}});
    }
  }
  return pairs;
}

bool connected(const NodeList& set, const Pairs& cut) {
  for (const NodeId a : set) {
    for (const NodeId b : set) {
      if (a < b && cut.contains({a, b})) return false;
    }
  }
  return true;
}

// The definition: all subsets, the largest without a cut pair, then the one that comes first.
NodeList best_of(const NodeList& nodes, const Pairs& cut) {
  NodeList best;
  for (std::uint32_t bits = 1; bits < 1U << nodes.size(); ++bits) {
    NodeList set;
    for (std::size_t at = 0; at < nodes.size(); ++at) {
      if ((bits >> at & 1U) != 0) set.push_back(nodes[at]);
    }
    if (!connected(set, cut)) continue;
    if (set.size() > best.size() || (set.size() == best.size() && set < best)) best = set;
  }
  return best;
}

std::vector<NodeList> by_definition(NodeList nodes, const Pairs& cut) {
  std::vector<NodeList> sets;
  while (!nodes.empty()) {
    sets.push_back(best_of(nodes, cut));
    nodes = without(nodes, sets.back());
  }
  return sets;
}

void check_all(std::uint32_t count, std::uint32_t step) {
  const std::uint32_t patterns = 1U << (count * (count - 1) / 2);
  for (std::uint32_t bits = 0; bits < patterns; bits += step) {
    const Pairs cut = pairs_of(count, bits);
    CAPTURE(count);
    CAPTURE(bits);
    REQUIRE(partition(nodes_up_to(count), cut) == by_definition(nodes_up_to(count), cut));
  }
}

}  // namespace

TEST_CASE("every pattern of up to five nodes is divided as the rule says") {
  for (std::uint32_t count = 1; count <= 5; ++count) check_all(count, 1);
}

TEST_CASE("patterns of seven nodes are divided as the rule says") { check_all(7, 1009); }

TEST_CASE("the order in which nodes are named makes no difference") {
  const Pairs cut{{NodeId{1}, NodeId{2}}, {NodeId{2}, NodeId{3}}};
  const NodeList backwards{NodeId{3}, NodeId{2}, NodeId{1}};
  CHECK(partition(backwards, cut) == partition(nodes_up_to(3), cut));
  CHECK(set_of(NodeId{2}, backwards, cut) == NodeList{NodeId{2}});
  CHECK(set_of(NodeId{3}, backwards, cut) == NodeList{NodeId{1}, NodeId{3}});
}

TEST_CASE("pairs with nodes that are not there do not matter") {
  const Pairs cut{{NodeId{1}, NodeId{9}}, {NodeId{8}, NodeId{9}}};
  CHECK(partition(nodes_up_to(3), cut) == std::vector<NodeList>{nodes_up_to(3)});
  CHECK(partition({}, cut).empty());
}

TEST_CASE("two halves of twenty-four nodes that do not hear each other are found exactly") {
  Pairs cut;
  for (std::uint32_t low = 1; low <= 11; ++low) {
    for (std::uint32_t high = 12; high <= 24; ++high) cut.insert({NodeId{low}, NodeId{high}});
  }
  const std::vector<NodeList> sets = partition(nodes_up_to(24), cut);
  REQUIRE(sets.size() == 2);
  CHECK(sets[0].size() == 13);
  CHECK(sets[1].front() == NodeId{1});
}

TEST_CASE("above the bound sets are fully connected, and nobody is missing") {
  Pairs cut;
  for (std::uint32_t node = 1; node <= 40; ++node) {
    for (const std::uint32_t far : {7U, 13U}) {
      if (node + far <= 40) cut.insert({NodeId{node}, NodeId{node + far}});
    }
  }
  const std::vector<NodeList> sets = partition(nodes_up_to(40), cut);
  NodeList all;
  for (const NodeList& set : sets) {
    CHECK(connected(set, cut));
    CHECK(merge(set, all));
  }
  CHECK(sorted(all) == nodes_up_to(40));
  CHECK(sets.front().size() >= 14);
}
