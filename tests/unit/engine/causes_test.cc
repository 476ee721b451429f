// Why a membership changed, as each node tells it.
#include "engine/causes.h"

#include <doctest/doctest.h>

#include <set>

#include "table.h"

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using rondel::NodeId;
using rondel::Time;
using rondel::engine::Cause;
using rondel::engine::Causes;
using rondel::engine::Join;
using rondel::engine::Message;
using rondel::transcripts::formed_ring;
using rondel::transcripts::Table;
using Kind = Cause::Kind;

namespace {

Table resting(std::uint32_t nodes) {
  Table table = formed_ring(nodes);
  table.run(3s);
  return table;
}

std::string told_by(Table& table, std::uint32_t node) { return why(table.engine(node).view()); }

Join join_of(std::uint32_t sender, std::vector<NodeId> failed, std::vector<Cause> causes) {
  return {.sender = NodeId{sender},
          .candidates = {NodeId{1}, NodeId{2}, NodeId{3}},
          .failed = std::move(failed),
          .ring_number = {},
          .trailer = Join::Trailer{.version = "", .capabilities = {}, .causes = std::move(causes)}};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("every kind of cause has a word and a sentence of its own, told or not") {
  std::set<std::string> words, sentences;
  std::size_t kinds = 0;
  for (;; ++kinds) {
    const auto kind = static_cast<Kind>(kinds);
    if (std::string{to_string(kind)} == "unknown") break;
    words.insert(to_string(kind));
    CHECK(rondel::engine::cause_kind(to_string(kind)) == kind);
    for (const NodeId teller : {NodeId{}, NodeId{7}}) {
      const std::string sentence = to_string(Cause{.kind = kind, .node = NodeId{3}, .silence = 5ms, .told_by = teller});
      CHECK(sentence != "unknown");
      sentences.insert(sentence);
    }
  }
  CHECK(kinds >= 14);
  CHECK(words.size() == kinds);
  CHECK(sentences.size() >= kinds);
  CHECK_FALSE(rondel::engine::cause_kind("unknown"));
  CHECK_FALSE(rondel::engine::cause_kind("from_the_future"));
}

TEST_CASE("nothing is a cause twice, and of many the first and the newest stay") {
  Causes causes{NodeId{1}};
  causes.add({.kind = Kind::token_lost, .node = NodeId{2}, .silence = 3s});
  causes.add({.kind = Kind::token_lost, .node = NodeId{3}, .silence = 2s});
  causes.add({.kind = Kind::left, .node = NodeId{3}});
  causes.add({.kind = Kind::left, .node = NodeId{3}});
  CHECK(causes.all().size() == 2);
  for (std::uint32_t node = 10; node < 30; ++node) causes.add({.kind = Kind::left, .node = NodeId{node}});
  CHECK(causes.all().size() == rondel::engine::causes_max);
  CHECK(causes.all().front().kind == Kind::token_lost);
  CHECK(causes.all().back().node == NodeId{29});
}

TEST_CASE("a member says why it calls others failed, and who does not say is named") {
  Causes causes{NodeId{1}};
  const Cause dead{.kind = Kind::process_dead, .node = NodeId{3}};
  causes.explain(join_of(2, {NodeId{3}, NodeId{4}}, {dead}), {NodeId{3}, NodeId{4}});
  REQUIRE(causes.all().size() == 2);
  CHECK(causes.all()[0] == Cause{.kind = Kind::process_dead, .node = NodeId{3}, .told_by = NodeId{2}});
  CHECK(causes.all()[1] == Cause{.kind = Kind::condemned, .node = NodeId{4}, .told_by = NodeId{2}});
  // What was not taken over is not explained.
  causes.clear();
  causes.explain(join_of(2, {NodeId{3}}, {dead}), {});
  CHECK(causes.empty());
  causes.explain(join_of(2, {NodeId{1}}, {}), {NodeId{2}});
  REQUIRE(causes.all().size() == 1);
  CHECK(to_string(causes.all().front()) == "node 2 calls this node failed");
}

TEST_CASE("who found out stays named on its way, and comes home as one's own") {
  const std::vector<NodeId> members{NodeId{1}, NodeId{2}, NodeId{3}};
  const Join join =
      join_of(2, {}, {{.kind = Kind::token_lost, .node = NodeId{1}, .silence = 1s, .told_by = NodeId{3}}});
  CHECK(rondel::engine::told_cause(join, members, NodeId{1})->told_by == NodeId{3});
  CHECK(rondel::engine::told_cause(join, members, NodeId{3})->told_by == NodeId{});
  CHECK_FALSE(rondel::engine::told_cause(join, {NodeId{1}}, NodeId{1}));  // another ring's trouble
  CHECK_FALSE(
      rondel::engine::told_cause(join_of(2, {}, {{.kind = Kind::merge, .node = NodeId{1}}}), members, NodeId{1}));
}

TEST_CASE("a node that dies is named by everybody") {
  Table table = resting(3);
  table.kill(3);
  CHECK(table.run_until_one_ring(20s));
  for (const std::uint32_t node : {1U, 2U}) {
    CHECK(has(told_by(table, node), "no token for 3"));
    CHECK(has(told_by(table, node), "node 3 did not answer"));
    CHECK(table.engine(node).view().cause.kind == Kind::token_lost);
    CHECK(table.engine(node).view().cause.told_by == NodeId{});  // both saw it themselves
  }
}

TEST_CASE("links that are down are said to be") {
  Table table = resting(2);
  table.kill(2);
  table.engine(1).evidence(table.now(), {NodeId{2}, rondel::engine::PeerEvidence::Kind::link_down});
  CHECK(table.run_until_one_ring(20s));
  CHECK(has(told_by(table, 1), "; node 2 did not answer in time, every link to it is down"));
}

TEST_CASE("a node that leaves while another dies: both are named") {
  Table table = resting(4);
  table.kill(4);
  table.leave(2);
  CHECK(table.run_until_one_ring(20s));
  for (const std::uint32_t node : {1U, 3U}) {
    CHECK(has(told_by(table, node), "node 2 left; node 4 did not answer"));
  }
}

TEST_CASE("a restart quicker than the token timeout is a restart") {
  Table table = resting(3);
  table.restart(2);
  CHECK(table.run_until_one_ring(20s));
  CHECK(told_by(table, 1) == "node 2 started");
  CHECK(told_by(table, 3) == "node 2 started");
}

TEST_CASE("of a pause this node's own account comes first, and its members hear of it") {
  Table table = resting(2);
  table.engine(1).resumed(table.now(), 5s);
  // Node 2 has given up meanwhile.
  table.put(1, [&] {
    Join join = join_of(2, {}, {{.kind = Kind::token_lost, .node = NodeId{1}, .silence = 3s}});
    join.candidates = {NodeId{1}, NodeId{2}};
    join.ring_number = table.engine(1).ring().number;
    return join;
  }());
  CHECK(table.run_until_one_ring(20s));
  CHECK(has(told_by(table, 1), "this process did not run for 5000 ms; node 2 had no token for 3000 ms"));
  CHECK(has(told_by(table, 2), "the process of node 1 did not run for 5000 ms"));
}

TEST_CASE("a pause long before is no cause") {
  Table table = resting(2);
  table.engine(1).resumed(table.now(), 5s);
  table.run(6s);
  table.leave(2);
  CHECK(table.run_until_one_ring(20s));
  CHECK(told_by(table, 1) == "node 2 left");
}

TEST_CASE("two rings meet by hearing each other") {
  Table table{2};
  table.lose([](auto, auto, const auto&) { return true; });
  table.start_all();
  table.run(1s);
  table.lose_nothing();
  CHECK(table.run_until_one_ring(5s));
  const auto kind = [&](std::uint32_t node) { return table.engine(node).view().cause.kind; };
  CHECK((kind(1) == Kind::merge || kind(2) == Kind::merge));
  for (const std::uint32_t node : {1U, 2U}) CHECK((kind(node) == Kind::merge || kind(node) == Kind::joined));
}
