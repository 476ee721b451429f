#include "engine/node_list.h"

#include <doctest/doctest.h>

using namespace rondel::engine;  // NOLINT(google-build-using-namespace)
using rondel::NodeId;

namespace {
NodeList nodes(std::initializer_list<std::uint32_t> ids) {
  NodeList list;
  for (const std::uint32_t id : ids) list.push_back(NodeId{id});
  return list;
}
}  // namespace

TEST_CASE("merging keeps the order of discovery and adds nothing twice") {
  NodeList list = nodes({2, 1});
  CHECK(merge(nodes({1, 3}), list));
  CHECK(list == nodes({2, 1, 3}));
  CHECK_FALSE(merge(nodes({3, 2}), list));
}

TEST_CASE("lists are compared as sets") {
  CHECK(same_nodes(nodes({1, 2}), nodes({2, 1})));
  CHECK_FALSE(same_nodes(nodes({1, 2}), nodes({1, 3})));
  CHECK(is_subset(nodes({}), nodes({1})));
  CHECK(is_subset(nodes({1}), nodes({2, 1})));
  CHECK_FALSE(is_subset(nodes({1, 3}), nodes({2, 1})));
  CHECK(without(nodes({3, 1, 2}), nodes({1})) == nodes({3, 2}));
  CHECK(sorted(nodes({3, 1, 2})) == nodes({1, 2, 3}));
}
