// What the members of an old ring owe each other, and what is delivered of it before the new ring begins.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "scenario.h"

namespace rondel::transcripts {
namespace {

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using engine::FramePtr;
using engine::Message;
using engine::State;

bool is_recovery_frame(const Message& message) {
  const auto* frame = std::get_if<FramePtr>(&message);
  return frame != nullptr && (*frame)->encapsulated;
}

// What a node's clients saw from the first of its frames on; "|" is the transitional view.
void note_delivered(Table& table, std::uint32_t node, const std::string& first) {
  const auto& all = table.seat(node).delivered;
  const auto from = std::find(all.begin(), all.end(), first);
  table.note(fmt::format("    node {} delivered in all: {}", node, fmt::join(from, all.end(), ", ")));
}

void silently_until_recovery(Table& table, std::uint32_t node) {
  table.write_down = false;
  while (table.engine(node).state() != State::recovery) table.run(10us);
  table.write_down = true;
}

// Frames "a" to "c" of node 4, the second of which node 3 did not get; then node 4 dies.
Table one_missed() {
  Table table = resting(4);
  table.write_down = false;
  int frames = 0;
  table.lose([&frames](NodeId from, NodeId to, const Message& message) {
    return from == NodeId{4} && to == NodeId{3} && std::holds_alternative<FramePtr>(message) && ++frames == 2;
  });
  for (const char* text : {"a", "b", "c"}) table.send(4, text);
  while (table.seat(2).delivered.back() != "c") table.run(10us);
  table.kill(4);
  table.lose_nothing();
  return table;
}

std::string owed_once() {
  Table table = one_missed();
  silently_until_recovery(table, 1);
  table.note("    nodes 1 and 2 both have frame \"b\", node 3 lacks it, its sender is dead; recovery begins");
  table.run_until_one_ring(5s);
  note_delivered(table, 3, "a");
  return table.take_transcript();
}

std::string owed_copy_lost() {
  Table table = one_missed();
  int lost = 0;
  table.lose([&lost](NodeId from, NodeId, const Message& message) {
    return from == NodeId{1} && is_recovery_frame(message) && lost++ < 2;
  });
  silently_until_recovery(table, 1);
  table.note("    the first copies that node 1 sends are lost for nodes 2 and 3");
  table.run_until_one_ring(5s);
  note_delivered(table, 3, "a");
  return table.take_transcript();
}

std::string crash_in_recovery() {
  Table table = one_missed();
  silently_until_recovery(table, 1);
  table.note("    recovery has begun; now node 1, which was to send \"b\" again, dies as well");
  table.kill(1);
  table.run(1ms);
  meanwhile(table, 6500ms, "a token time-out, a consensus time");
  table.run_until_one_ring(5s);
  note_delivered(table, 2, "a");
  note_delivered(table, 3, "a");
  return table.take_transcript();
}

std::string behind_a_hole() {
  Table table = resting(3);
  table.write_down = false;
  int frames = 0;
  table.lose([&frames](NodeId from, NodeId, const Message& message) {
    // The second frame of node 3 reaches nobody.
    if (from != NodeId{3} || !std::holds_alternative<FramePtr>(message)) return false;
    return frames++ / 2 == 1;
  });
  const auto sent = [&table](std::uint32_t node) { return table.engine(node).counters().mcast_tx; };
  const auto before_of_one = sent(1), before_of_three = sent(3);
  for (const char* text : {"one of 3", "lost with 3", "two of 3"}) table.send(3, text);
  for (int i = 0; i < 1000 && sent(3) < before_of_three + 3; ++i) table.run(10us);
  table.kill(3);
  table.send(1, "of 1");
  for (int i = 0; i < 1000 && sent(1) == before_of_one; ++i) table.run(10us);
  table.run(200us);
  silently_until_recovery(table, 1);
  table.note("    node 3 died with a frame that nobody got; behind it there is one of its own and one of node 1");
  table.run_until_one_ring(5s);
  note_delivered(table, 1, "one of 3");
  note_delivered(table, 2, "one of 3");
  return table.take_transcript();
}

std::string unequal_history() {
  Table table = resting(4);
  table.write_down = false;
  const auto side = [](NodeId node) { return node.value <= 2 ? 0 : 1; };
  table.lose([side](NodeId from, NodeId to, const Message&) { return side(from) != side(to); });
  table.run(10s);
  table.lose([side](NodeId from, NodeId to, const Message& message) {
    const bool frame = std::holds_alternative<FramePtr>(message);
    return side(from) != side(to) || (frame && to == NodeId{2});
  });
  table.send(1, "of the left ring, missed by 2");
  table.send(3, "of the right ring");
  table.run(300us);
  table.lose_nothing();
  table.put(1, engine::MergeDetect{NodeId{3}, table.engine(3).ring()});
  silently_until_recovery(table, 1);
  table.note("    rings of 1 2 and of 3 4 can hear each other again, before node 2 got a frame of its ring");
  table.run_until_one_ring(5s);
  note_delivered(table, 2, "of the left ring, missed by 2");
  note_delivered(table, 4, "of the right ring");
  return table.take_transcript();
}

const Scenario scenarios[] = {
    {"owed_once",
     "An old frame that somebody lacks is sent again once, by the lowest member that surely has it. The others keep it "
     "as\n"
     "owed until they see the copy; corosync's members all send everything.",
     owed_once},
    {"owed_copy_lost",
     "If the copy does not come, who waited for it sends its own a rotation later. What is owed counts as waiting all\n"
     "that time, so recovery cannot end without it.",
     owed_copy_lost},
    {"crash_in_recovery",
     "A member dies while the new ring recovers what the old one owed. The next attempt begins where the first one "
     "did:\n"
     "what was received of the old ring is kept until a ring is installed, however many attempts that takes.",
     crash_in_recovery},
    {"behind_a_hole",
     "A frame that nobody alive has leaves a hole. What is behind it is delivered only in the transitional view, and "
     "only\n"
     "if its sender came along: of the dead sender's frames nobody can know whether others delivered what lies "
     "between.",
     behind_a_hole},
    {"unequal_history",
     "Two rings merge, each with a history of its own. Only members of one old ring owe each other its frames; the "
     "others\n"
     "have joined, and what was said before is none of theirs.",
     unequal_history},
};

}  // namespace

std::span<const Scenario> recovery_scenarios() { return scenarios; }

}  // namespace rondel::transcripts
