// Plays each scenario and compares what was said with NAME.txt. `transcripts_test DIRECTORY --update` rewrites the
// files.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "scenario.h"

namespace rondel::transcripts {
namespace {

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using engine::FramePtr;
using engine::HoldCancel;
using engine::Message;
using engine::Token;

std::string alone() {
  Table table{1};
  table.start_all();
  table.run(2ms);
  return table.take_transcript();
}

std::string two_meet() {
  Table table{2};
  table.start_all();
  table.run_until_one_ring(1s);
  return table.take_transcript();
}

std::string merge() {
  Table table{2};
  table.write_down = false;
  table.lose([](auto, auto, const auto&) { return true; });
  table.start_all();
  table.run(1s);
  table.write_down = true;
  table.lose_nothing();
  table.run_until_one_ring(2s);
  return table.take_transcript();
}

std::string visit() {
  Table table = resting(3);
  table.send(2, "from two");
  table.send(3, "from three");
  table.run(2ms);
  return table.take_transcript();
}

std::string hold_cancel_lost() {
  Table table = resting(2);
  int lost = 0;
  table.lose([&lost](NodeId, NodeId, const Message& message) {
    return std::holds_alternative<HoldCancel>(message) && lost++ < 2;
  });
  table.send(2, "urgent");
  table.run(7ms);
  return table.take_transcript();
}

std::string representative_lets_go() {
  Table table = resting(2);
  table.send(1, "from the holder");
  table.run(200us);
  return table.take_transcript();
}

std::string lost_for_three(Table table) {
  int frames = 0;
  table.lose([&frames](NodeId, NodeId to, const Message& message) {
    return to == NodeId{3} && std::holds_alternative<FramePtr>(message) && ++frames == 1;
  });
  table.send(1, "lost for three");
  table.send(1, "arrives");
  table.run(2ms);
  return table.take_transcript();
}

std::string resend() { return lost_for_three(resting(3)); }

std::string resend_with_corosync() {
  Table table = formed_ring(3, {}, engine::Capabilities{0});
  table.run(3s);
  table.write_down = true;
  return lost_for_three(std::move(table));
}

std::string resend_at_once() {
  Table table = resting(3);
  int frames = 0;
  table.lose([&frames](NodeId, NodeId to, const Message& message) {
    return to == NodeId{3} && std::holds_alternative<FramePtr>(message) && ++frames == 3;
  });
  table.send(1, "wakes the ring");
  for (const char* text : {"arrives", "lost for three", "arrives too"}) table.send(1, text);
  table.run(1ms);
  return table.take_transcript();
}

std::string newcomers() {
  Table table{3};
  table.start(1);
  table.run(1s);
  table.start(2);
  table.run(2ms);
  table.start(3);
  table.run_until_one_ring(1s);
  return table.take_transcript();
}

std::string token_lost_once() {
  Table table = resting(2);
  bool lost = false;
  table.lose([&lost](NodeId, NodeId, const Message& message) {
    return std::holds_alternative<Token>(message) && !std::exchange(lost, true);
  });
  table.send(2, "late");
  table.run(800ms);
  return table.take_transcript();
}

std::string leave() {
  Table table = resting(3);
  table.leave(1);
  table.run_until_one_ring(1s);
  return table.take_transcript();
}

std::string crash() {
  Table table = resting(3);
  table.kill(3);
  table.run_until_one_ring(20s);
  return table.take_transcript();
}

std::string restart() {
  Table table = resting(3);
  table.restart(2);
  table.run_until_one_ring(20s);
  return table.take_transcript();
}

std::string leave_and_crash() {
  Table table = resting(4);
  table.kill(4);
  table.leave(2);
  table.run_until_one_ring(20s);
  return table.take_transcript();
}

std::string recovery() {
  engine::Parameters parameters;
  parameters.token_timeout = 300ms;  // fewer repeats of the token to read past
  Table table = formed_ring(3, parameters, Table{0}.capabilities);
  table.run(3s);
  table.write_down = true;
  int at_one = 0;
  int at_two = 0;
  table.lose([&](NodeId from, NodeId to, const Message& message) {
    if (!std::holds_alternative<FramePtr>(message) || from != NodeId{3}) return false;
    return to == NodeId{1} ? ++at_one == 2 : ++at_two == 3;
  });
  for (const char* text : {"a", "b", "c"}) table.send(3, text);
  while (table.seat(3).delivered.back() != "c") table.run(10us);
  table.kill(3);
  table.take_transcript();
  table.run_until_one_ring(20s);
  return table.take_transcript();
}

using Paths = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

void cut(Table& table, const Paths& paths) {
  table.lose([paths](NodeId from, NodeId to, const Message&) {
    return std::find(paths.begin(), paths.end(), std::pair{from.value, to.value}) != paths.end();
  });
}

// Until it has fallen in two.
void run_until_parted(Table& table, std::uint32_t nodes) {
  for (std::uint32_t node = 1; node <= nodes; ++node) {
    while (table.engine(node).view().members.size() == nodes) table.run(1ms);
  }
}

std::string pair_cut() {
  Table table = resting(3);
  cut(table, {{1, 2}, {2, 1}});
  run_until_parted(table, 3);
  table.run(3s);
  return table.take_transcript();
}

std::string one_way_cut() {
  Table table = resting(3);
  cut(table, {{1, 2}});
  run_until_parted(table, 3);
  return table.take_transcript();
}

std::string pair_heals() {
  Table table = resting(3);
  table.write_down = false;
  cut(table, {{2, 3}, {3, 2}});
  run_until_parted(table, 3);
  table.run(20s);
  table.write_down = true;
  table.lose_nothing();
  table.run_until_one_ring(20s);
  return table.take_transcript();
}

std::string newcomer_beside_a_cut() {
  Table table{4};
  table.write_down = false;
  for (const std::uint32_t node : {1U, 2U, 3U}) table.start(node);
  table.run_until_one_ring(10s);
  cut(table, {{1, 2}, {2, 1}});
  run_until_parted(table, 3);
  table.run(10s);
  table.write_down = true;
  table.start(4);
  while (table.engine(3).view().members.size() < 3) table.run(1ms);
  return table.take_transcript();
}

std::string number_not_durable() {
  Table table{1};
  table.seat(1).stores_finish = false;
  table.start_all();
  table.run(20ms);
  table.note("    the disk confirms 600");
  table.engine(1).stored(table.now(), RingNumber{600});
  table.run(2ms);
  return table.take_transcript();
}

std::string safe_waits() {
  Table table = resting(3);
  table.send_safe(2, "safe");
  table.run(1ms);
  return table.take_transcript();
}

std::string agreed_behind_safe() {
  Table table = resting(3);
  int frames = 0;
  table.lose([&frames](NodeId, NodeId to, const Message& message) {
    return to == NodeId{3} && std::holds_alternative<FramePtr>(message) && ++frames == 2;
  });
  table.send(2, "agreed before");
  table.send_safe(2, "safe");
  table.send(2, "agreed behind");
  table.run(3ms);
  return table.take_transcript();
}

std::string safe_across_views() {
  Table table = resting(3);
  table.send_safe(3, "safe");
  table.send(3, "agreed");
  // Both others have the frames, and node 3 dies before the token comes round to it.
  const auto sent = table.engine(3).counters().mcast_tx;
  while (table.engine(3).counters().mcast_tx < sent + 2) table.run(10us);
  table.run(60us);
  table.kill(3);
  table.run_until_one_ring(20s);
  return table.take_transcript();
}

std::string safe_known_to_some() {
  Table table = resting(3);
  table.send_safe(1, "safe");
  while (table.seat(2).delivered.back() != "safe") table.run(10us);
  const RingId ring = table.engine(1).ring();
  table.lose([ring](NodeId, NodeId, const Message& message) {
    const auto* token = std::get_if<Token>(&message);
    return token != nullptr && token->ring == ring;
  });
  table.run(3010ms);
  table.run_until_one_ring(20s);
  return table.take_transcript();
}

const Scenario scenarios[] = {
    {"alone", "A node alone agrees with itself: join, commit token, recovery, and a ring of one.", alone},
    {"two_meet", "Two nodes start together: each first forms a ring of its own or agrees with the other.", two_meet},
    {"merge", "Two rings that could not hear each other meet: a merge detect, joins, one ring.", merge},
    {"visit", "Members send when the token is with them; all deliver in the order of the numbers.", visit},
    {"hold_cancel_lost", "The token rests at node 1; node 2 asks for it again until it is heard.", hold_cancel_lost},
    {"representative_lets_go", "Who holds the token needs to ask nobody.", representative_lets_go},
    {"newcomers", "Nodes that start one after the other are waited for: one ring is formed, not two.", newcomers},
    {"resend", "A frame that one member misses is asked for at its second visit and sent again.", resend},
    {"resend_at_once", "A hole between two frames of one sender is asked for at once.", resend_at_once},
    {"resend_with_corosync", "With a corosync in the ring a hole is asked for at the fifth visit.",
     resend_with_corosync},
    {"token_lost_once", "A lost token is repeated by who sent it; nobody leaves the ring.", token_lost_once},
    {"leave", "The representative says goodbye; the others form a ring without waiting.", leave},
    {"crash", "A member dies: token time-out, consensus time-out, and a ring of those that answer.", crash},
    {"restart", "A member is back before its death was noticed: all say that it started.", restart},
    {"leave_and_crash", "One member leaves while another is dead: the new ring's cause is both.", leave_and_crash},
    {"recovery", "Two survivors miss different frames of a dead member: each is sent once.", recovery},
    {"pair_cut",
     "Nodes 1 and 2 do not hear each other: 1 and 3 go on, 2 is left out, and merge detects change nothing.", pair_cut},
    {"one_way_cut", "Node 2 does not hear node 1, which hears it: one direction is not enough.", one_way_cut},
    {"pair_heals", "A packet passes again in both directions between 2 and 3: all become one ring.", pair_heals},
    {"newcomer_beside_a_cut", "Node 4 hears all, but 1 and 2 do not hear each other: it goes to the larger set.",
     newcomer_beside_a_cut},
    {"safe_waits", "A safe frame is delivered at the second token that says that all have it.", safe_waits},
    {"agreed_behind_safe", "A safe frame that one member misses keeps back what is behind it, and nothing else.",
     agreed_behind_safe},
    {"safe_across_views", "What nobody knew to be safe comes behind the transitional view, in its order.",
     safe_across_views},
    {"safe_known_to_some", "Two know that a frame is safe when the token is lost: the third one is told in time.",
     safe_known_to_some},
    {"number_not_durable", "No ring number is used before it would survive a crash.", number_not_durable},
};

std::string as_comment(const std::string& about) {
  std::istringstream lines{about};
  std::string text;
  for (std::string line; std::getline(lines, line);) text += "# " + line + "\n";
  return text;
}

std::string read_file(const std::string& path) {
  std::ifstream file{path};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Scenario> all_scenarios() {
  std::vector<Scenario> all{std::begin(scenarios), std::end(scenarios)};
  for (const auto& more : {gather_scenarios(), commit_scenarios(), token_scenarios(), recovery_scenarios()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

int run(const std::string& directory, bool update) {
  int failed = 0;
  for (const Scenario& scenario : all_scenarios()) {
    const std::string path = fmt::format("{}/{}.txt", directory, scenario.name);
    const std::string said = fmt::format("{}{}", as_comment(scenario.about), scenario.play());
    if (update) {
      std::ofstream{path} << said;
      continue;
    }
    const std::string expected = read_file(path);
    const bool same = expected == said;
    fmt::print("{} {}\n", same ? "ok" : "not ok", scenario.name);
    if (same) continue;
    ++failed;
    const auto [want, have] = std::mismatch(expected.begin(), expected.end(), said.begin(), said.end());
    const std::size_t at = expected.rfind('\n', static_cast<std::size_t>(want - expected.begin()));
    const std::size_t from = at == std::string::npos ? 0 : at;
    fmt::print("  expected: {}\n  said:     {}\n", expected.substr(from, 300), said.substr(from, 300));
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace rondel::transcripts

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: transcripts_test DIRECTORY [--update]\n", stderr);
    return 2;
  }
  return rondel::transcripts::run(argv[1], argc > 2 && std::string{argv[2]} == "--update");
}
