// The small parts of a node, each for itself.
#include <doctest/doctest.h>

#include "node/events.h"
#include "node/gate.h"
#include "node/history.h"
#include "node/loopback.h"
#include "node/rate_limit.h"

namespace rondel::node {

using std::chrono_literals::operator""s;

TEST_CASE("the gate is closed until synchronisation has ended") {
  Gate gate{1000};
  CHECK(gate.admission() == Admission::synchronising);
  CHECK_FALSE(gate.update(0, false));
  CHECK(gate.update(0, true));
  CHECK(gate.admission() == Admission::open);
  CHECK(gate.update(0, false));
  CHECK(gate.admission() == Admission::synchronising);
}

TEST_CASE("a full gate opens well below its bound") {
  Gate gate{1000};
  CHECK(gate.update(1000, true));
  CHECK(gate.admission() == Admission::open);
  CHECK(gate.update(1001, true));
  CHECK(gate.admission() == Admission::queue_full);
  CHECK_FALSE(gate.update(750, true));
  CHECK(gate.update(749, true));
  CHECK(gate.admission() == Admission::open);
}

TEST_CASE("a gate that filled up during synchronisation is full afterwards") {
  Gate gate{1000};
  CHECK_FALSE(gate.update(2000, false));
  CHECK(gate.update(900, true));
  CHECK(gate.admission() == Admission::queue_full);
}

TEST_CASE("one warning in ten seconds passes and counts the others") {
  RateLimit limit;
  const Time start{};
  CHECK(limit.pass(start) == std::uint64_t{0});
  CHECK_FALSE(limit.pass(start).has_value());
  CHECK_FALSE(limit.pass(start + 9s).has_value());
  CHECK(limit.pass(start + 10s) == std::uint64_t{2});
  CHECK(limit.pass(start + 20s) == std::uint64_t{0});
}

TEST_CASE("what a node sends itself comes in its order") {
  Loopback loopback;
  CHECK(loopback.empty());
  CHECK_FALSE(loopback.next().has_value());
  loopback.add(engine::HoldCancel{NodeId{1}, {}});
  loopback.add(engine::HoldCancel{NodeId{2}, {}});
  CHECK(std::get<engine::HoldCancel>(*loopback.next()).sender == NodeId{1});
  loopback.clear();
  CHECK(loopback.empty());
}

TEST_CASE("history forgets the oldest") {
  History history;
  for (std::uint64_t number = 0; number < history_entries_max + 3; ++number) {
    engine::View view;
    view.ring.number.value = number;
    history.add(Time{}, view);
  }
  CHECK(history.entries().size() == history_entries_max);
  CHECK(history.entries().front().view.ring.number.value == 3);
}

TEST_CASE("the event log numbers what it keeps and forgets the oldest") {
  EventLog log;
  for (std::size_t i = 0; i < logged_events_max + 3; ++i) log.add(Time{1s}, {.kind = "k"});
  CHECK(log.events().size() == logged_events_max);
  CHECK(log.events().front().number == 4);
  CHECK(log.events().back().number == logged_events_max + 3);
  CHECK(log.events().back().at == Time{1s});
}

TEST_CASE("a membership change is an event about those that came or went") {
  engine::View view;
  view.ring = {NodeId{1}, {0x1e}};
  view.members = {NodeId{1}, NodeId{2}};
  view.joined = {NodeId{2}};
  view.left = {NodeId{2}, NodeId{3}};
  view.cause = {.kind = engine::Cause::Kind::left, .node = NodeId{3}};
  view.further = {{.kind = engine::Cause::Kind::consensus_timeout, .node = NodeId{2}}};
  const LoggedEvent event = membership_event({NodeId{1}, {0x1a}}, view);
  CHECK(event.nodes == std::vector<NodeId>{NodeId{2}, NodeId{3}});
  CHECK(event.sentence == "a new ring of 2 nodes without 2,3, with 2: node 3 left; node 2 did not answer in time");
  CHECK(event.fields[5] == std::pair<std::string, std::string>{"cause", "left,consensus_timeout"});
}

TEST_CASE("resends say whether links went down meanwhile") {
  const engine::Notice notice{.kind = engine::Notice::Kind::resends, .node = NodeId{3}, .count = 9};
  CHECK(notice_event(notice, 0).sentence.find("links") == std::string::npos);
  CHECK(notice_event(notice, 2).sentence.find("its links went down 2 times") != std::string::npos);
  CHECK(notice_event(notice, 2).nodes == std::vector<NodeId>{NodeId{3}});
}

TEST_CASE("a membership change is told with from, to, who and why") {
  engine::View view;
  view.ring = {NodeId{1}, {0x1e}};
  view.members = {NodeId{1}, NodeId{2}};
  view.left = {NodeId{3}};
  view.cause = {.kind = engine::Cause::Kind::left, .node = NodeId{3}};
  CHECK(describe({NodeId{1}, {0x1a}}, view) ==
        "A new membership (1.1e) was formed: node 3 left. from=1.1a members=1,2 joined=- left=3 cause=left");
}

}  // namespace rondel::node
