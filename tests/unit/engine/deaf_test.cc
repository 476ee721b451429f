// A member that gets tokens but no frames is borne for a bounded time, and the others keep a bounded amount for it.
#include <doctest/doctest.h>

#include "table.h"

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using rondel::NodeId;
using rondel::engine::Capabilities;
using rondel::engine::Cause;
using rondel::engine::FramePtr;
using rondel::engine::Message;
using rondel::engine::Parameters;
using rondel::transcripts::formed_ring;
using rondel::transcripts::Table;

namespace {

constexpr Capabilities of_ours{3};

Parameters hurried() {
  Parameters parameters;
  parameters.token_timeout = 100ms;
  parameters.token_retransmit = 23ms;
  parameters.hold = 9ms;
  parameters.consensus_timeout = 120ms;
  return parameters;
}

void deafen(Table& table, std::uint32_t node) {
  table.lose([node](NodeId, NodeId to, const Message& message) {
    return to == NodeId{node} && std::holds_alternative<FramePtr>(message);
  });
}

}  // namespace

TEST_CASE("a deaf member takes itself out after so many visits") {
  Parameters parameters = hurried();
  parameters.fail_to_receive_visits = 200;
  Table table = formed_ring(3, parameters, of_ours);
  deafen(table, 3);
  table.send(1, "missed");
  table.run(200ms);
  CHECK(table.engine(3).counters().failed_to_receive == 1);
  CHECK(table.engine(1).view().members.size() == 2);
  CHECK(table.engine(1).view().cause.kind == Cause::Kind::failed_to_receive);
}

TEST_CASE("a deaf member takes itself out after ten token timeouts, however many visits are allowed") {
  Parameters parameters = hurried();
  parameters.fail_to_receive_visits = 1'000'000'000;
  Table table = formed_ring(3, parameters, of_ours);
  table.write_down = false;
  deafen(table, 3);
  table.send(1, "missed");
  table.run(900ms);
  CHECK(table.engine(3).counters().failed_to_receive == 0);
  table.run(200ms);
  CHECK(table.engine(3).counters().failed_to_receive == 1);
  CHECK(table.engine(1).view().members.size() == 2);
}

TEST_CASE("a pause of the process itself is no part of that time") {
  Parameters parameters = hurried();
  parameters.fail_to_receive_visits = 1'000'000'000;
  Table table = formed_ring(3, parameters, of_ours);
  table.write_down = false;
  deafen(table, 3);
  table.send(1, "missed");
  table.run(900ms);
  table.engine(3).resumed(table.now(), 500ms);
  table.run(400ms);
  CHECK(table.engine(3).counters().failed_to_receive == 0);
  table.run(300ms);
  CHECK(table.engine(3).counters().failed_to_receive == 1);
}

TEST_CASE("nothing new is sent while too much is kept for a member that is behind") {
  Parameters parameters;
  parameters.store_bytes_max = 50'000;
  parameters.visit_frames_max = 60;  // more than are asked for, so resends alone don't keep new frames back
  parameters.window_frames = 100;
  Table table = formed_ring(3, parameters, Capabilities{1});
  table.write_down = false;
  for (std::uint32_t node = 1; node <= 3; ++node) table.seat(node).delivered.clear();
  deafen(table, 3);
  const auto sent_before = table.engine(1).counters().mcast_tx;
  for (int i = 0; i < 200; ++i) table.send(1, std::string(1000, 'x'));
  table.run(100ms);
  const auto sent = table.engine(1).counters().mcast_tx - sent_before;
  CHECK(sent >= 45);
  CHECK(sent <= 50 + 60);
  CHECK(table.engine(1).counters().store_full_visits > 0);
  table.lose_nothing();
  table.run(100ms);
  CHECK(table.engine(1).counters().mcast_tx - sent_before == 200);
  CHECK(table.seat(3).delivered == table.seat(1).delivered);
  CHECK(table.engine(3).counters().failed_to_receive == 0);
}

TEST_CASE("a ring with a full store is left and recovered like any other") {
  Parameters parameters = hurried();
  parameters.store_bytes_max = 20'000;
  Table table = formed_ring(3, parameters, of_ours);
  table.write_down = false;
  deafen(table, 3);
  for (int i = 0; i < 100; ++i) table.send(1, std::string(1000, 'x'));
  table.run(20ms);
  table.lose_nothing();
  table.kill(2);
  CHECK(table.run_until_one_ring(3s));
  table.run(100ms);
  CHECK(table.seat(3).delivered.size() == table.seat(1).delivered.size());
}

// What the members of old rings owe each other is in memory already. Together it is more than a store may hold, and
// must be sent all the same: the ring is installed only behind it.
TEST_CASE("two rings with full stores merge") {
  Parameters parameters = hurried();
  parameters.store_bytes_max = 20'000;
  parameters.visit_frames_max = 20;  // so that they take several visits
  parameters.window_frames = 100;
  Table table = formed_ring(4, parameters, of_ours);
  table.write_down = false;
  const auto side = [](NodeId node) { return node.value <= 2 ? 0 : 1; };
  table.lose([side](NodeId from, NodeId to, const Message&) { return side(from) != side(to); });
  table.run(3s);
  REQUIRE(table.engine(1).view().members.size() == 2);
  REQUIRE(table.engine(3).view().members.size() == 2);
  table.lose([side](NodeId from, NodeId to, const Message& message) {
    return side(from) != side(to) || (std::holds_alternative<FramePtr>(message) && to.value % 2 == 0);
  });
  for (int i = 0; i < 100; ++i) {
    table.send(1, std::string(1000, 'x'));
    table.send(3, std::string(1000, 'y'));
  }
  table.run(20ms);
  REQUIRE(table.engine(1).counters().store_full_visits > 0);
  REQUIRE(table.engine(3).counters().store_full_visits > 0);
  table.lose_nothing();
  table.put(1, rondel::engine::MergeDetect{NodeId{3}, table.engine(3).ring()});
  table.run(1ms);
  CHECK(table.run_until_one_ring(3s));
  CHECK(table.engine(1).view().members.size() == 4);
  CHECK(table.engine(1).counters().recovery_token_lost == 0);
}
