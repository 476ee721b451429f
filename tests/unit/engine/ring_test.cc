// Rings form, deliver in one order, and tell why they changed.
#include <doctest/doctest.h>

#include "table.h"

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using rondel::NodeId;
using rondel::engine::Cause;
using rondel::engine::State;
using rondel::transcripts::formed_ring;
using rondel::transcripts::Table;

TEST_CASE("a node alone forms a ring within milliseconds") {
  Table table{1};
  table.start_all();
  CHECK(table.run_until_one_ring(5ms));
  REQUIRE(table.seat(1).views.size() == 1);
  const auto& view = table.seat(1).views[0];
  CHECK(view.members == std::vector{NodeId{1}});
  CHECK(view.joined == std::vector{NodeId{1}});
  CHECK(view.transitional.empty());
  CHECK(view.ring.number.value == 5);  // stored 0, start 1, and 4 more (ring.md 3.20)
  CHECK(view.cause.kind == Cause::Kind::start);
}

TEST_CASE("a node alone delivers its own messages in their order") {
  Table table{1};
  table.start_all();
  CHECK(table.run_until_one_ring(5ms));
  table.send(1, "a");
  table.send(1, "b");
  table.run(1s);
  const auto& delivered = table.seat(1).delivered;
  REQUIRE(delivered.size() >= 2);
  CHECK(delivered[delivered.size() - 2] == "a");
  CHECK(delivered.back() == "b");
}

TEST_CASE("nodes that start together form one ring, whatever their number") {
  for (std::uint32_t nodes = 2; nodes <= 16; nodes += 7) {
    Table table{nodes};
    table.write_down = false;
    table.start_all();
    CHECK(table.run_until_one_ring(10s));
    for (std::uint32_t node = 1; node <= nodes; ++node) {
      CHECK(table.engine(node).view().members.size() == nodes);
      CHECK(table.engine(node).view().capabilities.bits == 3);
    }
  }
}

TEST_CASE("all members deliver the same messages in the same order") {
  Table table = formed_ring(3);
  for (std::uint32_t node = 1; node <= 3; ++node) table.seat(node).delivered.clear();
  for (int i = 0; i < 100; ++i) table.send(static_cast<std::uint32_t>(1 + i % 3), std::to_string(i));
  table.run(2s);
  CHECK(table.seat(1).delivered.size() == 100);
  CHECK(table.seat(2).delivered == table.seat(1).delivered);
  CHECK(table.seat(3).delivered == table.seat(1).delivered);
}

TEST_CASE("a leave is a new ring within milliseconds, and its cause is told") {
  Table table = formed_ring(3);
  table.leave(3);
  CHECK(table.run_until_one_ring(20ms));
  CHECK(table.engine(1).view().left == std::vector{NodeId{3}});
  CHECK(table.engine(1).view().cause == Cause{Cause::Kind::left, NodeId{3}, {}});
}

TEST_CASE("a node that died is excluded after token and consensus time") {
  Table table = formed_ring(3);
  table.kill(2);
  CHECK_FALSE(table.run_until_one_ring(6s));
  CHECK(table.run_until_one_ring(2s));
  CHECK(table.engine(1).view().left == std::vector{NodeId{2}});
  CHECK(table.engine(1).view().cause.kind == Cause::Kind::token_lost);
}

TEST_CASE("two idle rings that can hear each other merge") {
  Table table{2};
  table.write_down = false;
  table.lose([](auto, auto, const auto&) { return true; });
  table.start_all();
  table.run(2s);
  CHECK(table.engine(1).view().members.size() == 1);
  CHECK(table.engine(2).view().members.size() == 1);
  table.lose_nothing();
  CHECK(table.run_until_one_ring(2s));
  CHECK(table.engine(1).view().cause.kind == Cause::Kind::merge);
}

TEST_CASE("a node that comes back is in left and in joined") {
  Table table = formed_ring(2);
  const auto before = table.engine(1).view().ring.number;
  table.restart(2);
  table.run(100ms);
  CHECK(table.run_until_one_ring(10s));
  CHECK(table.engine(1).view().left == std::vector{NodeId{2}});
  CHECK(table.engine(1).view().joined == std::vector{NodeId{2}});
  CHECK(table.engine(1).view().ring.number > before);
}
