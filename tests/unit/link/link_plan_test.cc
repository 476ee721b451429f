#include "link/link_plan.h"

#include <doctest/doctest.h>

using namespace rondel;
using namespace rondel::link;

namespace {

LinkSettings three_nodes(std::uint8_t links) {
  LinkSettings settings;
  settings.self = {1};
  for (std::uint32_t node = 1; node <= 3; ++node) {
    Peer peer{.node = {node}, .name = "", .addresses = {}};
    for (std::uint8_t link = 0; link < links; ++link) {
      peer.addresses[link] = fmt::format("10.{}.0.{}", link, node);
    }
    settings.peers.push_back(peer);
  }
  for (std::uint8_t link = 0; link < links; ++link) {
    settings.interfaces.push_back({.number = link, .port = static_cast<std::uint16_t>(5405 + link)});
  }
  return settings;
}

Plan made(const LinkSettings& settings) {
  Result<Plan> result = plan(settings);
  REQUIRE(result);
  return *result;
}

std::string refused(const LinkSettings& settings) {
  Result<Plan> result = plan(settings);
  REQUIRE_FALSE(result);
  return result.error().text;
}

constexpr PathId path_id(std::uint32_t node, std::uint8_t link) { return {.node = {node}, .link = link}; }

}  // namespace

TEST_CASE("every link to every other node is a path, none leads to this node") {
  const Plan paths = made(three_nodes(2));
  REQUIRE(paths.size() == 4);
  const Path& path = paths.at(path_id(3, 1));
  CHECK(path.local == "10.1.0.1");
  CHECK(path.remote == "10.1.0.3");
  CHECK(path.port == 5406);
  CHECK(path.transport == "udp");
  CHECK(paths.count(path_id(1, 0)) == 0);
}

TEST_CASE("a peer without an address on a link has no path there") {
  LinkSettings settings = three_nodes(2);
  settings.peers[1].addresses.erase(1);
  const Plan paths = made(settings);
  CHECK(paths.size() == 3);
  CHECK(paths.count(path_id(2, 1)) == 0);
}

TEST_CASE("a node alone has no paths") {
  LinkSettings settings = three_nodes(1);
  settings.peers.resize(1);
  CHECK(made(settings).empty());
}

TEST_CASE("settings that contradict themselves are refused with the reason") {
  LinkSettings settings = three_nodes(1);
  settings.self = {9};
  CHECK(refused(settings) == "node 9: this node is not in the nodelist");

  settings = three_nodes(2);
  settings.peers[0].addresses.erase(1);
  CHECK(refused(settings) == "link 1: node 1, this node, has no ring1_addr");

  settings = three_nodes(1);
  settings.peers[2].node = {65'536};
  CHECK(refused(settings) == "node 65536: an id that knet can carry is 1 to 65535");
  settings.peers[2].node = {0};
  CHECK(refused(settings) == "node 0: an id that knet can carry is 1 to 65535");

  settings = three_nodes(1);
  settings.interfaces.clear();
  CHECK(refused(settings) == "links: 0 configured, but one to 8 can be used");
  settings = three_nodes(9);
  CHECK(refused(settings) == "links: 9 configured, but one to 8 can be used");
  settings = three_nodes(1);
  settings.interfaces[0].number = 8;
  CHECK(refused(settings) == "link 8: numbers end at 7");
}

TEST_CASE("equal plans differ in nothing") {
  const Plan paths = made(three_nodes(2));
  const PlanChange change = difference(paths, paths);
  CHECK(change.removed.empty());
  CHECK(change.added.empty());
  CHECK(change.tuned.empty());
}

TEST_CASE("nodes and links come and go") {
  LinkSettings fewer = three_nodes(1);
  fewer.peers.pop_back();
  const Plan before = made(fewer);
  const Plan after = made(three_nodes(2));
  const PlanChange up = difference(before, after);
  CHECK(up.added == std::vector{path_id(2, 1), path_id(3, 0), path_id(3, 1)});
  CHECK(up.removed.empty());
  const PlanChange down = difference(after, before);
  CHECK(down.removed == std::vector{path_id(2, 1), path_id(3, 0), path_id(3, 1)});
  CHECK(down.added.empty());
}

TEST_CASE("priority and pings are tuned in place, another address or port is another path") {
  const LinkSettings old = three_nodes(2);
  LinkSettings tuned = old;
  tuned.interfaces[1].priority = 7;
  tuned.interfaces[0].pong_count = 5;
  const PlanChange tuning = difference(made(old), made(tuned));
  CHECK(tuning.tuned.size() == 4);
  CHECK(tuning.added.empty());
  CHECK(tuning.removed.empty());

  LinkSettings moved = old;
  moved.peers[2].addresses[0] = "10.0.0.33";
  const PlanChange moving = difference(made(old), made(moved));
  CHECK(moving.removed == std::vector{path_id(3, 0)});
  CHECK(moving.added == std::vector{path_id(3, 0)});
  CHECK(moving.tuned.empty());

  LinkSettings port = old;
  port.interfaces[0].port = 6000;
  CHECK(difference(made(old), made(port)).removed.size() == 2);
}
