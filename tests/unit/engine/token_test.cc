// The token: visits, resends, holding.
#include <doctest/doctest.h>

#include "table.h"

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using rondel::NodeId;
using rondel::Sequence;
using rondel::engine::FramePtr;
using rondel::engine::HoldCancel;
using rondel::engine::MergeDetect;
using rondel::engine::Message;
using rondel::engine::State;
using rondel::engine::Token;
using rondel::transcripts::formed_ring;
using rondel::transcripts::Table;

TEST_CASE("a frame lost for one member is sent again to it, and the order holds") {
  Table table = formed_ring(3);
  for (std::uint32_t node = 1; node <= 3; ++node) table.seat(node).delivered.clear();
  int lost = 0;
  table.lose([&lost](NodeId, NodeId to, const Message& message) {
    const auto* frame = std::get_if<FramePtr>(&message);
    return to == NodeId{3} && frame != nullptr && lost++ == 1;
  });
  for (int i = 0; i < 10; ++i) table.send(1, std::to_string(i));
  table.run(2s);
  CHECK(lost > 1);
  CHECK(table.seat(3).delivered == table.seat(1).delivered);
  CHECK(table.seat(3).delivered.size() == 10);
  const auto resent = table.engine(1).counters().mcast_retx + table.engine(2).counters().mcast_retx;
  CHECK(resent == 1);
}

TEST_CASE("a lost token is repeated before the ring is given up") {
  Table table = formed_ring(2);
  bool lost = false;
  table.lose([&lost](NodeId, NodeId, const Message& message) {
    if (lost || !std::holds_alternative<Token>(message)) return false;
    return lost = true;
  });
  table.run(2s);
  CHECK(lost);
  CHECK(table.engine(1).counters().operational_token_lost == 0);
  CHECK(table.seat(1).views.size() <= 2);
  CHECK(table.one_ring());
}

TEST_CASE("a token lost in a busy ring stops it for milliseconds only") {
  Table table = formed_ring(3);
  bool lost = false;
  table.lose([&lost](NodeId, NodeId, const Message& message) {
    if (lost || !std::holds_alternative<Token>(message)) return false;
    return lost = true;
  });
  table.send(2, "soon");
  table.run(15ms);
  CHECK(lost);
  CHECK(table.seat(1).delivered.back() == "soon");
}

TEST_CASE("a token lost while only resends go on is repeated as soon") {
  Table table = formed_ring(3);
  table.run(3s);
  // Node 3 never gets the frame, so the token goes round with its request and nothing new.
  table.lose([](NodeId, NodeId to, const Message& message) {
    return to == NodeId{3} && std::holds_alternative<FramePtr>(message);
  });
  table.send(1, "missed by three");
  table.run(50ms);
  bool lost = false;
  table.lose([&lost](NodeId from, NodeId to, const Message& message) {
    if (!lost && from == NodeId{2} && std::holds_alternative<Token>(message)) return lost = true;
    return to == NodeId{3} && std::holds_alternative<FramePtr>(message);
  });
  table.run(5ms);
  CHECK(lost);
  const auto visits = table.engine(3).counters().orf_token_rx;
  table.run(15ms);
  CHECK(table.engine(3).counters().orf_token_rx > visits);
}

TEST_CASE("an idle ring rests, and wakes at once when a member has something to send") {
  Table table = formed_ring(3);
  table.run(3s);
  const auto visits = table.engine(2).counters().orf_token_rx;
  table.run(5s);
  CHECK(table.engine(2).counters().orf_token_rx - visits <= 12);  // once per hold
  table.send(2, "now");
  table.run(2ms);
  CHECK(table.seat(3).delivered.back() == "now");
}

TEST_CASE("a node alone does not spin") {
  Table table = formed_ring(1);
  table.run(3s);
  const auto visits = table.engine(1).counters().orf_token_rx;
  for (int i = 0; i < 10; ++i) {
    table.send(1, std::to_string(i));
    table.run(1ms);
  }
  CHECK(table.seat(1).delivered.back() == "9");
  CHECK(table.engine(1).counters().orf_token_rx - visits <= 50);
}

TEST_CASE("the representative sends from the token it holds") {
  Table table = formed_ring(3);
  table.run(3s);
  table.send(1, "mine");
  CHECK(table.seat(1).delivered.back() == "mine");
  table.run(1ms);
  CHECK(table.seat(3).delivered.back() == "mine");
}

TEST_CASE("a lost hold cancel is repeated") {
  Table table = formed_ring(2);
  table.run(3s);
  int cancels = 0;
  table.lose([&cancels](NodeId, NodeId, const Message& message) {
    return std::holds_alternative<HoldCancel>(message) && cancels++ < 2;
  });
  table.send(2, "now");
  table.run(20ms);
  CHECK(cancels == 3);
  CHECK(table.seat(1).delivered.back() == "now");
}

TEST_CASE("the token is never held while frames wait") {
  Table table = formed_ring(2);
  table.run(3s);
  for (int i = 0; i < 200; ++i) table.send(1, std::to_string(i));
  table.run(100ms);
  CHECK(table.seat(2).delivered.back() == "199");
}

TEST_CASE("a token of another ring, a repeat, and one that no member could have sent change nothing") {
  Table table = formed_ring(2);
  table.run(3s);
  const auto dropped = table.engine(2).counters().rx_msg_dropped;
  Token foreign;
  foreign.hop = Sequence{1'000'000};
  foreign.ring = {NodeId{7}, {99}};
  table.put(2, foreign);
  Token repeat;
  repeat.ring = table.engine(2).ring();
  table.put(2, repeat);
  Token absurd;
  absurd.ring = table.engine(2).ring();
  absurd.hop = Sequence{1'000'000};
  absurd.sequence = Sequence{500'000};
  table.put(2, absurd);
  CHECK(table.engine(2).counters().rx_msg_dropped == dropped + 3);
  table.run(2s);
  CHECK(table.one_ring());
}

TEST_CASE("a late merge detect of a ring that was left does not re-form the ring; another ring's does") {
  Table table = formed_ring(2);
  REQUIRE(table.seat(1).views.size() >= 1);
  const auto own_first = rondel::RingId{NodeId{1}, {1}};  // of this process's start: left
  table.put(1, MergeDetect{NodeId{2}, own_first});
  CHECK(table.engine(1).state() == State::operational);
  CHECK(table.engine(1).counters().late_old_ring_messages == 1);
  table.put(1, MergeDetect{NodeId{2}, {NodeId{2}, {4711}}});
  CHECK(table.engine(1).state() == State::gather);
}

TEST_CASE("own silence while the process did not run costs no membership") {
  Table table = formed_ring(2);
  auto& engine = table.engine(2);
  const auto deadline_before = engine.deadline();
  REQUIRE(deadline_before);
  engine.resumed(table.now(), 2500ms);
  engine.expire(table.now() + 4s);
  CHECK(engine.state() == State::operational);
}
