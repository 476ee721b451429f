// Recovery: members of one old ring deliver the same before the new one begins.
#include <doctest/doctest.h>

#include <algorithm>

#include "table.h"

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using rondel::NodeId;
using rondel::engine::FramePtr;
using rondel::engine::Message;
using rondel::engine::State;
using rondel::transcripts::formed_ring;
using rondel::transcripts::Table;

namespace {

// What a node delivered between its last view and the one before.
std::vector<std::string> before_last_view(const std::vector<std::string>& delivered) {
  std::vector<std::vector<std::string>> views(1);
  for (const std::string& line : delivered) {
    if (line.rfind("| ring", 0) == 0) {
      views.emplace_back();
    } else if (line != "|") {
      views.back().push_back(line);
    }
  }
  return views.at(views.size() - 2);
}

}  // namespace

TEST_CASE("survivors of a crash give each other what one of them missed") {
  Table table = formed_ring(3);
  // Node 3 sends five frames: node 1 misses the second, node 2 the fourth; then node 3 dies.
  int at_one = 0;
  int at_two = 0;
  table.lose([&](NodeId from, NodeId to, const Message& message) {
    if (!std::holds_alternative<FramePtr>(message) || from != NodeId{3}) return false;
    if (to == NodeId{1}) return ++at_one == 2;
    return ++at_two == 4;
  });
  for (const char* text : {"a", "b", "c", "d", "e"}) table.send(3, text);
  while (table.seat(3).delivered.back() != "e") table.run(10us);
  table.kill(3);
  CHECK(table.run_until_one_ring(20s));
  const std::vector<std::string> all{"a", "b", "c", "d", "e"};
  CHECK(before_last_view(table.seat(1).delivered) == all);
  CHECK(before_last_view(table.seat(2).delivered) == all);
}

TEST_CASE("frames of a dead sender behind a hole that nobody can fill are delivered by none") {
  Table table = formed_ring(3);
  int frames = 0;
  table.lose([&](NodeId from, NodeId, const Message& message) {
    return from == NodeId{3} && std::holds_alternative<FramePtr>(message) && (++frames == 3 || frames == 4);  // "b"
  });
  for (const char* text : {"a", "b", "c"}) table.send(3, text);
  while (table.seat(3).delivered.back() != "c") table.run(10us);
  table.kill(3);
  CHECK(table.run_until_one_ring(20s));
  CHECK(before_last_view(table.seat(1).delivered) == std::vector<std::string>{"a"});
  CHECK(before_last_view(table.seat(2).delivered) == std::vector<std::string>{"a"});
}

TEST_CASE("an old frame is sent once, by the lowest that has it") {
  Table table = formed_ring(4);
  table.lose([](NodeId, NodeId to, const Message& message) {
    return to == NodeId{3} && std::holds_alternative<FramePtr>(message) && !std::get<FramePtr>(message)->encapsulated;
  });
  for (const char* text : {"a", "b", "c"}) table.send(4, text);
  while (table.seat(4).delivered.back() != "c") table.run(10us);
  table.kill(4);
  int recovered = 0;
  table.lose([&](NodeId, NodeId to, const Message& message) {
    const auto* frame = std::get_if<FramePtr>(&message);
    if (frame != nullptr && (*frame)->encapsulated && to == NodeId{3}) ++recovered;
    return false;
  });
  CHECK(table.run_until_one_ring(20s));
  CHECK(recovered == 3);
  CHECK(before_last_view(table.seat(3).delivered) == std::vector<std::string>{"a", "b", "c"});
}

// Frames of two old rings have the same numbers: the copy of one says nothing about the other (protocol.md 5).
TEST_CASE("two rings merge, and in each a member misses the frame of the same number") {
  Table table = formed_ring(4);
  const auto side = [](NodeId node) { return node.value <= 2 ? 0 : 1; };
  table.lose([side](NodeId from, NodeId to, const Message&) { return side(from) != side(to); });
  table.run(20s);
  REQUIRE(table.engine(1).view().members.size() == 2);
  REQUIRE(table.engine(3).view().members.size() == 2);
  table.lose([side](NodeId from, NodeId to, const Message& message) {
    return side(from) != side(to) || (std::holds_alternative<FramePtr>(message) && to.value % 2 == 0);
  });
  table.send(1, "left");
  table.send(3, "right");
  while (table.seat(1).delivered.back() != "left" || table.seat(3).delivered.back() != "right") table.run(10us);
  REQUIRE(table.seat(2).delivered.back() != "left");
  REQUIRE(table.seat(4).delivered.back() != "right");
  table.lose_nothing();
  table.put(1, rondel::engine::MergeDetect{NodeId{3}, table.engine(3).ring()});
  CHECK(table.run_until_one_ring(20s));
  CHECK(before_last_view(table.seat(2).delivered) == std::vector<std::string>{"left"});
  CHECK(before_last_view(table.seat(4).delivered) == std::vector<std::string>{"right"});
}

TEST_CASE("an attempt that fails in recovery does not cost a frame") {
  Table table = formed_ring(3);
  bool lose_all = false;
  int frames = 0;
  table.lose([&](NodeId from, NodeId to, const Message& message) {
    if (lose_all) return true;
    return std::holds_alternative<FramePtr>(message) && from == NodeId{3} && to == NodeId{1} && ++frames == 1;
  });
  for (const char* text : {"a", "b"}) table.send(3, text);
  while (table.seat(3).delivered.back() != "b") table.run(10us);
  table.kill(3);
  while (table.engine(1).state() != State::recovery) table.run(10us);
  lose_all = true;
  table.run(4s);
  CHECK(table.engine(1).counters().recovery_token_lost >= 1);
  lose_all = false;
  CHECK(table.run_until_one_ring(20s));
  CHECK(std::count(table.seat(1).delivered.begin(), table.seat(1).delivered.end(), "a") == 1);
  CHECK(std::count(table.seat(1).delivered.begin(), table.seat(1).delivered.end(), "b") == 1);
}
