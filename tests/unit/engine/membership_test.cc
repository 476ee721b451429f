// Gather and commit: what the lists, the timers and the disk have to say.
#include <doctest/doctest.h>

#include <optional>

#include "table.h"

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using rondel::NodeId;
using rondel::RingId;
using rondel::RingNumber;
using rondel::engine::CommitToken;
using rondel::engine::Join;
using rondel::engine::Message;
using rondel::engine::State;
using rondel::transcripts::Table;

namespace {

Join join_of(std::uint32_t sender, std::vector<NodeId> candidates, std::vector<NodeId> failed, std::uint64_t number) {
  return Join{NodeId{sender}, false, std::move(candidates), std::move(failed), RingNumber{number}, {}};
}

}  // namespace

TEST_CASE("a ring number is used only when it is durable") {
  Table table{1};
  table.seat(1).stores_finish = false;
  table.start_all();
  table.run(100ms);
  CHECK(table.engine(1).state() == State::commit);
  CHECK(table.seat(1).views.empty());
  table.engine(1).stored(table.now(), RingNumber{600});
  table.run(100ms);
  CHECK(table.run_until_one_ring(2s));
}

TEST_CASE("the stored number runs ahead, so the next process starts above every number used") {
  Table table{1};
  table.start_all();
  CHECK(table.run_until_one_ring(5ms));
  const auto used = table.engine(1).view().ring.number;
  CHECK(table.seat(1).disk.value >= used.value + 256);
  table.restart(1);
  CHECK(table.run_until_one_ring(5ms));
  CHECK(table.engine(1).view().ring.number > used);
}

TEST_CASE("a join that excludes an operational node does not move it") {
  Table table{2};
  table.start_all();
  CHECK(table.run_until_one_ring(10s));
  table.put(1, join_of(2, {NodeId{1}, NodeId{2}}, {NodeId{1}}, 1000));
  CHECK(table.engine(1).state() == State::operational);
}

TEST_CASE("a late join of a member from before this ring does not move it") {
  Table table{2};
  table.start_all();
  CHECK(table.run_until_one_ring(10s));
  table.put(1, join_of(2, {NodeId{1}, NodeId{2}}, {}, 1));
  CHECK(table.engine(1).state() == State::operational);
}

TEST_CASE("who talks but does not agree is not condemned by the first consensus time") {
  rondel::engine::Parameters parameters;
  Table table{2, parameters};
  table.lose([](NodeId, NodeId to, const Message&) { return to == NodeId{2}; });  // 2 hears nothing
  table.start_all();
  table.run(10ms);
  // Node 2's joins arrive and say less than node 1's lists: node 1 waits for it twice, not for ever.
  for (int i = 0; i < 70; ++i) {
    table.put(1, join_of(2, {NodeId{2}}, {}, 5));
    table.run(50ms);
  }
  CHECK(table.engine(1).state() == State::gather);
  table.run(100ms);
  CHECK(table.engine(1).counters().consensus_timeouts == 1);
  CHECK(table.engine(1).view().members.size() <= 1);
}

TEST_CASE("a commit token for another set than the agreed one is ignored") {
  Table table{3};
  table.lose([](auto, auto, const auto&) { return true; });
  table.start_all();
  table.run(10ms);
  table.put(1, join_of(2, {NodeId{1}, NodeId{2}}, {}, 5));
  table.run(10ms);  // newcomers settle
  REQUIRE(table.engine(1).state() == State::commit);
  CommitToken token;
  token.sender = NodeId{3};
  token.ring = RingId{NodeId{1}, RingNumber{5000}};
  token.members = {NodeId{1}, NodeId{3}};
  token.entries.resize(2);
  token.filled = 2;
  table.put(1, token);
  CHECK(table.engine(1).state() == State::commit);
}

// Only the end of the second rotation says that everybody knows what everybody has.
TEST_CASE("a repeat of the first rotation's last hop does not start the ring's token") {
  Table table{2};
  std::optional<CommitToken> last_hop;
  table.lose([&last_hop](NodeId, NodeId, const Message& message) {
    const auto* commit = std::get_if<CommitToken>(&message);
    if (commit == nullptr) return false;
    if (commit->hop.value == commit->members.size()) last_hop = *commit;
    return commit->hop.value > commit->members.size();
  });
  table.start_all();
  while (table.engine(1).state() != State::recovery && table.now() < rondel::Time{10s}) table.run(1ms);
  REQUIRE(table.engine(1).state() == State::recovery);
  REQUIRE(last_hop);
  const auto tokens_before = table.engine(1).counters().orf_token_tx;
  table.put(1, *last_hop);
  CHECK(table.engine(1).counters().orf_token_tx == tokens_before);
  CHECK(table.engine(1).state() == State::recovery);
  table.lose_nothing();
  CHECK(table.run_until_one_ring(10s));
}

TEST_CASE("a member that wants more than was agreed on ends a commit at once") {
  Table table{3};
  table.lose([](auto, auto, const auto&) { return true; });
  table.start_all();
  table.run(10ms);
  table.put(1, join_of(2, {NodeId{1}, NodeId{2}}, {}, 5));
  table.run(10ms);  // newcomers settle
  REQUIRE(table.engine(1).state() == State::commit);
  table.put(1, join_of(2, {NodeId{1}, NodeId{2}}, {}, 5));
  CHECK(table.engine(1).state() == State::commit);  // what was agreed on: the token is on its way
  table.put(1, join_of(2, {NodeId{2}, NodeId{1}, NodeId{3}}, {}, 5));
  CHECK(table.engine(1).state() == State::gather);
}

TEST_CASE("joins that arrive together are answered by one join") {
  Table table{4};
  table.lose([](auto, auto, const auto&) { return true; });
  table.start_all();
  table.run(10ms);
  const auto sent = table.engine(1).counters().memb_join_tx;
  const std::vector<Message> joins{join_of(2, {NodeId{2}}, {}, 5), join_of(3, {NodeId{3}}, {}, 5),
                                   join_of(4, {NodeId{4}}, {}, 5)};
  table.engine(1).receive_batch(table.now(), joins);
  CHECK(table.engine(1).counters().memb_join_tx == sent + 1);
}

TEST_CASE("a number that could not grow any more is not believed") {
  for (const std::uint64_t number : {~std::uint64_t{0}, (std::uint64_t{1} << 62U) + 1}) {
    Table table{1};
    table.start_all();
    CHECK(table.run_until_one_ring(5ms));
    const auto before = table.engine(1).ring().number;
    table.put(1, join_of(2, {NodeId{2}}, {}, number));
    table.run(5s);
    CHECK(table.engine(1).ring().number > before);
    CHECK(table.engine(1).ring().number.value < 1000);
  }
}
