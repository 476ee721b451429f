// Safe delivery: a safe frame waits until everybody is known to have it, and what is behind it waits along (protocol.md
// 7).
#include <doctest/doctest.h>

#include <algorithm>

#include "table.h"

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using rondel::NodeId;
using rondel::RingId;
using rondel::Sequence;
using rondel::engine::FramePtr;
using rondel::engine::Guarantee;
using rondel::engine::Message;
using rondel::engine::State;
using rondel::engine::Token;
using rondel::transcripts::formed_ring;
using rondel::transcripts::Table;

namespace {

using Texts = std::vector<std::string>;

// A ring at rest, with nothing delivered yet.
Table resting(std::uint32_t nodes) {
  Table table = formed_ring(nodes);
  table.run(3s);
  for (std::uint32_t node = 1; node <= nodes; ++node) table.seat(node).delivered.clear();
  return table;
}

// What a node delivered, views as "|": the transitional one and the regular one.
Texts story(Table& table, std::uint32_t node) {
  Texts texts = table.seat(node).delivered;
  for (std::string& text : texts) text = text.substr(0, text.starts_with("| ") ? 1 : std::string::npos);
  return texts;
}

bool is_frame(const Message& message) { return std::holds_alternative<FramePtr>(message); }

}  // namespace

TEST_CASE("a safe frame is delivered at the second token that says that all have it, an agreed one at once") {
  for (const bool safe : {false, true}) {
    Table table = resting(3);
    std::uint32_t tokens = 0;  // that node 2 got since the frame
    table.lose([&](NodeId, NodeId to, const Message& message) {
      const auto* token = std::get_if<Token>(&message);
      if (token != nullptr && to == NodeId{2} && token->sequence.value > 0) ++tokens;
      return false;
    });
    const auto frames = table.engine(2).counters().mcast_tx;
    safe ? table.send_safe(2, "x") : table.send(2, "x");
    while (table.engine(2).counters().mcast_tx == frames) table.run(10us);
    tokens = 0;
    while (story(table, 2).empty()) table.run(10us);
    CHECK(tokens == (safe ? 2 : 0));
    table.run(1ms);
    CHECK(story(table, 1) == Texts{"x"});
    CHECK(story(table, 3) == Texts{"x"});
  }
}

TEST_CASE("one token that says so is not enough: the next member may lack the frame") {
  Table table = resting(3);
  // Node 3 never gets the frame. Node 1 passes on a token that counts it as received, node 2 gets that one.
  table.lose([](NodeId, NodeId to, const Message& message) { return is_frame(message) && to == NodeId{3}; });
  table.send_safe(1, "x");
  table.run(20ms);
  for (std::uint32_t node = 1; node <= 3; ++node) CHECK(story(table, node).empty());
  table.lose_nothing();
  table.run(20ms);
  for (std::uint32_t node = 1; node <= 3; ++node) CHECK(story(table, node) == Texts{"x"});
}

TEST_CASE("a repeated token is no second one") {
  Table table = resting(3);
  std::optional<Message> first;
  table.lose([&](NodeId, NodeId to, const Message& message) {
    const auto* token = std::get_if<Token>(&message);
    if (token == nullptr || to != NodeId{2} || table.engine(1).counters().mcast_tx == 0) return false;
    if (!first && token->sequence == token->aru) first = message;
    return false;
  });
  table.send_safe(1, "x");
  while (!first) table.run(10us);
  table.run(60us);
  for (int i = 0; i < 5; ++i) table.put(2, *first);
  CHECK(story(table, 2).empty());
  table.run(1ms);
  CHECK(story(table, 2) == Texts{"x"});
}

TEST_CASE("agreed frames behind a safe one that waits keep their place, those before it don't wait") {
  Table table = resting(3);
  table.lose([](NodeId, NodeId to, const Message& message) {
    const auto* frame = std::get_if<FramePtr>(&message);
    return frame != nullptr && to == NodeId{3} && (*frame)->guarantee == Guarantee::safe;
  });
  table.send(2, "before");
  table.send_safe(2, "safe");
  table.send(2, "behind");
  table.run(20ms);
  for (std::uint32_t node = 1; node <= 3; ++node) CHECK(story(table, node) == Texts{"before"});
  table.lose_nothing();
  table.run(20ms);
  for (std::uint32_t node = 1; node <= 3; ++node) CHECK(story(table, node) == Texts{"before", "safe", "behind"});
}

TEST_CASE("safe frames never wait for a token that rests, however early it does") {
  rondel::engine::Parameters parameters;
  parameters.sequence_unchanged_max = 0;
  for (std::uint32_t nodes = 1; nodes <= 4; ++nodes) {
    Table table{nodes, parameters};
    table.write_down = false;
    table.start_all();
    REQUIRE(table.run_until_one_ring(10s));
    for (std::uint32_t sender = 1; sender <= nodes; ++sender) {
      table.run(3s);
      for (std::uint32_t node = 1; node <= nodes; ++node) table.seat(node).delivered.clear();
      table.send_safe(sender, "x");
      table.run(2ms);
      for (std::uint32_t node = 1; node <= nodes; ++node) CHECK(story(table, node) == Texts{"x"});
    }
    const auto visits = table.engine(nodes).counters().orf_token_rx;
    table.run(3s);
    CHECK(table.engine(nodes).counters().orf_token_rx - visits <= 30);  // and then it rests
  }
}

TEST_CASE("frames that wait are kept for those who lack them, and freed when they are delivered") {
  rondel::engine::Parameters parameters;
  parameters.window_frames = 50;
  Table table{3, parameters};
  table.write_down = false;
  table.start_all();
  REQUIRE(table.run_until_one_ring(10s));
  for (std::uint32_t node = 1; node <= 3; ++node) table.seat(node).delivered.clear();
  for (int i = 0; i < 20'000; ++i) {  // more than a window holds
    i % 3 == 0 ? table.send(1, std::to_string(i)) : table.send_safe(1, std::to_string(i));
  }
  table.run(2s);
  REQUIRE(table.seat(2).delivered.size() == 20'000);
  CHECK(table.seat(2).delivered == table.seat(1).delivered);
  CHECK(table.seat(3).delivered == table.seat(1).delivered);
}

TEST_CASE("what no member knew to be safe comes behind the transitional view, in its order, for all who come along") {
  Table table = resting(3);
  table.lose([](NodeId, NodeId to, const Message& message) { return is_frame(message) && to == NodeId{3}; });
  table.send_safe(2, "safe");
  table.send(2, "behind");
  table.run(5ms);
  table.kill(3);
  REQUIRE(table.run_until_one_ring(10s));
  CHECK(story(table, 1) == Texts{"|", "safe", "behind", "|"});
  CHECK(story(table, 2) == Texts{"|", "safe", "behind", "|"});
}

TEST_CASE("contiguous frames of a member that is gone are delivered behind the transitional view, too") {
  Table table = resting(3);
  table.send_safe(3, "safe");
  table.send(3, "behind");
  const auto sent = [&] { return table.engine(3).counters().mcast_tx; };
  const auto before = sent();
  while (sent() < before + 2) table.run(10us);
  table.run(60us);
  table.kill(3);
  REQUIRE(table.run_until_one_ring(10s));
  CHECK(story(table, 1) == Texts{"|", "safe", "behind", "|"});
  CHECK(story(table, 2) == Texts{"|", "safe", "behind", "|"});
}

TEST_CASE("what one member delivered as safe the others deliver in the same view") {
  Table table = resting(3);
  table.send_safe(2, "safe");
  // Whoever knows first: from then on nothing arrives any more, so the others never hear the second token.
  const auto anybody = [&] {
    int count = 0;
    for (std::uint32_t node = 1; node <= 3; ++node) count += story(table, node).empty() ? 0 : 1;
    return count;
  };
  while (anybody() == 0) table.run(10us);
  REQUIRE(anybody() == 1);
  table.lose([](NodeId, NodeId, const Message& message) {
    const auto* token = std::get_if<Token>(&message);
    return token != nullptr && token->ring.number.value < 20;
  });
  const RingId ring = table.engine(1).ring();
  table.run(100ms);
  table.lose([ring](NodeId, NodeId, const Message& message) {
    const auto* token = std::get_if<Token>(&message);
    return token != nullptr && token->ring == ring;
  });
  table.run(10s);
  REQUIRE(table.one_ring());
  for (std::uint32_t node = 1; node <= 3; ++node) {
    const Texts told = story(table, node);
    REQUIRE(told.size() >= 3);
    CHECK(Texts(told.begin(), told.begin() + 3) == Texts{"safe", "|", "|"});
  }
}

TEST_CASE("what was safe on one ring says nothing about the next") {
  Table table = formed_ring(3);
  for (int i = 0; i < 100; ++i) table.send(1, std::to_string(i));
  table.run(1s);
  table.kill(2);
  REQUIRE(table.run_until_one_ring(10s));
  table.seat(1).delivered.clear();
  table.lose([](NodeId, NodeId to, const Message& message) { return is_frame(message) && to == NodeId{3}; });
  table.send_safe(1, "x");
  table.run(20ms);
  CHECK(story(table, 1).empty());
  CHECK(story(table, 3).empty() == false);  // the old ring's
}

TEST_CASE("an engine says how far it has received a ring, and nothing about rings it doesn't keep") {
  Table table = formed_ring(2);
  const RingId old = table.engine(1).ring();
  const std::optional<Sequence> before = table.engine(1).received(old);
  REQUIRE(before);
  table.send(2, "x");
  table.run(1s);
  CHECK(table.engine(1).received(old) == before->next());
  CHECK_FALSE(table.engine(1).received(RingId{NodeId{7}, rondel::RingNumber{8}}));
  table.kill(2);
  table.run(4s);
  CHECK(table.engine(1).state() == State::gather);
  CHECK(table.engine(1).received(old) == before->next());
  REQUIRE(table.run_until_one_ring(10s));
  CHECK_FALSE(table.engine(1).received(old));
}
