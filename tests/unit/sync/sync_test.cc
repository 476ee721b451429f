#include "sync/sync.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <deque>
#include <map>
#include <string>
#include <utility>

using namespace rondel;
using namespace rondel::sync;
using Texts = std::vector<std::string>;

namespace {

constexpr RingId ring_9{{1}, {9}};
constexpr RingId ring_d{{1}, {13}};

std::string text(const Step& step) {
  if (const auto* send = std::get_if<Send>(&step)) {
    if (const auto* list = std::get_if<ServiceList>(&send->message)) {
      return fmt::format("list {} {}", to_string(list->ring), fmt::join(list->services, ","));
    }
    return fmt::format("barrier {}", to_string(std::get<Barrier>(send->message).ring));
  }
  if (const auto* init = std::get_if<Init>(&step)) return fmt::format("init {}", static_cast<int>(init->service));
  if (const auto* turn = std::get_if<Process>(&step)) return fmt::format("process {}", static_cast<int>(turn->service));
  if (const auto* on = std::get_if<Activate>(&step)) return fmt::format("activate {}", static_cast<int>(on->service));
  if (const auto* off = std::get_if<Abort>(&step)) return fmt::format("abort {}", static_cast<int>(off->service));
  return "complete";
}

engine::View view(RingId ring, std::vector<NodeId> members) {
  engine::View view;
  view.ring = ring;
  view.members = std::move(members);
  return view;
}

// A Sync that answers in text.
struct Told {
  Sync sync;

  Told(NodeId self, std::vector<Service> own) : sync{self, std::move(own)} {}
  Texts begin(RingId ring, std::vector<NodeId> members) {
    return texts([&](std::vector<Step>& out) { sync.begin(view(ring, std::move(members)), out); });
  }
  Texts abort() {
    return texts([&](std::vector<Step>& out) { sync.abort(out); });
  }
  Texts list(std::uint32_t from, RingId ring, std::vector<std::int32_t> services) {
    return receive(from, ServiceList{ring, std::move(services)});
  }
  Texts barrier(std::uint32_t from, RingId ring) { return receive(from, Barrier{ring}); }

 private:
  Texts receive(std::uint32_t from, const Message& message) {
    return texts([&](std::vector<Step>& out) { sync.receive({from}, message, out); });
  }
  template <typename Call>
  static Texts texts(Call&& call) {
    std::vector<Step> steps;
    call(steps);
    Texts result;
    for (const Step& step : steps) result.push_back(text(step));
    return result;
  }
};

const std::vector<Service> groups_only{Service::groups};

}  // namespace

TEST_CASE("a node alone goes through its services in order") {
  Told one{{1}, {Service::map, Service::groups}};
  CHECK_FALSE(one.sync.running());
  CHECK(one.begin(ring_9, {{1}}) == Texts{"list 1.9 0,2", "init 0", "init 2"});
  CHECK(one.sync.running());
  CHECK(one.list(1, ring_9, {0, 2}) == Texts{"process 0", "barrier 1.9"});
  CHECK(one.barrier(1, ring_9) == Texts{"activate 0", "process 2", "barrier 1.9"});
  CHECK(one.barrier(1, ring_9) == Texts{"activate 2", "complete"});
  CHECK_FALSE(one.sync.running());
  CHECK(one.sync.counters().begun == 1);
  CHECK(one.sync.counters().completed == 1);
  CHECK(one.sync.counters().aborted == 0);
  CHECK(one.sync.counters().stale_messages == 0);
}

TEST_CASE("no services anywhere: complete with the last list") {
  Told one{{1}, {}};
  CHECK(one.begin(ring_9, {{1}, {2}}) == Texts{"list 1.9 "});
  CHECK(one.list(2, ring_9, {}).empty());
  CHECK(one.list(1, ring_9, {}) == Texts{"complete"});
  CHECK_FALSE(one.sync.running());
}

TEST_CASE("services that others have get empty rounds, in the order of all numbers") {
  // Beside a corosync (0, 2, 3, 5) and something with 7.
  Told one{{1}, groups_only};
  CHECK(one.begin(ring_9, {{1}, {2}, {3}}) == Texts{"list 1.9 2", "init 2"});
  CHECK(one.list(2, ring_9, {0, 2, 3, 5}).empty());
  CHECK(one.list(1, ring_9, {2}).empty());
  CHECK(one.list(3, ring_9, {7}) == Texts{"barrier 1.9"});  // 0
  const std::vector<Texts> turns{{"process 2", "barrier 1.9"},
                                 {"activate 2", "barrier 1.9"},  // 3
                                 {"barrier 1.9"},                // 5
                                 {"barrier 1.9"},                // 7
                                 {"complete"}};
  for (const Texts& turn : turns) {
    CHECK(one.barrier(3, ring_9).empty());
    CHECK(one.barrier(1, ring_9).empty());
    CHECK(one.barrier(2, ring_9) == turn);
  }
}

TEST_CASE("lists and barriers that come twice do no harm") {
  Told one{{1}, groups_only};
  static_cast<void>(one.begin(ring_9, {{1}, {2}}));
  CHECK(one.list(2, ring_9, {2}).empty());
  CHECK(one.list(2, ring_9, {2}).empty());
  CHECK(one.list(1, ring_9, {2}) == Texts{"process 2", "barrier 1.9"});
  CHECK(one.list(1, ring_9, {2}).empty());
  CHECK(one.barrier(1, ring_9).empty());
  CHECK(one.barrier(1, ring_9).empty());
  CHECK(one.barrier(2, ring_9) == Texts{"activate 2", "complete"});
  CHECK(one.barrier(2, ring_9).empty());
  CHECK(one.sync.counters().completed == 1);
}

TEST_CASE("a list that comes late adds no service") {
  Told one{{1}, groups_only};
  static_cast<void>(one.begin(ring_9, {{1}}));
  static_cast<void>(one.list(1, ring_9, {2}));
  CHECK(one.list(1, ring_9, {3, 5}).empty());
  CHECK(one.sync.counters().stale_messages == 1);
  CHECK(one.barrier(1, ring_9) == Texts{"activate 2", "complete"});
}

TEST_CASE("messages of another ring, of strangers and out of turn are stale") {
  Told one{{1}, groups_only};
  CHECK(one.list(1, ring_9, {2}).empty());  // nothing begun
  CHECK(one.barrier(1, ring_9).empty());
  static_cast<void>(one.begin(ring_9, {{1}, {2}}));
  CHECK(one.list(3, ring_9, {2}).empty());  // nobody here
  CHECK(one.list(2, ring_d, {2}).empty());
  CHECK(one.list(2, {{2}, {9}}, {2}).empty());  // the number alone is not the ring
  CHECK(one.barrier(2, ring_9).empty());        // before the lists are complete
  CHECK(one.sync.counters().stale_messages == 6);
  CHECK(one.list(2, ring_9, {2}).empty());
  CHECK(one.list(1, ring_9, {2}) == Texts{"process 2", "barrier 1.9"});
  CHECK(one.barrier(3, ring_9).empty());
  CHECK(one.barrier(2, ring_d).empty());
  CHECK(one.barrier(1, ring_9).empty());
  CHECK(one.barrier(2, ring_9) == Texts{"activate 2", "complete"});
  CHECK(one.sync.counters().stale_messages == 8);
}

TEST_CASE("a view ends the round: only the service in progress hears of it") {
  Told one{{1}, {Service::map, Service::groups}};
  SUBCASE("idle: nothing to end") {
    CHECK(one.abort().empty());
    CHECK(one.sync.counters().aborted == 0);
    return;
  }
  static_cast<void>(one.begin(ring_9, {{1}, {2}}));
  SUBCASE("while lists are collected no service is in progress") { CHECK(one.abort().empty()); }
  static_cast<void>(one.list(1, ring_9, {0, 2, 3}));
  static_cast<void>(one.list(2, ring_9, {0, 2, 3}));
  SUBCASE("in the first step") { CHECK(one.abort() == Texts{"abort 0"}); }
  const auto barriers = [&] {
    static_cast<void>(one.barrier(1, ring_9));
    static_cast<void>(one.barrier(2, ring_9));
  };
  SUBCASE("in the second step") {
    barriers();
    CHECK(one.abort() == Texts{"abort 2"});
  }
  SUBCASE("in a step of somebody else's service") {
    barriers();
    barriers();
    CHECK(one.abort().empty());
  }
  static_cast<void>(one.abort());
  CHECK_FALSE(one.sync.running());
  CHECK(one.sync.counters().aborted == 1);
  CHECK(one.sync.counters().completed == 0);
}

TEST_CASE("a regular view ends a running round by itself") {
  Told one{{1}, groups_only};
  static_cast<void>(one.begin(ring_9, {{1}}));
  static_cast<void>(one.list(1, ring_9, {2}));
  CHECK(one.begin(ring_d, {{1}}) == Texts{"abort 2", "list 1.d 2", "init 2"});
  CHECK(one.sync.counters().begun == 2);
  CHECK(one.sync.counters().aborted == 1);
}

TEST_CASE("what an aborted round left behind does not disturb the next one") {
  // As seen on corosync: nodes 1 and 2 had sent a barrier when 3 left; it came on the new ring, ahead of the lists.
  Told one{{1}, groups_only};
  static_cast<void>(one.begin(ring_9, {{1}, {2}, {3}}));
  for (std::uint32_t node : {1U, 2U, 3U}) static_cast<void>(one.list(node, ring_9, {2}));
  static_cast<void>(one.barrier(3, ring_9));
  CHECK(one.abort() == Texts{"abort 2"});
  CHECK(one.barrier(1, ring_9).empty());  // between the two views
  CHECK(one.begin(ring_d, {{1}, {2}}) == Texts{"list 1.d 2", "init 2"});
  CHECK(one.barrier(2, ring_9).empty());
  CHECK(one.list(2, ring_d, {2}).empty());
  CHECK(one.list(1, ring_9, {2}).empty());
  CHECK(one.list(1, ring_d, {2}) == Texts{"process 2", "barrier 1.d"});
  CHECK(one.barrier(1, ring_9).empty());
  CHECK(one.barrier(1, ring_d).empty());
  CHECK(one.barrier(3, ring_d).empty());
  CHECK(one.barrier(2, ring_d) == Texts{"activate 2", "complete"});
}

TEST_CASE("three nodes with different services change steps at the same message") {
  std::map<NodeId, Sync> nodes;
  nodes.emplace(NodeId{1}, Sync{{1}, {Service::map, Service::groups}});
  nodes.emplace(NodeId{2}, Sync{{2}, {Service::groups, Service::votes}});
  nodes.emplace(NodeId{3}, Sync{{3}, {Service::quorum}});
  std::deque<std::pair<NodeId, Message>> order;  // the ring's total order
  std::map<NodeId, Texts> log;
  const auto carry_out = [&](NodeId node, const std::vector<Step>& steps, std::size_t position) {
    for (const Step& step : steps) {
      if (const auto* send = std::get_if<Send>(&step)) {
        order.emplace_back(node, send->message);
      } else {
        log[node].push_back(fmt::format("{} {}", position, text(step)));
      }
    }
  };
  std::vector<Step> steps;
  for (auto& [node, sync] : nodes) {
    steps.clear();
    sync.begin(view(ring_9, {{1}, {2}, {3}}), steps);
    carry_out(node, steps, 0);
  }
  for (std::size_t position = 1; position <= order.size(); ++position) {
    const auto [from, message] = order[position - 1];
    for (auto& [node, sync] : nodes) {
      steps.clear();
      sync.receive(from, message, steps);
      carry_out(node, steps, position);
    }
  }
  // 3 lists, then 3 barriers for each of 0, 2, 3, 5.
  CHECK(order.size() == 15);
  CHECK(log[{1}] ==
        Texts{"0 init 0", "0 init 2", "3 process 0", "6 activate 0", "6 process 2", "9 activate 2", "15 complete"});
  CHECK(log[{2}] ==
        Texts{"0 init 2", "0 init 5", "6 process 2", "9 activate 2", "12 process 5", "15 activate 5", "15 complete"});
  CHECK(log[{3}] == Texts{"0 init 3", "9 process 3", "12 activate 3", "15 complete"});
}
