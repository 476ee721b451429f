// Sync rounds of groups: what is sent, and rounds that further views end.
#include <doctest/doctest.h>

#include "group/groups.h"
#include "group/told.h"

using namespace rondel;
using namespace rondel::group;
using namespace rondel::group::test;

namespace {

Downlist downlist(const std::vector<Message>& messages) {
  REQUIRE_FALSE(messages.empty());
  REQUIRE(std::holds_alternative<Downlist>(messages.front()));
  return std::get<Downlist>(messages.front());
}

}  // namespace

TEST_CASE("a fresh node sends a downlist of nobody and no list") {
  Told one{1};
  one.init(9, {1}, {});
  const std::vector<Message> sent = one.process();
  REQUIRE(sent.size() == 1);
  CHECK(downlist(sent).old_members == 0);
  CHECK(downlist(sent).left.empty());
}

TEST_CASE("the downlist names who left, the list the own processes in table order") {
  Told two{2};
  two.first_ring(9, {1, 2, 3, 4});
  static_cast<void>(two.join(1, 1, "g"));
  static_cast<void>(two.join(2, 30, "b"));
  static_cast<void>(two.join(2, 30, "a"));
  static_cast<void>(two.join(2, 4, "g"));
  static_cast<void>(two.join(3, 1, "g"));
  two.init(13, {2, 4, 5}, {2, 4});
  const std::vector<Message> sent = two.process();
  REQUIRE(sent.size() == 2);
  CHECK(downlist(sent).old_members == 4);
  CHECK(downlist(sent).left == nodes({1, 3}));
  const auto& list = std::get<JoinList>(sent[1]);
  REQUIRE(list.entries.size() == 3);
  CHECK(list.entries[0].pid == 4);
  CHECK(list.entries[1].group == Name{"a"});
  CHECK(list.entries[2].group == Name{"b"});
}

TEST_CASE("a long list goes in parts that count as one") {
  constexpr std::uint32_t processes = 2 * join_list_entries_max + 1;
  Told sender{2};
  sender.first_ring(9, {2});
  for (std::uint32_t pid = 1; pid <= processes; ++pid) static_cast<void>(sender.join(2, pid, "g"));
  sender.init(13, {1, 2}, {2});
  const std::vector<Message> sent = sender.process();
  REQUIRE(sent.size() == 4);
  CHECK(std::get<JoinList>(sent[1]).entries.size() == join_list_entries_max);
  CHECK(std::get<JoinList>(sent[2]).entries.size() == join_list_entries_max);
  CHECK(std::get<JoinList>(sent[3]).entries.size() == 1);

  Groups receiver{{1}};
  engine::View view;
  view.ring = {{1}, {13}};
  view.members = nodes({1, 2});
  receiver.sync_init(view);
  std::vector<Event> out;
  for (const Message& message : sent) receiver.receive({2}, message, out);
  receiver.sync_activate(out);
  REQUIRE(out.size() == 2);
  const auto& change = std::get<Change>(out.front());
  REQUIRE(change.joined.size() == processes);
  CHECK(change.members.size() == processes);
  CHECK(change.joined.front().pid == processes);
  CHECK(change.joined.back().pid == 1);
}

TEST_CASE("exactly as many processes as a list takes make one list") {
  Told one{1};
  one.first_ring(9, {1});
  for (std::uint32_t pid = 1; pid <= join_list_entries_max; ++pid) static_cast<void>(one.join(1, pid, "g"));
  CHECK(one.process().size() == 2);
  static_cast<void>(one.join(1, 9999, "g"));
  CHECK(one.process().size() == 3);
}

TEST_CASE("lists of an aborted round do not count in the next one") {
  Told one{1};
  one.first_ring(9, {1, 2});
  static_cast<void>(one.join(2, 20, "g"));
  one.init(13, {1, 2, 3}, {1, 2});
  static_cast<void>(one.list(2, {{20, "g"}}));
  SUBCASE("ended in its step") { one.groups.sync_abort(); }
  SUBCASE("ended elsewhere: nothing is called") {}
  static_cast<void>(one.list(3, {{30, "g"}}));  // between the transitional and the regular view
  one.init(17, {1, 2}, {1, 2});
  // Node 2's process has left meanwhile, so its new list is not sent: 2/20 must not live on through the old one.
  CHECK(one.activate() == Texts{"g: left 2/20(5)", "ring 1.11: 1 2"});
}

TEST_CASE("the end of a ring names those of the last ring that was told who are still there") {
  Told one{1};
  CHECK(one.view_ends({}).empty());  // nobody has been told of a ring
  one.first_ring(9, {1, 2, 3, 4});
  static_cast<void>(one.join(4, 40, "g"));
  CHECK(one.view_ends({1, 2, 3}) == Texts{"ring ends: 1 2 3"});
  one.init(13, {1, 2, 3, 5}, {1, 2, 3});
  // The next view comes before synchronisation has ended: nobody has been told of node 5.
  CHECK(one.view_ends({1, 3, 5}) == Texts{"ring ends: 1 3"});
  one.init(17, {1, 2, 3, 5}, {1, 3, 5});
  CHECK(one.activate() == Texts{"g: left 4/40(3)", "ring 1.11: 1 2 3 5"});
  CHECK(one.view_ends({1, 2, 3, 5}) == Texts{"ring ends: 1 2 3 5"});
}

TEST_CASE("an old list that comes on the new ring ahead of the new one changes nothing") {
  const auto run = [](bool with_old_list) {
    Told one{1};
    one.first_ring(9, {1, 2});
    one.init(13, {1, 2, 3, 4}, {1, 2});
    one.groups.sync_abort();
    one.init(17, {1, 2, 3, 4}, {1, 2, 3, 4});
    if (with_old_list) static_cast<void>(one.list(3, {{30, "g"}, {31, "g"}}));
    static_cast<void>(one.list(4, {{40, "g"}}));
    static_cast<void>(one.list(3, {{30, "g"}, {31, "g"}}));
    static_cast<void>(one.list(2, {{20, "g"}}));
    return one.activate();
  };
  CHECK(run(true) == run(false));
  CHECK(run(true).front() == "g: 2/20 3/30 3/31 4/40 joined 2/20(4) 3/31(4) 3/30(4) 4/40(4)");
}

TEST_CASE("lists are forgotten once they took effect") {
  Told one{1};
  one.first_ring(9, {1, 2});
  one.init(13, {1, 2}, {1, 2});
  static_cast<void>(one.list(2, {{20, "g"}}));
  static_cast<void>(one.activate());
  static_cast<void>(one.leave(2, 20, "g"));
  CHECK(one.activate() == Texts{"ring 1.d: 1 2"});
}

TEST_CASE("a list between two rounds is not looked at, nor kept") {
  Told one{1};
  static_cast<void>(one.list(2, {{20, "g"}}));
  one.first_ring(9, {1, 2});
  static_cast<void>(one.list(2, {{20, "g"}}));
  one.init(13, {1, 2}, {1, 2});
  one.groups.sync_abort();
  static_cast<void>(one.list(2, {{20, "g"}, {21, "g"}}));
  CHECK(one.groups.counters().stray_list == 3);
  CHECK(one.activate() == Texts{"ring 1.d: 1 2"});
  one.init(17, {1, 2}, {1, 2});
  static_cast<void>(one.list(2, {{20, "g"}}));
  CHECK(one.activate() == Texts{"g: 2/20 joined 2/20(4)", "ring 1.11: 1 2"});
  CHECK(one.groups.counters().stray_list == 3);
}

TEST_CASE("who is lost in an aborted round is lost in the next one") {
  Told one{1};
  one.first_ring(9, {1, 2, 3});
  static_cast<void>(one.join(1, 10, "g"));
  static_cast<void>(one.join(2, 20, "g"));
  static_cast<void>(one.join(3, 30, "g"));
  one.init(13, {1, 2}, {1, 2});
  CHECK(downlist(one.process()).left == nodes({3}));
  one.groups.sync_abort();
  SUBCASE("gone for good") {
    one.init(17, {1, 2}, {1, 2});
    CHECK(downlist(one.process()).left == nodes({3}));
    static_cast<void>(one.list(2, {{20, "g"}}));
    CHECK(one.activate() == Texts{"g: 1/10 2/20 left 3/30(3)", "ring 1.11: 1 2"});
  }
  SUBCASE("back in the next round") {
    one.init(17, {1, 2, 3}, {1, 2});
    static_cast<void>(one.list(2, {{20, "g"}}));
    static_cast<void>(one.list(3, {{30, "g"}}));
    CHECK(one.activate() == Texts{"g: 1/10 2/20 left 3/30(3)", "g: 1/10 2/20 3/30 joined 3/30(4)", "ring 1.11: 1 2 3"});
  }
  SUBCASE("back, and that round is ended too: by the last view alone it had never been away") {
    one.init(17, {1, 2, 3}, {1, 2});
    one.groups.sync_abort();
    one.init(21, {1, 2, 3}, {1, 2, 3});
    CHECK(downlist(one.process()).left == nodes({3}));
    static_cast<void>(one.list(2, {{20, "g"}}));
    static_cast<void>(one.list(3, {{30, "g"}}));
    CHECK(one.activate() == Texts{"g: 1/10 2/20 left 3/30(3)", "g: 1/10 2/20 3/30 joined 3/30(4)", "ring 1.15: 1 2 3"});
  }
  CHECK(one.process().size() == 2);
  CHECK(downlist(one.process()).left.empty());
}

TEST_CASE("a node found in an aborted round is not lost when it goes again") {
  Told one{1};
  one.first_ring(9, {1});
  one.init(13, {1, 2}, {1});
  static_cast<void>(one.list(2, {{20, "g"}}));
  one.groups.sync_abort();
  one.init(17, {1}, {1});
  CHECK(downlist(one.process()).left.empty());
  CHECK(one.activate() == Texts{"ring 1.11: 1"});
}

TEST_CASE("a process that joined while its node was leaving goes with the node") {
  Told one{1};
  one.first_ring(9, {1, 2});
  CHECK(one.join(2, 20, "g") == Texts{"g: 2/20 joined 2/20(1)"});  // between the two views
  one.init(13, {1}, {1});
  CHECK(one.activate() == Texts{"g: left 2/20(3)", "ring 1.d: 1"});
}
