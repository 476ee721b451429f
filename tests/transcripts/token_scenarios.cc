// The token of a ring that runs: repeats, pace, rest, and a member that gets it but nothing else.
#include <utility>

#include "scenario.h"

namespace rondel::transcripts {
namespace {

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using engine::FramePtr;
using engine::HoldCancel;
using engine::Message;
using engine::State;
using engine::Token;

std::string repeat_by_hop() {
  Table table = resting(2);
  std::optional<Token> seen;
  table.lose([&seen](NodeId, NodeId to, const Message& message) {
    const auto* token = std::get_if<Token>(&message);
    if (token != nullptr && to == NodeId{2} && !seen) seen = *token;
    return false;
  });
  table.send(2, "once");
  table.run(130us);
  const auto dropped = table.engine(2).counters().rx_msg_dropped;
  table.note("    the same token comes to node 2 again, because its sender thought it lost");
  table.put(2, *seen);
  table.note("    node 2 has dropped " + std::to_string(table.engine(2).counters().rx_msg_dropped - dropped) +
             " message and sent none");
  table.run(100us);
  return table.take_transcript();
}

std::string hold_cancel_in_vain() {
  Table table = resting(2);
  table.lose([](NodeId, NodeId, const Message& message) { return std::holds_alternative<HoldCancel>(message); });
  // Right behind a visit, so that the token rests as long as it may.
  const auto visits = table.engine(2).counters().orf_token_rx;
  table.write_down = false;
  while (table.engine(2).counters().orf_token_rx == visits) table.run(10us);
  table.run(100us);
  table.write_down = true;
  table.send(2, "patient");
  table.run(550ms);
  table.note("    the hold of 561 ms is over");
  table.run(20ms);
  return table.take_transcript();
}

std::string waiting_never_rests() {
  engine::Parameters parameters;
  parameters.visit_frames_max = 1;
  parameters.sequence_unchanged_max = 2;
  Table table = resting(2, parameters);
  table.note("    node 1 holds the token; it may send one frame a visit, and two are waiting");
  table.write_down = false;
  table.seat(1).source.add(engine::Phase::normal, "first");
  table.write_down = true;
  table.send(1, "second");
  table.run(1ms);
  return table.take_transcript();
}

std::string corosync_pace() {
  Table table{2};
  table.seat(2).corosync = true;
  table.write_down = false;
  table.start_all();
  table.run_until_one_ring(10s);
  table.run(1ms);
  table.write_down = true;
  bool lost = false;
  table.lose([&lost](NodeId from, NodeId, const Message& message) {
    return from == NodeId{1} && std::holds_alternative<Token>(message) && !std::exchange(lost, true);
  });
  table.note("    node 2 is a corosync; the ring is busy; the token to it is lost");
  table.send(1, "busy");
  table.run(700ms);
  table.note("    700 ms later");
  table.run(15ms);
  return table.take_transcript();
}

std::string own_pace() {
  Table table = formed_ring(2);
  table.run(1ms);
  bool lost = false;
  table.lose([&lost](NodeId from, NodeId, const Message& message) {
    return from == NodeId{1} && std::holds_alternative<Token>(message) && !std::exchange(lost, true);
  });
  table.write_down = true;
  table.note("    all are rondel; the ring is busy; the token to node 2 is lost");
  table.send(1, "busy");
  table.run(9ms);
  table.note("    9 ms later");
  table.run(2ms);
  return table.take_transcript();
}

std::string deaf_member() {
  engine::Parameters parameters;
  parameters.fail_to_receive_visits = 20;
  Table table = resting(3, parameters);
  table.lose([](NodeId, NodeId to, const Message& message) {
    return to == NodeId{3} && std::holds_alternative<FramePtr>(message);
  });
  table.note("    node 3 gets tokens but no frames; 20 visits are its bound here");
  table.send(1, "unheard");
  meanwhile(table, 400us, "the ring waits for node 3 to catch up");
  table.write_down = false;
  while (table.engine(3).state() == State::operational) table.run(10us);
  table.write_down = true;
  table.note("    node 3 says so itself");
  table.run(3ms);
  table.note("    frames get through to node 3 again");
  table.lose_nothing();
  table.run_until_one_ring(5s);
  return table.take_transcript();
}

std::string alone_rests() {
  Table table = resting(1);
  table.write_down = true;
  table.send(1, "to myself");
  table.run(10ms);
  return table.take_transcript();
}

const Scenario scenarios[] = {
    {"repeat_by_hop",
     "A token says at each hop one more, so a repeat of one that was not lost at all is known and dropped. That is "
     "what\n"
     "lets a token be repeated early: a repeat in vain costs one packet and never makes a second token.",
     repeat_by_hop},
    {"hold_cancel_in_vain",
     "A hold cancel that is not answered is repeated after 2 ms, then after twice as long, six times at most. After "
     "that\n"
     "the token comes by itself when the hold is over: asking for ever would be traffic on an idle ring.",
     hold_cancel_in_vain},
    {"waiting_never_rests",
     "The representative lets go as soon as it has something to send, and does not hold the token again while any of "
     "it\n"
     "waits. On corosync rings 28 frames were seen to wait beside a held token for 685 ms.",
     waiting_never_rests},
    {"own_pace",
     "A token lost in a busy ring of ours is missed after four rotations, at least 10 ms, and sent again. Nobody has "
     "to\n"
     "wait a token_retransmit, 714 ms here, for one lost packet.",
     own_pace},
    {"corosync_pace",
     "With a corosync in the ring a lost token is repeated after token_retransmit only, as corosync does it: it "
     "counts\n"
     "repeats as rotations without frames and would hold the token early. Its commit token brought no trailer back, "
     "so\n"
     "all know.",
     corosync_pace},
    {"deaf_member",
     "A member that gets tokens but no frames holds the aru down, and with it all others. After a bound of visits it "
     "puts\n"
     "itself among the failed: only it can know. The others go on, it forms a ring of its own, and comes back by a "
     "merge.",
     deaf_member},
    {"alone_rests",
     "A ring of one has nobody to wait for: its token rests as soon as its frames are released, after three visits\n"
     "instead of thirty, and what it sends is delivered at once.",
     alone_rests},
};

}  // namespace

std::span<const Scenario> token_scenarios() { return scenarios; }

}  // namespace rondel::transcripts
