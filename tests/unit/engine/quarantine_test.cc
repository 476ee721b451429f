// Rings in which some nodes do not hear each other: who goes with whom, for how long, and what is said about it.
#include <doctest/doctest.h>

#include "engine/hearing.h"
#include "table.h"

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using namespace rondel::engine;
using rondel::Duration;
using rondel::NodeId;
using rondel::RingNumber;
using rondel::transcripts::formed_ring;
using rondel::transcripts::Table;

namespace {

// A token timeout, and three consensus timeouts.
constexpr Duration bound = 3000ms + 3 * 3600ms;

void cut(Table& table, std::vector<std::pair<std::uint32_t, std::uint32_t>> paths) {
  table.lose([paths](NodeId from, NodeId to, const Message&) {
    return std::any_of(paths.begin(), paths.end(),
                       [&](const auto& path) { return from.value == path.first && to.value == path.second; });
  });
}

NodeList nodes(std::initializer_list<std::uint32_t> ids) {
  NodeList list;
  for (const std::uint32_t id : ids) list.push_back(NodeId{id});
  return list;
}

std::size_t views_of(Table& table, std::uint32_t count) {
  std::size_t views = 0;
  for (std::uint32_t node = 1; node <= count; ++node) views += table.seat(node).views.size();
  return views;
}

const NodeList& members(Table& table, std::uint32_t node) { return table.engine(node).view().members; }

std::vector<Pair> pair(std::uint32_t low, std::uint32_t high) { return {{NodeId{low}, NodeId{high}}}; }

}  // namespace

TEST_CASE("of three the two that hear each other go on, and nothing changes while the pair is cut") {
  Table table = formed_ring(3);
  cut(table, {{1, 2}, {2, 1}});
  table.run(bound);
  const std::size_t settled = views_of(table, 3);
  CHECK(members(table, 1) == nodes({1, 3}));
  CHECK(members(table, 3) == nodes({1, 3}));
  CHECK(members(table, 2) == nodes({2}));
  table.run(120s);
  CHECK(views_of(table, 3) == settled);
  for (const std::uint32_t node : {1U, 2U, 3U}) CHECK(table.engine(node).cut_pairs() == pair(1, 2));
  CHECK(to_string(table.engine(3).view().cause) == "nodes 1 and 2 do not hear each other: node 2 is left out");
}

TEST_CASE("each pair of three, and each direction of it, settles and heals") {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs{{1, 2}, {1, 3}, {2, 3}};
  for (const auto& [low, high] : pairs) {
    for (const int directions : {1, 2, 3}) {
      CAPTURE(low);
      CAPTURE(high);
      CAPTURE(directions);
      Table table = formed_ring(3);
      std::vector<std::pair<std::uint32_t, std::uint32_t>> paths;
      if ((directions & 1) != 0) paths.emplace_back(low, high);
      if ((directions & 2) != 0) paths.emplace_back(high, low);
      cut(table, paths);
      table.run(bound);
      const std::size_t settled = views_of(table, 3);
      const NodeList all = nodes({1, 2, 3});
      const bool kept = members(table, 1) == all;  // the token does not travel the way that is cut
      if (!kept) CHECK(members(table, low) == set_of(NodeId{low}, all, {{NodeId{low}, NodeId{high}}}));
      if (!kept) CHECK(members(table, high) == set_of(NodeId{high}, all, {{NodeId{low}, NodeId{high}}}));
      table.run(120s);
      CHECK(views_of(table, 3) == settled);
      table.lose_nothing();
      CHECK(table.run_until_one_ring(bound));
      table.run(10s);
      for (const std::uint32_t node : {1U, 2U, 3U}) CHECK(table.engine(node).cut_pairs().empty());
      CHECK(table.one_ring());
    }
  }
}

TEST_CASE("a ring whose token still goes round is kept, and the pair is named once links are known to be down") {
  Table table = formed_ring(4);
  cut(table, {{1, 3}, {3, 1}});
  table.engine(1).evidence(table.now(), {NodeId{3}, PeerEvidence::Kind::link_down});
  table.engine(3).evidence(table.now(), {NodeId{1}, PeerEvidence::Kind::link_down});
  table.run(20s);
  for (const std::uint32_t node : {1U, 2U, 3U, 4U}) {
    CHECK(table.seat(node).views.size() <= 2);
    CHECK(members(table, node) == nodes({1, 2, 3, 4}));
    CHECK(table.engine(node).cut_pairs() == pair(1, 3));
  }
  table.lose_nothing();
  table.run(10s);
  CHECK(table.engine(2).cut_pairs().empty());
}

TEST_CASE("a node that is dead for all is condemned as ever, and no pair is named") {
  Table table = formed_ring(3);
  table.kill(2);
  CHECK(table.run_until_one_ring(bound));
  table.run(5s);
  CHECK(table.engine(1).cut_pairs().empty());
  CHECK(table.engine(3).view().cause.kind == Cause::Kind::token_lost);
}

TEST_CASE("what is known of a pair is forgotten when nobody has spoken of it for a minute") {
  Table table = formed_ring(3);
  cut(table, {{1, 2}, {2, 1}});
  table.run(bound);
  table.kill(2);
  table.run(50s);
  CHECK(table.engine(3).cut_pairs() == pair(1, 2));
  table.run(20s);
  CHECK(table.engine(3).cut_pairs().empty());
}

TEST_CASE("who said goodbye is not spoken of any more") {
  Table table = formed_ring(3);
  cut(table, {{1, 2}, {2, 1}});
  table.run(bound);
  table.leave(2);
  table.run(1s);
  CHECK(table.engine(3).cut_pairs().empty());
}

TEST_CASE("a newcomer whom all hear joins the larger set, and the other one stays out") {
  Table table{4};
  for (const std::uint32_t node : {1U, 2U, 3U}) table.start(node);
  CHECK(table.run_until_one_ring(10s));
  cut(table, {{1, 2}, {2, 1}});
  table.run(bound);
  table.start(4);
  table.run(bound);
  CHECK(members(table, 4) == nodes({1, 3, 4}));
  CHECK(members(table, 1) == nodes({1, 3, 4}));
  CHECK(members(table, 2) == nodes({2}));
  const std::size_t settled = views_of(table, 4);
  table.run(120s);
  CHECK(views_of(table, 4) == settled);
}

// --- the bookkeeping ---

namespace {

Report report_of(std::uint32_t node, std::uint64_t count, std::initializer_list<std::uint32_t> heard) {
  Report report{
      .node = NodeId{node}, .life = RingNumber{1}, .count = count, .talks_ms = 60'000, .tells_ms = 60'000, .ears = {}};
  for (const std::uint32_t other : heard) report.ears.push_back({NodeId{other}, Hearing::lively});
  return report;
}

}  // namespace

namespace {

// What node 1 says while 2 and 3, which it hears, report that they don't hear each other; 4 is as `fourth` says.
std::string said_by_one(const std::optional<Join>& fourth) {
  Table table{1};
  table.start(1);
  for (std::uint64_t count = 1; count <= 12; ++count) {
    for (const std::uint32_t node : {2U, 3U}) {
      table.put(1, Join{.sender = NodeId{node},
                        .candidates = nodes({1, 2, 3, 4}),
                        .failed = {},
                        .ring_number = RingNumber{5},
                        .trailer = Join::Trailer{
                            .version = "", .capabilities = {1}, .reports = {report_of(node, count, {1, 4})}}});
    }
    if (fourth) table.put(1, *fourth);
    table.run(50ms);
  }
  return table.take_transcript();
}

}  // namespace

TEST_CASE("with a node that makes no reports nobody is left out: corosync's behaviour is kept") {
  // Node 5, which is never heard, keeps them from agreeing.
  Join join{.sender = NodeId{4},
            .candidates = nodes({1, 2, 3, 4, 5}),
            .failed = {},
            .ring_number = RingNumber{5},
            .trailer = {}};
  CHECK(said_by_one(std::nullopt).find("apart [3]") != std::string::npos);
  CHECK(said_by_one(join).find("apart") == std::string::npos);
  join.trailer = Join::Trailer{.version = "", .capabilities = {1}, .reports = {report_of(4, 1, {1, 2, 3})}};
  CHECK(said_by_one(join).find("apart [3]") != std::string::npos);
  join.trailer->reports.front().mixed = true;  // it hears a corosync that this node doesn't
  CHECK(said_by_one(join).find("apart") == std::string::npos);
}

TEST_CASE("a pair needs both directions, and heals only when both are there again") {
  HearingState state;
  std::vector<Notice> notices;
  const Pace pace{Parameters{}};
  rondel::Time now{};
  const NodeId self{9};
  learn(state, self, {report_of(1, 1, {2}), report_of(2, 1, {1})}, pace, now, notices);
  CHECK(notices.empty());
  learn(state, self, {report_of(1, 2, {})}, pace, now, notices);
  CHECK(cut_pairs(state, 0s, pace, now) == Pairs{{NodeId{1}, NodeId{2}}});
  learn(state, self, {report_of(1, 1, {2})}, pace, now, notices);  // an old one comes late
  CHECK(state.cut.size() == 1);
  learn(state, self, {report_of(2, 2, {})}, pace, now, notices);
  learn(state, self, {report_of(1, 3, {2})}, pace, now, notices);
  CHECK(state.cut.size() == 1);
  learn(state, self, {report_of(2, 3, {1})}, pace, now, notices);
  CHECK(state.cut.empty());
  REQUIRE(notices.size() == 2);
  CHECK(notices[0].kind == Notice::Kind::pair_cut);
  CHECK(notices[1].kind == Notice::Kind::pair_heals);
}

// Else who is on the wrong side of the pair stays alone, or forms ring after ring, until the pair is forgotten.
TEST_CASE("a cut pair counts while both of its nodes speak") {
  HearingState state;
  std::vector<Notice> notices;
  const Pace pace{Parameters{}};
  rondel::Time now{};
  const NodeId self{9};
  const Pairs the_pair{{NodeId{1}, NodeId{2}}};
  learn(state, self, {report_of(1, 1, {2}), report_of(2, 1, {1})}, pace, now, notices);
  learn(state, self, {report_of(1, 2, {})}, pace, now, notices);
  CHECK(cut_pairs(state, 0s, pace, now) == the_pair);
  now += pace.speaks;
  CHECK(cut_pairs(state, 0s, pace, now) == the_pair);
  learn(state, self, {report_of(1, 3, {})}, pace, now, notices);
  now += 1ms;
  CHECK(cut_pairs(state, 0s, pace, now).empty());  // node 2 says nothing
  learn(state, self, {report_of(2, 2, {})}, pace, now, notices);
  CHECK(cut_pairs(state, 0s, pace, now) == the_pair);
  forget(state, NodeId{1});
  CHECK(cut_pairs(state, 0s, pace, now).empty());  // it is dead or has left
}

TEST_CASE("who goes on to report though a newer process of its node does is there twice") {
  HearingState state;
  std::vector<Notice> notices;
  const Pace pace{Parameters{}};
  const NodeId self{9}, node{1};
  const auto report = [&](std::uint64_t life, std::uint64_t count) {
    Report one = report_of(1, count, {});
    one.life = RingNumber{life};
    note_twins(state, node, {one}, notices);
    learn(state, self, {one}, pace, rondel::Time{}, notices);
  };
  for (std::uint64_t count = 1; count < 30; ++count) report(1, count);
  for (std::uint64_t count = 1; count < 30; ++count) report(2, count);  // a restart
  for (int again = 0; again < 30; ++again) report(1, 30);               // an old packet, again and again
  CHECK(notices.empty());
  for (std::uint64_t count = 31; count < 60; ++count) report(1, count);
  REQUIRE(notices.size() == 1);
  CHECK(notices.front() == Notice{.kind = Notice::Kind::id_used_twice, .node = node});
}

TEST_CASE("the last report of a node that died accuses nobody") {
  HearingState state;
  std::vector<Notice> notices;
  const Pace pace{Parameters{}};
  rondel::Time now{};
  learn(state, NodeId{9}, {report_of(1, 1, {2})}, pace, now, notices);
  now += pace.lively;  // from here on 2 doesn't hear it any more
  Report survivor = report_of(2, 1, {});
  survivor.tells_ms = 0;
  learn(state, NodeId{9}, {survivor}, pace, now, notices);
  CHECK(state.cut.empty());
}

TEST_CASE("a process that starts again begins to count anew, and what it says counts") {
  HearingState state;
  std::vector<Notice> notices;
  const Pace pace{Parameters{}};
  learn(state, NodeId{9}, {report_of(1, 100, {2})}, pace, {}, notices);
  Report fresh = report_of(1, 1, {3});
  fresh.life = RingNumber{2};
  learn(state, NodeId{9}, {fresh}, pace, {}, notices);
  CHECK(state.reports.at(NodeId{1}).report == fresh);
}

TEST_CASE("where one node makes no reports nobody is left out by them") {
  HearingState state;
  std::vector<Notice> notices;
  Report report = report_of(1, 1, {});
  report.mixed = true;
  learn(state, NodeId{9}, {report}, Pace{Parameters{}}, {}, notices);
  CHECK(mixed(state, {}));
  CHECK_FALSE(mixed(state, rondel::Time{} + report_life + 1s));
}

TEST_CASE("however many ids a forger uses, only so many are remembered") {
  HearingState state;
  std::vector<Notice> notices;
  for (std::uint32_t node = 1; node <= 5000; ++node) {
    hear(state, NodeId{node}, {});
    links_down(state, NodeId{node});
    learn(state, NodeId{9}, {report_of(node, 1, {})}, Pace{Parameters{}}, {}, notices);
    if (node == 400) notices.clear();
  }
  CHECK(state.heard.size() <= 2 * members_max);
  CHECK(state.reports.size() <= members_max + 1);
}
