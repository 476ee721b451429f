// How nodes find out with whom they are: joins, whom to believe, whom to give up, and how it ends.
#include "scenario.h"

namespace rondel::transcripts {
namespace {

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using engine::Join;
using engine::MergeDetect;
using engine::Message;

Join join_of(std::uint32_t sender, std::vector<NodeId> candidates, std::vector<NodeId> failed, std::uint64_t number) {
  return Join{NodeId{sender}, false, std::move(candidates), std::move(failed), RingNumber{number}, {}};
}

// One real node, in a ring of its own; the others are only heard.
Table one_node() {
  Table table{1};
  table.write_down = false;
  table.start_all();
  table.run(1s);
  table.write_down = true;
  return table;
}

std::string joins_of_one_batch() {
  Table table = one_node();
  table.note("    nodes 2, 3 and 4 are heard in one turn of the loop");
  table.put(1, {join_of(2, {NodeId{2}}, {}, 5), join_of(3, {NodeId{3}}, {}, 5), join_of(4, {NodeId{4}}, {}, 5)});
  return table.take_transcript();
}

std::string silent_and_talking() {
  Table table = one_node();
  table.note("    node 3 is heard once; node 2 goes on talking, but wants nobody else");
  table.put(1, MergeDetect{NodeId{3}, {NodeId{3}, RingNumber{5}}});
  const auto node_two_talks = [&table](Duration span) {
    for (Duration passed{}; passed < span; passed += 50ms) {
      table.put(1, join_of(2, {NodeId{2}}, {}, 5));
      table.run(50ms);
    }
  };
  node_two_talks(3550ms);
  table.note("    3.6 s: the consensus time is over");
  node_two_talks(3600ms);
  table.note("    7.2 s: another one is over");
  node_two_talks(100ms);
  return table.take_transcript();
}

std::string foreign_quarrel() {
  Table table = resting(2);
  table.note("    node 3 of another ring has condemned node 4");
  table.put(1, join_of(3, {NodeId{3}, NodeId{4}}, {NodeId{4}}, 5));
  table.note("    node 3 has formed its ring, and condemns nobody");
  table.put(1, join_of(3, {NodeId{3}}, {}, 9));
  return table.take_transcript();
}

std::string excluded() {
  Table table = resting(3);
  table.note("    node 3 thinks that node 1 has failed, and says so");
  table.put(1, join_of(3, {NodeId{1}, NodeId{2}, NodeId{3}}, {NodeId{1}}, 13));
  table.note("    that does not move node 1; node 2 takes it over, as of a member");
  table.put(2, join_of(3, {NodeId{1}, NodeId{2}, NodeId{3}}, {NodeId{1}}, 13));
  table.run(2ms);
  return table.take_transcript();
}

std::string late_join() {
  Table table = resting(2);
  table.note("    a join that node 2 sent before this ring was formed arrives now");
  table.put(1, join_of(2, {NodeId{1}, NodeId{2}}, {}, 5));
  table.note("    the same from node 2 as it is now");
  table.put(1, join_of(2, {NodeId{1}, NodeId{2}}, {}, 9));
  return table.take_transcript();
}

std::string late_merge_detect() {
  Table table = resting(3);
  const RingId before = table.engine(1).ring();
  table.write_down = false;
  table.leave(3);
  table.run_until_one_ring(2s);
  table.run(100ms);
  table.write_down = true;
  table.note("    nodes 1 and 2 were in ring " + to_string(before) + " with node 3; now they are in ring " +
             to_string(table.engine(1).ring()));
  table.note("    a merge detect that node 2 sent in ring " + to_string(before) + " comes to node 1");
  table.put(1, MergeDetect{NodeId{2}, before});
  table.note("    one of a ring that node 1 was never in");
  table.put(1, MergeDetect{NodeId{2}, {NodeId{2}, before.number + 1}});
  return table.take_transcript();
}

std::string quick_restart() {
  Table table = resting(3);
  table.note("    node 3 is killed and starts again at once");
  table.restart(3);
  table.run_until_one_ring(5s);
  return table.take_transcript();
}

std::string lost_state_file() {
  Table table = resting(2);
  table.note("    node 2 loses its disk and starts from the clock: 1700000000000 is 18bcfe56800");
  table.seat(2).disk = RingNumber{1'700'000'000'000};
  table.restart(2);
  table.run_until_one_ring(5s);
  return table.take_transcript();
}

std::string leave_in_gather() {
  Table table = resting(4);
  table.write_down = false;
  table.kill(4);
  while (table.engine(1).state() != engine::State::gather || table.engine(2).state() != engine::State::gather ||
         table.engine(3).state() != engine::State::gather) {
    table.run(1ms);
  }
  table.run(1ms);
  table.write_down = true;
  table.note("    node 4 is dead, and the others wait for it to answer; now node 3 leaves");
  table.leave(3);
  table.run(1ms);
  table.run_until_one_ring(5s);
  return table.take_transcript();
}

std::string own_pause() {
  Table table = resting(2);
  table.send(2, "before");
  table.lose([](NodeId, NodeId, const Message& message) { return std::holds_alternative<engine::Token>(message); });
  table.run(120us);
  table.lose_nothing();
  table.note("    the token is lost, and the machine of both nodes is stopped for 10 s; a token time-out is 3 s");
  table.pause_all(10s);
  table.run(15ms);
  return table.take_transcript();
}

const Scenario scenarios[] = {
    {"joins_of_one_batch",
     "Joins that were there at once are merged before gather is entered, once. Each entry starts the consensus timer\n"
     "again and multicasts a join to all: a storm of n joins answered by n more would feed itself.",
     joins_of_one_batch},
    {"silent_and_talking",
     "Who is silent for a whole consensus time is condemned at its end; who talks but does not agree gets a second "
     "one.\n"
     "Lists grow by what is heard, and a healthy node may need a round trip more than the timer gave it.",
     silent_and_talking},
    {"foreign_quarrel",
     "A join of a node outside the ring that has condemned somebody is not heeded. We would not take its word for it, "
     "so\n"
     "it would never agree with us, and its quarrel would go from ring to ring. Once its own ring is formed it may "
     "come.",
     foreign_quarrel},
    {"excluded",
     "A join that lists this node as failed does not take it out of its ring: one confused node must not be able to. "
     "But\n"
     "members believe members: the next one who hears it leaves the ring, and the others agree without the first.",
     excluded},
    {"late_join",
     "A member's join with a number below this ring's was sent before the ring was formed, and is ignored: else every\n"
     "ring would fall to the last joins that led to it. With the ring's own number it is meant, and heeded.",
     late_join},
    {"late_merge_detect",
     "A merge detect of a ring that this node has left, from a node that is a member now, was late on its way. It "
     "would\n"
     "re-form a healthy ring. Of a ring that this node was never in it is news: the member has formed it without us.",
     late_merge_detect},
    {"quick_restart",
     "A node that restarts before its silence was noticed does not wait for a time-out: its first join carries a "
     "number\n"
     "above the ring's, which only a new process can have stored. It is among those who left and those who joined.",
     quick_restart},
    {"lost_state_file",
     "A node without a ring number on disk takes the clock's, which is above all that it can have used. The others "
     "follow\n"
     "it there: the next ring is above everything that any member has heard of, and it can never go back.",
     lost_state_file},
    {"leave_in_gather",
     "A goodbye in the middle of gather shrinks the set that has to agree. Nobody waits for an answer of who has "
     "left;\n"
     "for the dead one they still wait, as they must.",
     leave_in_gather},
    {"own_pause",
     "Silence while this process did not run says nothing about the others: what it waited for gets the time back.\n"
     "Otherwise every long pause of a machine would end its ring. A lost token is repeated as ever.",
     own_pause},
};

}  // namespace

std::span<const Scenario> gather_scenarios() { return scenarios; }

}  // namespace rondel::transcripts
