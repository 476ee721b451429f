// A node alone: its ring of one, its clients, its log.
#include "node/node.h"

#include <doctest/doctest.h>

#include "cluster.h"

namespace rondel::node::test {

namespace {

using namespace std::chrono_literals;

std::size_t changes(const Member& member) {
  return static_cast<std::size_t>(std::ranges::count_if(
      member.events, [](const group::Event& event) { return std::holds_alternative<group::Change>(event); }));
}

}  // namespace

TEST_CASE("a node alone forms a ring, synchronises and delivers its own") {
  Cluster cluster{{7}};
  Member& node = cluster.at(7);
  CHECK(node.node.admission() == Admission::synchronising);
  CHECK_FALSE(node.node.ever_synchronised());
  cluster.run(50ms);
  CHECK(node.node.view().members == std::vector{NodeId{7}});
  CHECK(node.node.synchronised());
  CHECK(node.node.ever_synchronised());
  CHECK(node.readies == 1);
  CHECK(node.admissions == std::vector{Admission::open});

  node.node.send(cluster.now, group::ProcessJoin{group::Name{"g"}, 1, group::Reason::join});
  node.node.send(cluster.now, message(1, "hello"));
  cluster.run(50ms);
  CHECK(changes(node) == 1);
  CHECK(node.messages() == std::vector<std::string>{"hello"});
  CHECK(node.node.processes().size() == 1);
  CHECK(node.node.waiting_bytes() == 0);
}

TEST_CASE("the ring number is stored before the first ring is there, and above it") {
  Cluster cluster{{7}};
  Member& node = cluster.at(7);
  CHECK(node.node.view().members.empty());
  REQUIRE(node.stores.size() >= 1);
  cluster.run(50ms);
  CHECK(node.node.view().ring.number <= node.stores.back());
}

TEST_CASE("a token to itself does not keep a node from returning") {
  Cluster cluster{{7}};
  Member& node = cluster.at(7);
  // Each step is a bounded turn: a ring of one takes the visits of its forming over several of them and then rests.
  cluster.run(20ms);
  const std::uint64_t visits = node.node.counters().orf_token_rx;
  CHECK(visits >= 6);
  cluster.run(100ms);
  CHECK(node.node.counters().orf_token_rx < visits + 10);
}

TEST_CASE("membership changes are logged and remembered with their cause") {
  Cluster cluster{{7}};
  Member& node = cluster.at(7);
  cluster.run(50ms);
  REQUIRE(node.node.history().size() == 1);
  CHECK(node.node.history().front().view.ring == node.node.view().ring);
  CHECK(node.node.history().front().view.cause.kind == engine::Cause::Kind::start);
  CHECK(node.logged("A new membership (" + to_string(node.node.view().ring) + ") was formed"));
  CHECK(node.logged("members=7 joined=7 left=- cause=start"));
  CHECK(node.logged("Completed service synchronization"));
}

TEST_CASE("bytes that are no packet are counted and warned of once") {
  Cluster cluster{{7}};
  Member& node = cluster.at(7);
  cluster.run(50ms);
  const std::size_t before = node.lines.size();
  const std::vector<Packet> nonsense(5, Packet{message(1, "this is not a ring message").message});
  node.node.received(cluster.now, nonsense);
  CHECK(node.node.node_counters().malformed_packets == 5);
  CHECK(node.lines.size() == before + 1);
  CHECK(node.logged("A packet cannot be read, ignoring"));
}

TEST_CASE("the gate closes while too much waits, and what is sent against it is kept") {
  Cluster cluster{{7}};
  Member& node = cluster.at(7);
  cluster.run(50ms);
  node.node.send(cluster.now, group::ProcessJoin{group::Name{"g"}, 1, group::Reason::join});
  cluster.run(1ms);
  node.admissions.clear();
  const std::string text(600, 'x');
  for (int i = 0; i < 5; ++i) node.node.send(cluster.now, message(1, text));
  CHECK(node.node.admission() == Admission::queue_full);
  cluster.run(20ms);
  CHECK(node.admissions == std::vector{Admission::queue_full, Admission::open});
  CHECK(node.messages().size() == 5);
}

TEST_CASE("smaller frames are used from the next cut on") {
  Cluster cluster{{7}};
  Member& node = cluster.at(7);
  cluster.run(50ms);
  node.node.send(cluster.now, group::ProcessJoin{group::Name{"g"}, 1, group::Reason::join});
  cluster.run(20ms);
  const std::uint64_t before = node.node.counters().mcast_tx;
  node.frame_bytes_best_ = 300;
  node.node.frame_bytes_changed();
  node.node.send(cluster.now, message(1, std::string(900, 'x')));
  cluster.run(20ms);
  CHECK(node.node.counters().mcast_tx - before >= 4);
  CHECK(node.messages().size() == 1);
}

TEST_CASE("a node that left is silent") {
  Cluster cluster{{7}};
  Member& node = cluster.at(7);
  cluster.run(50ms);
  node.node.leave(cluster.now);
  const std::size_t broadcasts = node.broadcast_sizes.size();
  CHECK_FALSE(node.node.deadline().has_value());
  node.node.send(cluster.now, message(1, "too late"));
  cluster.run(50ms);
  CHECK(node.broadcast_sizes.size() == broadcasts);
}

}  // namespace rondel::node::test
