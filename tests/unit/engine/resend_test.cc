// Resends: how soon, how many, and by whom.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "table.h"

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using rondel::NodeId;
using rondel::engine::Capabilities;
using rondel::engine::FramePtr;
using rondel::engine::Message;
using rondel::engine::Parameters;
using rondel::engine::Token;
using rondel::transcripts::formed_ring;
using rondel::transcripts::Table;

namespace {

constexpr Capabilities as_with_corosync{0};
constexpr Capabilities of_ours{3};

Table quiet_ring(Capabilities capabilities, const Parameters& parameters = {}) {
  Table table = formed_ring(3, parameters, capabilities);
  table.run(3s);
  for (std::uint32_t node = 1; node <= 3; ++node) table.seat(node).delivered.clear();
  return table;
}

// Ten frames of node 1, the second of which node 3 misses once.
void lose_one_of_ten(Table& table) {
  int seen = 0;
  table.lose([seen](NodeId, NodeId to, const Message& message) mutable {
    return to == NodeId{3} && std::holds_alternative<FramePtr>(message) && ++seen == 3;
  });
  table.send(1, "wakes the ring");
  for (int i = 0; i < 10; ++i) table.send(1, std::to_string(i));
}

// The most requests that one token carried after node 3 missed 60 frames in a row.
std::size_t most_requests(Table& table) {
  std::size_t most = 0;
  int seen = 0;
  table.lose([&most, &seen](NodeId, NodeId to, const Message& message) {
    if (const auto* token = std::get_if<Token>(&message)) most = std::max(most, token->requests.size());
    if (to != NodeId{3} || !std::holds_alternative<FramePtr>(message)) return false;
    ++seen;
    return seen > 10 && seen <= 70;
  });
  for (int i = 0; i < 100; ++i) table.send(2, std::to_string(i));
  table.run(1s);
  CHECK(table.seat(3).delivered.size() == 100);
  CHECK(table.seat(3).delivered == table.seat(1).delivered);
  table.lose_nothing();
  return most;
}

Parameters wide() {
  Parameters parameters;
  parameters.window_frames = 200;
  parameters.visit_frames_max = 120;
  return parameters;
}

}  // namespace

TEST_CASE("a hole between two frames of one sender is asked for at once among our nodes") {
  Table table = quiet_ring(of_ours);
  lose_one_of_ten(table);
  table.run(500us);
  CHECK(table.seat(3).delivered.size() == 11);
}

TEST_CASE("with a corosync in the ring a hole is asked for at the fifth visit") {
  Table table = quiet_ring(as_with_corosync);
  lose_one_of_ten(table);
  table.run(500us);
  CHECK(table.seat(3).delivered.size() < 11);
  table.run(1ms);
  CHECK(table.seat(3).delivered.size() == 11);
}

TEST_CASE("a token asks for no more than 30 frames, or than fit into a datagram in a ring of ours") {
  Table mixed = quiet_ring(as_with_corosync, wide());
  CHECK(most_requests(mixed) == 30);
  Table ours = quiet_ring(of_ours, wide());
  CHECK(most_requests(ours) == 60);
  Table older = quiet_ring(Capabilities{1}, wide());
  CHECK(most_requests(older) == 30);
}

TEST_CASE("a frame is not sent again twice within a rotation, whoever misses it") {
  Table table = quiet_ring(of_ours);
  // Nodes 2 and 3 miss the second of five, and node 3 misses its first resend too.
  std::map<std::uint32_t, int> copies;
  int to_two = 0, to_three = 0;
  table.lose([&](NodeId, NodeId to, const Message& message) {
    const auto* frame = std::get_if<FramePtr>(&message);
    if (frame == nullptr) return false;
    if (to == NodeId{3}) ++copies[(*frame)->sequence.value];
    if (to == NodeId{2}) return ++to_two == 2;
    return to == NodeId{3} && (++to_three == 2 || to_three == 6);
  });
  for (int i = 0; i < 5; ++i) table.send(1, std::to_string(i));
  table.run(20ms);
  CHECK(table.seat(3).delivered.size() == 5);
  CHECK(table.seat(2).delivered == table.seat(3).delivered);
  CHECK(std::all_of(copies.begin(), copies.end(), [](const auto& sent) { return sent.second <= 3; }));
  const auto resent = table.engine(1).counters().mcast_retx + table.engine(2).counters().mcast_retx +
                      table.engine(3).counters().mcast_retx;
  CHECK(resent == 2);
}

TEST_CASE("where frames get lost each token travels twice, and one of them is enough") {
  Table table = quiet_ring(of_ours);
  int frames = 0, tokens = 0, tokens_lost = 0;
  table.lose([&](NodeId, NodeId to, const Message& message) {
    if (std::holds_alternative<Token>(message) && tokens_lost < 20 && ++tokens % 4 == 0) return ++tokens_lost > 0;
    return to == NodeId{3} && std::holds_alternative<FramePtr>(message) && ++frames % 5 == 0;
  });
  for (int i = 0; i < 2000; ++i) table.send(1, std::to_string(i));
  const auto received = table.engine(2).counters().orf_token_rx;
  const auto dropped = table.engine(2).counters().rx_msg_dropped;
  table.run(1s);
  CHECK(table.seat(3).delivered.size() == 2000);
  CHECK(table.engine(2).counters().rx_msg_dropped - dropped > 20);
  CHECK(table.engine(2).counters().rx_msg_dropped - dropped < table.engine(2).counters().orf_token_rx - received);
  Table mixed = quiet_ring(as_with_corosync);
  mixed.lose([frames](NodeId, NodeId to, const Message& message) mutable {
    return to == NodeId{3} && std::holds_alternative<FramePtr>(message) && ++frames % 5 == 0;
  });
  for (int i = 0; i < 500; ++i) mixed.send(1, std::to_string(i));
  const auto before = mixed.engine(2).counters().rx_msg_dropped;
  mixed.run(600ms);
  CHECK(mixed.engine(2).counters().rx_msg_dropped == before);
}

TEST_CASE("frames grow from one datagram while nothing gets lost") {
  Parameters parameters;
  parameters.piece_bytes = 1446;
  Table table = quiet_ring(of_ours, parameters);
  table.seat(1).source.sizes.clear();
  for (int i = 0; i < 4000; ++i) table.send(1, std::to_string(i));
  table.run(1s);
  const auto& sizes = table.seat(1).source.sizes;
  REQUIRE(sizes.size() == 4000);
  CHECK(sizes.front() == 1446 - rondel::engine::frame_header_bytes);
  CHECK(sizes.back() == rondel::engine::frame_bytes_limit - rondel::engine::frame_header_bytes);
  CHECK(std::is_sorted(sizes.begin(), sizes.end()));
}
