// How a ring that was agreed on comes to be, and what ends the attempt.
#include "scenario.h"

namespace rondel::transcripts {
namespace {

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using engine::CommitToken;
using engine::Join;
using engine::Message;
using engine::State;

std::string commit_token_lost() {
  Table table{2};
  int lost = 0;
  table.lose([&lost](NodeId from, NodeId to, const Message& message) {
    const auto* commit = std::get_if<CommitToken>(&message);
    return commit != nullptr && from != to && commit->hop.value == 1 && lost++ < 2;
  });
  table.write_down = false;
  table.start_all();
  while (table.engine(1).state() != State::gather || table.engine(1).view().members.empty()) table.run(10us);
  table.write_down = true;
  while (lost < 1) table.run(10us);
  table.run(45ms);
  table.note("    50 ms later");
  while (lost < 2) table.run(10us);
  table.run(95ms);
  table.note("    another 100 ms later");
  table.run_until_one_ring(2s);
  return table.take_transcript();
}

// Nodes 1 and 2 have agreed, and node 1's commit token is on its way.
Table in_commit() {
  Table table{3};
  table.write_down = false;
  table.lose([](NodeId from, NodeId to, const Message&) { return from == NodeId{3} || to == NodeId{3}; });
  table.start_all();
  while (table.engine(1).state() != State::commit || table.engine(1).view().members.empty()) table.run(10us);
  table.write_down = true;
  return table;
}

std::string member_moved_on() {
  Table table = in_commit();
  table.note("    node 1 has sent the commit token of a ring of 1 and 2; node 2 has just heard of node 3");
  table.put(1, Join{NodeId{2}, false, {NodeId{1}, NodeId{2}, NodeId{3}}, {}, RingNumber{5}, {}});
  return table.take_transcript();
}

std::string lowest_dies_in_commit() {
  Table table = resting(3);
  table.leave(3);
  while (table.engine(2).state() != State::commit) table.run(10us);
  table.note("    node 1 dies while its commit token is with node 2");
  table.kill(1);
  table.run(400ms);
  meanwhile(table, 2500ms, "node 2 repeats it, once in 714 ms at last, until a token time-out is over");
  table.run(100ms);
  meanwhile(table, 3480ms, "it asks who is there, and nobody answers for a consensus time");
  table.run_until_one_ring(5s);
  return table.take_transcript();
}

std::string agreed_but_nobody_commits() {
  Table table = resting(3);
  table.lose([](NodeId from, NodeId to, const Message& message) {
    return std::holds_alternative<CommitToken>(message) && from == NodeId{1} && to == NodeId{2};
  });
  table.write_down = false;
  table.restart(3);
  while (table.engine(1).state() != State::commit) table.run(10us);
  table.run(1ms);
  table.write_down = true;
  table.note("    all agree, but what node 1 sends to node 2 is lost, the commit token too");
  table.run(200ms);
  meanwhile(table, 2700ms, "node 1 repeats it until a token time-out is over");
  table.lose_nothing();
  table.note("    the path is healed");
  table.run(200ms);
  return table.take_transcript();
}

std::string old_commit_token() {
  Table table = resting(2);
  CommitToken old;
  old.sender = NodeId{1};
  old.ring = RingId{NodeId{1}, RingNumber{13}};
  old.members = {NodeId{1}, NodeId{2}};
  old.entries.resize(2);
  old.filled = 1;
  old.hop = Sequence{1};
  table.note("    a commit token of the next ring comes to node 2, which has agreed to nothing");
  table.put(2, old);
  table.note("    node 2 is still in ring " + to_string(table.engine(2).ring()));
  return table.take_transcript();
}

const Scenario scenarios[] = {
    {"commit_token_lost",
     "A commit token that got lost is sent again after 50 ms, then after twice as long. Corosync waits a whole\n"
     "token_retransmit for the first time; after a quick restart that was most of a second for one lost packet.",
     commit_token_lost},
    {"member_moved_on",
     "A member that the commit token has yet to reach wants more than was agreed on: it will refuse the token. Who "
     "hears\n"
     "that goes back to gather at once instead of waiting a token time-out for a ring that nobody can form.",
     member_moved_on},
    {"lowest_dies_in_commit",
     "The node that forms the ring dies with its commit token on the way. Whoever has the token repeats it, gives up\n"
     "after a token time-out, and condemns who is silent: the ring that failed leaves nothing behind but its number.",
     lowest_dies_in_commit},
    {"agreed_but_nobody_commits",
     "Agreement is not yet a ring: the commit token has to come round. If it does not, its time-out sends everybody "
     "back\n"
     "to gather, where they still agree, and the next attempt has a number of its own.",
     agreed_but_nobody_commits},
    {"old_commit_token",
     "A commit token is believed only by who is in gather and has agreed to exactly these members. A late or forged "
     "one\n"
     "for a running ring is dropped, however new its number is.",
     old_commit_token},
};

}  // namespace

std::span<const Scenario> commit_scenarios() { return scenarios; }

}  // namespace rondel::transcripts
