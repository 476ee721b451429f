// What the link promises to carry: unicasts to one, broadcasts to all others, of every size, unaltered.
#include <doctest/doctest.h>

#include "cluster.h"

using namespace rondel;
using namespace rondel::link;
using namespace rondel::link::test;
using namespace std::chrono_literals;

TEST_CASE("a unicast reaches its node, a broadcast all others, in the order they were sent") {
  set_mtu(1500);
  Cluster cluster{{.nodes = 3}};
  REQUIRE(cluster.until_connected());
  for (std::uint8_t i = 0; i < 50; ++i) {
    cluster.node(1).link.broadcast(std::vector{message(0, 3000, i)});
    cluster.node(1).link.unicast(NodeId{2}, message(2, 57, i));
  }
  CHECK(cluster.until([&] { return cluster.node(2).heard.size() == 100 && cluster.node(3).heard.size() == 50; }));
  cluster.run_for(50ms);
  REQUIRE(cluster.node(2).heard.size() == 100);
  REQUIRE(cluster.node(3).heard.size() == 50);
  CHECK(cluster.node(1).heard.empty());
  for (std::uint8_t i = 0; i < 50; ++i) {
    CHECK(equal(cluster.node(2).heard[2U * i], message(0, 3000, i)));
    CHECK(equal(cluster.node(2).heard[2U * i + 1], message(2, 57, i)));
    CHECK(equal(cluster.node(3).heard[i], message(0, 3000, i)));
  }
}
