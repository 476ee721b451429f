// More than one link: which of them a packet takes, and what happens when one fails.
#include <doctest/doctest.h>

#include "cluster.h"

using namespace rondel;
using namespace rondel::link;
using namespace rondel::link::test;
using namespace std::chrono_literals;

namespace {

// Packets of data that node 1 has sent to node 2 on each link.
std::vector<std::uint64_t> used(Cluster& cluster) {
  std::vector<std::uint64_t> result;
  for (const auto& one : cluster.node(1).link.status(NodeId{2}).links) result.push_back(one.tx_packets);
  return result;
}

void send(Cluster& cluster, std::uint8_t count) {
  const std::size_t before = cluster.node(2).heard.size();
  for (std::uint8_t i = 0; i < count; ++i) cluster.node(1).link.unicast(NodeId{2}, message(2, 400, i));
  CHECK(cluster.until([&] { return cluster.node(2).heard.size() >= before + count; }, 2s));
  cluster.run_for(20ms);
  CHECK(cluster.node(2).heard.size() == before + count);  // and nothing twice
}

}  // namespace

TEST_CASE("passive uses the link with the highest priority; when it fails the next; when it is back, it again") {
  set_mtu(1500);
  Cluster cluster{{.links = 2}};  // link 1 has the higher priority
  REQUIRE(cluster.until_connected());
  send(cluster, 20);
  CHECK(used(cluster) == std::vector<std::uint64_t>{0, 20});

  cut_link(1);
  const auto link_1_is = [&](bool up) {
    return [&cluster, up] {
      const LinkStatus status = cluster.node(1).link.status(NodeId{2});
      return status.links.at(1).connected == up && cluster.node(2).link.status(NodeId{1}).links.at(1).connected == up;
    };
  };
  REQUIRE(cluster.until(link_1_is(false), 15s));
  CHECK(cluster.node(1).sees(2));
  send(cluster, 20);
  CHECK(used(cluster) == std::vector<std::uint64_t>{20, 20});

  heal_links();
  REQUIRE(cluster.until(link_1_is(true)));
  send(cluster, 20);
  CHECK(used(cluster) == std::vector<std::uint64_t>{20, 40});
}

TEST_CASE("a priority can change while packets flow") {
  Cluster cluster{{.links = 2}};
  REQUIRE(cluster.until_connected());
  LinkSettings other = settings(cluster.options(), 1);
  other.interfaces[0].priority = 9;
  REQUIRE(cluster.node(1).link.configure(other));
  cluster.run_for(50ms);
  send(cluster, 20);
  CHECK(used(cluster) == std::vector<std::uint64_t>{20, 0});
}

TEST_CASE("active sends on all links, and the packet arrives once") {
  Cluster cluster{{.links = 3, .mode = Mode::active}};
  REQUIRE(cluster.until_connected());
  send(cluster, 20);
  CHECK(used(cluster) == std::vector<std::uint64_t>{20, 20, 20});
}

TEST_CASE("round robin takes turns, with all eight links") {
  Cluster cluster{{.links = 8, .mode = Mode::round_robin}};
  REQUIRE(cluster.until_connected());
  send(cluster, 80);
  CHECK(used(cluster) == std::vector<std::uint64_t>(8, 10));
}
