// What groups do with messages of the ring, and the changes that clients see after a view (services.md 5.4 to 5.7).
#include "group/groups.h"

#include <doctest/doctest.h>

#include "group/told.h"

using namespace rondel;
using namespace rondel::group;
using namespace rondel::group::test;

TEST_CASE("joins and leaves change the group on every node") {
  Told one{1};
  CHECK(one.join(2, 100, "b") == Texts{"b: 2/100 joined 2/100(1)"});
  CHECK(one.join(1, 300, "b") == Texts{"b: 1/300 2/100 joined 1/300(1)"});
  CHECK(one.join(1, 300, "a") == Texts{"a: 1/300 joined 1/300(1)"});
  CHECK(one.leave(2, 100, "b") == Texts{"b: 1/300 left 2/100(2)"});
  CHECK(one.leave(1, 300, "b", Reason::process_down) == Texts{"b: left 1/300(5)"});
  CHECK(one.table() == Texts{"1/300 a"});
}

TEST_CASE("the reason of a join is always 1, that of a leave is passed on") {
  Told one{1};
  CHECK(one.receive(2, ProcessJoin{Name{"a"}, 5, Reason::node_up}) == Texts{"a: 2/5 joined 2/5(1)"});
  CHECK(one.leave(2, 5, "a", static_cast<Reason>(77)) == Texts{"a: left 2/5(77)"});
}

TEST_CASE("a second join is ignored, a second leave is told") {
  Told one{1};
  static_cast<void>(one.join(2, 100, "a"));
  CHECK(one.join(2, 100, "a").empty());
  CHECK(one.leave(2, 100, "a") == Texts{"a: left 2/100(2)"});
  CHECK(one.leave(2, 100, "a") == Texts{"a: left 2/100(2)"});
  CHECK(one.leave(3, 1, "never seen") == Texts{"never seen: left 3/1(2)"});
}

TEST_CASE("messages reach a group only from nodes that have a process in it") {
  Told one{1};
  static_cast<void>(one.join(2, 100, "a"));
  static_cast<void>(one.join(3, 100, "b"));
  const auto multicast = [](std::string_view group, std::uint32_t pid) {
    return Multicast{Name{group}, pid, {{9}, 1}, payload("hello")};
  };
  CHECK(one.receive(2, multicast("a", 100)) == Texts{"a: 2/100 says hello"});
  CHECK(one.receive(2, multicast("a", 7)) == Texts{"a: 2/7 says hello"});  // the pid plays no part
  CHECK(one.receive(3, multicast("a", 100)).empty());
  CHECK(one.receive(2, multicast("b", 100)).empty());
  CHECK(one.receive(2, multicast("c", 100)).empty());
  CHECK(one.groups.counters().unknown_sender == 3);
  static_cast<void>(one.leave(2, 100, "a"));
  CHECK(one.receive(2, multicast("a", 100)).empty());
  CHECK(one.groups.counters().unknown_sender == 4);
}

TEST_CASE("parts of a long message pass like messages, with what they say about the whole") {
  Told one{1};
  const PartialMulticast part{Name{"a"}, 100, {{2}, 1}, 2'000'000, 3, payload("end")};
  CHECK(one.receive(2, part).empty());
  CHECK(one.groups.counters().unknown_sender == 1);
  static_cast<void>(one.join(2, 100, "a"));
  CHECK(one.receive(2, part) == Texts{"a: 2/100 says part 3 of 2000000 bytes: end"});
}

TEST_CASE("a delivered message shares the memory it came in") {
  Groups groups{{1}};
  std::vector<Event> out;
  groups.receive({2}, ProcessJoin{Name{"a"}, 1, Reason::join}, out);
  const Payload message = payload("hello");
  groups.receive({2}, Multicast{Name{"a"}, 1, {}, message}, out);
  CHECK(std::get<Delivery>(out.back()).message.view().data() == message.view().data());
}

TEST_CASE("names with a NUL at the end are other groups") {
  Told one{1};
  static_cast<void>(one.join(2, 1, std::string_view{"a\0", 2}));
  CHECK(one.receive(2, Multicast{Name{"a"}, 1, {}, payload("x")}).empty());
  CHECK(one.join(2, 1, "a").size() == 1);
  CHECK(one.groups.processes().size() == 2);
}

TEST_CASE("somebody else's downlist changes nothing") {
  Told one{1};
  static_cast<void>(one.join(2, 100, "a"));
  CHECK(one.receive(3, Downlist{3, {{2}}}).empty());
  one.init(9, {1, 2}, {1, 2});
  static_cast<void>(one.list(2, {{100, "a"}}));
  CHECK(one.activate() == Texts{"ring 1.9: 1 2"});
}

TEST_CASE("the worked example: a node dies, another is found at the same change") {
  for (std::uint32_t self : {1U, 2U}) {
    CAPTURE(self);
    Told one{self};
    one.first_ring(9, {1, 2, 3});
    for (std::uint32_t node : {1U, 2U, 3U}) {
      for (const char* group : {"a", "b"}) static_cast<void>(one.join(node, 100, group));
    }
    one.init(13, {1, 2, 4}, {1, 2});
    for (std::uint32_t node : {1U, 2U}) static_cast<void>(one.list(node, {{100, "a"}, {100, "b"}}));
    static_cast<void>(one.list(4, {{100, "b"}}));
    CHECK(one.activate() == Texts{"a: 1/100 2/100 left 3/100(3)", "b: 1/100 2/100 left 3/100(3)",
                                  "b: 1/100 2/100 4/100 joined 4/100(4)", "ring 1.d: 1 2 4"});
  }
  Told four{4};
  four.first_ring(5, {4});
  static_cast<void>(four.join(4, 100, "b"));
  four.init(13, {1, 2, 4}, {4});
  for (std::uint32_t node : {1U, 2U}) static_cast<void>(four.list(node, {{100, "a"}, {100, "b"}}));
  static_cast<void>(four.list(4, {{100, "b"}}));
  // Group "a" has no process on node 4: its change is told to nobody there, but its table has it.
  CHECK(four.activate() == Texts{"a: 1/100 2/100 joined 2/100(4) 1/100(4)",
                                 "b: 1/100 2/100 4/100 joined 2/100(4) 1/100(4)", "ring 1.d: 1 2 4"});
}

TEST_CASE("the list received last is walked first, each from its end") {
  // As observed on corosync.
  Told three{3};
  three.first_ring(9, {3});
  three.init(13, {1, 2, 3}, {3});
  static_cast<void>(three.list(1, {{10720, "g"}, {10725, "g"}}));
  static_cast<void>(three.list(2, {{10742, "g"}, {10747, "g"}}));
  CHECK(three.activate() == Texts{"g: 1/10720 1/10725 2/10742 2/10747 joined 2/10747(4) 2/10742(4) 1/10725(4) "
                                  "1/10720(4)",
                                  "ring 1.d: 1 2 3"});
}

TEST_CASE("groups come in ascending order of bytes") {
  Told one{1};
  one.first_ring(9, {1, 2});
  one.init(13, {1, 2}, {1});
  static_cast<void>(one.list(2, {{1, "b"}, {1, "\xff"}, {1, "B"}, {1, ""}, {1, "ab"}}));
  CHECK(one.activate() == Texts{": 2/1 joined 2/1(4)", "B: 2/1 joined 2/1(4)", "ab: 2/1 joined 2/1(4)",
                                "b: 2/1 joined 2/1(4)", "\xff: 2/1 joined 2/1(4)", "ring 1.d: 1 2"});
}

TEST_CASE("all processes of all nodes lost in one change leave in one event") {
  Told one{1};
  one.first_ring(9, {1, 2, 3, 4});
  for (std::uint32_t node : {4U, 3U, 2U, 1U}) static_cast<void>(one.join(node, 10, "g"));
  static_cast<void>(one.join(3, 9, "g"));
  one.init(13, {1, 4}, {1, 4});
  static_cast<void>(one.list(4, {{10, "g"}}));
  CHECK(one.activate() == Texts{"g: 1/10 4/10 left 2/10(3) 3/9(3) 3/10(3)", "ring 1.d: 1 4"});
}

TEST_CASE("merging partitions: the other side joins with reason 4 and nobody leaves") {
  Told one{1};
  one.first_ring(9, {1});
  static_cast<void>(one.join(1, 10, "g"));
  one.init(13, {1, 2}, {1});
  static_cast<void>(one.list(1, {{10, "g"}}));
  static_cast<void>(one.list(2, {{20, "g"}, {20, "h"}}));
  CHECK(one.activate() == Texts{"g: 1/10 2/20 joined 2/20(4)", "h: 2/20 joined 2/20(4)", "ring 1.d: 1 2"});
}

TEST_CASE("a node lost and back in one change leaves and joins") {
  Told one{1};
  one.first_ring(9, {1, 2});
  static_cast<void>(one.join(1, 10, "g"));
  static_cast<void>(one.join(2, 20, "g"));
  one.init(13, {1, 2}, {1});
  static_cast<void>(one.list(2, {{20, "g"}}));
  static_cast<void>(one.list(1, {{10, "g"}}));
  CHECK(one.activate() == Texts{"g: 1/10 left 2/20(3)", "g: 1/10 2/20 joined 2/20(4)", "ring 1.d: 1 2"});
}

TEST_CASE("a join that was missed is told with reason 4, a leave that was missed with 5") {
  Told one{1};
  one.first_ring(9, {1, 2});
  for (std::uint32_t pid : {20U, 21U, 22U}) static_cast<void>(one.join(2, pid, "g"));
  static_cast<void>(one.join(2, 20, "f"));
  one.init(13, {1, 2}, {1, 2});
  static_cast<void>(one.list(2, {{21, "g"}, {23, "g"}}));
  CHECK(one.activate() == Texts{"g: 2/20 2/21 2/22 2/23 joined 2/23(4)", "f: left 2/20(5)",
                                "g: 2/21 2/22 2/23 left 2/20(5)", "g: 2/21 2/23 left 2/22(5)", "ring 1.d: 1 2"});
  CHECK(one.table() == Texts{"2/21 g", "2/23 g"});
}

TEST_CASE("own processes are never zombies and never newcomers") {
  Told one{1};
  one.first_ring(9, {1});
  static_cast<void>(one.join(1, 10, "g"));
  one.init(13, {1}, {1});
  static_cast<void>(one.list(1, {{11, "g"}}));
  CHECK(one.activate() == Texts{"ring 1.d: 1"});
  CHECK(one.table() == Texts{"1/10 g"});
}

TEST_CASE("a new daemon without clients: only the ring changes") {
  Told one{1};
  one.first_ring(9, {1});
  static_cast<void>(one.join(1, 10, "g"));
  one.init(13, {1, 2}, {1});
  static_cast<void>(one.list(1, {{10, "g"}}));
  CHECK(one.activate() == Texts{"ring 1.d: 1 2"});
}

TEST_CASE("a connection's first ring change: ring of the last init, members of the last activation") {
  Told one{1};
  CHECK(one.groups.initial_ring_change() == RingChange{});
  one.first_ring(9, {1, 2});
  CHECK(text(Event{one.groups.initial_ring_change()}) == "ring 1.9: 1 2");
  one.init(13, {1}, {1});
  CHECK(text(Event{one.groups.initial_ring_change()}) == "ring 1.d: 1 2");
  static_cast<void>(one.activate());
  CHECK(text(Event{one.groups.initial_ring_change()}) == "ring 1.d: 1");
}
