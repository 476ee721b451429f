// Nodes together: views, order, what a change does to clients' messages.
#include <doctest/doctest.h>

#include "cluster.h"
#include "wire/ring_codec.h"

namespace rondel::node::test {

namespace {

using namespace std::chrono_literals;

const std::vector<NodeId> one_and_two{NodeId{1}, NodeId{2}};

void join_group(Cluster& cluster, std::uint32_t node, std::uint32_t pid) {
  cluster.at(node).node.send(cluster.now, group::ProcessJoin{group::Name{"g"}, pid, group::Reason::join});
  cluster.run(20ms);
}

// The same packet as a node of the other byte order would send it, if it is an ordinary frame (ring.md 1.1, 1.4).
Payload in_other_order(const Payload& packet) {
  constexpr std::byte mcast{1};
  if (packet.view()[3] != mcast) return packet;
  return Payload::make(packet.size(), [&](std::span<std::byte> to) {
    std::ranges::copy(packet.view(), to.begin());
    for (const auto& [offset, size] :
         {std::pair{0, 2}, {5, 4}, {9, 4}, {13, 4}, {17, 4}, {21, 4}, {25, 4}, {29, 8}, {37, 4}, {41, 4}}) {
      std::ranges::reverse(to.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size)));
    }
  });
}

bool same_processes(Cluster& cluster, std::uint32_t a, std::uint32_t b) {
  return std::ranges::equal(cluster.at(a).node.processes(), cluster.at(b).node.processes());
}

}  // namespace

TEST_CASE("two nodes form one ring and deliver the same in the same order") {
  Cluster cluster{{1, 2}};
  cluster.run(2s);
  CHECK(cluster.at(1).node.view().members == one_and_two);
  CHECK(cluster.at(2).node.view().ring == cluster.at(1).node.view().ring);
  CHECK(cluster.at(1).node.synchronised());
  CHECK(cluster.at(2).node.synchronised());

  join_group(cluster, 1, 10);
  join_group(cluster, 2, 20);
  for (int i = 0; i < 20; ++i) {
    cluster.at(1).node.send(cluster.now, message(10, "a" + std::to_string(i)));
    cluster.at(2).node.send(cluster.now, message(20, "b" + std::to_string(i)));
  }
  cluster.run(100ms);
  CHECK(cluster.at(1).messages().size() == 40);
  CHECK(cluster.at(1).messages() == cluster.at(2).messages());
  CHECK(same_processes(cluster, 1, 2));
}

TEST_CASE("what happens to a ring can be read as events") {
  Cluster cluster{{1, 2}};
  cluster.run(2s);
  cluster.at(1).node.peer_changed(cluster.now, NodeId{2}, link::PeerState::down);
  cluster.at(1).node.peer_changed(cluster.now, NodeId{2}, link::PeerState::up);
  cluster.at(2).node.leave(cluster.now);
  cluster.run(2s);
  std::string kinds;
  for (const LoggedEvent& event : cluster.at(1).node.event_log().events()) kinds += event.kind + " ";
  CHECK(kinds.ends_with("membership synchronised node_unreachable node_reachable membership synchronised "));
  const auto& events = cluster.at(1).node.event_log().events();
  CHECK(events[events.size() - 2].sentence == "a new ring of 1 node without 2: node 2 left");
  CHECK(events.back().sentence.starts_with("synchronisation ended, clients waited "));
}

TEST_CASE("a message longer than a frame arrives whole") {
  Cluster cluster{{1, 2}};
  cluster.run(2s);
  join_group(cluster, 1, 10);
  join_group(cluster, 2, 20);
  const std::string text(100'000, 'x');
  cluster.at(2).node.send(cluster.now, message(20, text));
  cluster.run(200ms);
  CHECK(cluster.at(1).messages() == std::vector{text});
  CHECK(cluster.at(2).messages() == std::vector{text});
}

TEST_CASE("several frames of one visit go to the link at once") {
  Cluster cluster{{1, 2}};
  cluster.run(2s);
  join_group(cluster, 1, 10);
  cluster.at(1).broadcast_sizes.clear();
  for (int i = 0; i < 10; ++i) cluster.at(1).node.send(cluster.now, message(10, std::string(1200, 'x')));
  cluster.run(50ms);
  CHECK(std::ranges::max(cluster.at(1).broadcast_sizes) >= 5);
}

TEST_CASE("the frames that a token counts go to the link before it") {
  Cluster cluster{{1, 2}};
  cluster.run(2s);
  join_group(cluster, 1, 10);
  cluster.at(1).sent.clear();
  for (int i = 0; i < 10; ++i) cluster.at(1).node.send(cluster.now, message(10, std::string(1200, 'x')));
  cluster.run(50ms);
  Sequence counted;
  int frames = 0;
  for (const Payload& packet : cluster.at(1).sent) {
    const Result<engine::Message> decoded = wire::decode(packet);
    REQUIRE(decoded);
    if (const auto* token = std::get_if<engine::Token>(&*decoded)) counted = later(counted, token->sequence);
    if (const auto* frame = std::get_if<engine::FramePtr>(&*decoded)) {
      ++frames;
      CHECK(before(counted, (*frame)->sequence));
    }
  }
  CHECK(frames >= 10);
}

TEST_CASE("a silent member is given up, and its processes are gone behind synchronisation") {
  Cluster cluster{{1, 2}};
  cluster.run(2s);
  join_group(cluster, 1, 10);
  join_group(cluster, 2, 20);
  REQUIRE(cluster.at(1).node.processes().size() == 2);
  cluster.at(2).cut = true;
  cluster.run(6s);
  CHECK(cluster.at(1).node.view().members == std::vector{NodeId{1}});
  CHECK(cluster.at(1).node.view().left == std::vector{NodeId{2}});
  CHECK(cluster.at(1).node.processes().size() == 1);
  CHECK(cluster.at(1).logged("joined=- left=2 cause=token_lost"));

  // What was sent meanwhile is not lost, and both come together again.
  cluster.at(2).node.send(cluster.now, message(20, "from outside"));
  cluster.at(2).cut = false;
  cluster.run(6s);
  CHECK(cluster.at(1).node.view().members == one_and_two);
  CHECK(same_processes(cluster, 1, 2));
  CHECK(cluster.at(1).node.processes().size() == 2);
}

TEST_CASE("a message that a view change cut in two is sent again and arrives whole and once") {
  Cluster cluster{{1, 2}};
  cluster.run(2s);
  join_group(cluster, 1, 10);
  join_group(cluster, 2, 20);
  const std::string text(500'000, 'y');
  cluster.at(1).node.send(cluster.now, message(10, text));
  cluster.run(50us);  // some of its frames have gone
  REQUIRE(cluster.at(1).messages().empty());
  REQUIRE(cluster.at(1).node.waiting_bytes() > 0);
  cluster.at(2).cut = true;
  cluster.run(4s);
  cluster.at(2).cut = false;
  cluster.run(6s);
  CHECK(cluster.at(1).messages() == std::vector{text});
  CHECK(cluster.at(2).messages().size() <= 1);
}

TEST_CASE("an orderly leave takes no timeout") {
  Cluster cluster{{1, 2, 3}};
  cluster.run(3s);
  REQUIRE(cluster.at(1).node.view().members.size() == 3);
  cluster.at(3).node.leave(cluster.now);
  cluster.at(3).cut = true;
  cluster.run(100ms);
  CHECK(cluster.at(1).node.view().members == one_and_two);
  CHECK(cluster.at(1).node.view().cause.kind == engine::Cause::Kind::left);
  CHECK(cluster.at(2).node.synchronised());
}

TEST_CASE("frames in the other byte order keep their place, but what they say is dropped with one warning") {
  Cluster cluster{{1, 2}};
  cluster.run(2s);
  join_group(cluster, 1, 10);
  join_group(cluster, 2, 20);
  cluster.at(2).tamper = in_other_order;
  for (int i = 0; i < 3; ++i) {
    cluster.at(2).node.send(cluster.now, message(20, "unreadable"));
    cluster.run(20ms);
  }
  cluster.at(2).tamper = nullptr;
  cluster.at(2).node.send(cluster.now, message(20, "readable"));
  cluster.run(20ms);
  CHECK(cluster.at(1).messages() == std::vector<std::string>{"readable"});
  CHECK(cluster.at(1).node.node_counters().foreign_frames == 3);
  CHECK(std::ranges::count_if(cluster.at(1).lines, [](const std::string& line) {
          return line.find("in the other byte order") != std::string::npos;
        }) == 1);
}

TEST_CASE("a whole message that no service can read is counted and the next one is delivered") {
  Cluster cluster{{1, 2}};
  cluster.run(2s);
  join_group(cluster, 1, 10);
  join_group(cluster, 2, 20);
  // The group prefix says that there are 65535 groups.
  cluster.at(2).tamper = [](const Payload& packet) {
    constexpr std::byte mcast{1};
    if (packet.view()[3] != mcast) return packet;
    return Payload::make(packet.size(), [&](std::span<std::byte> to) {
      std::ranges::copy(packet.view(), to.begin());
      std::ranges::fill(to.subspan(45 + 8 + 2, 2), std::byte{0xff});
    });
  };
  cluster.at(2).node.send(cluster.now, message(20, "unreadable"));
  cluster.run(20ms);
  cluster.at(2).tamper = nullptr;
  cluster.at(2).node.send(cluster.now, message(20, "readable"));
  cluster.run(20ms);
  CHECK(cluster.at(1).messages() == std::vector<std::string>{"readable"});
  CHECK(cluster.at(1).node.node_counters().malformed_messages == 1);
  CHECK(cluster.at(1).logged("A message cannot be read, ignoring"));
}

TEST_CASE("safe messages come everywhere in the order of all others") {
  Cluster cluster{{1, 2, 3}};
  cluster.run(4s);
  for (std::uint32_t id = 1; id <= 3; ++id) join_group(cluster, id, id);
  for (int i = 0; i < 30; ++i) {
    for (std::uint32_t id = 1; id <= 3; ++id) {
      const auto guarantee = i % 3 == 0 ? Guarantee::safe : Guarantee::agreed;
      cluster.at(id).node.send(cluster.now, message(id, std::to_string(id) + "." + std::to_string(i)), guarantee);
    }
  }
  cluster.at(2).node.send(cluster.now, message(2, std::string(100'000, 's')), Guarantee::safe);
  cluster.run(100ms);
  CHECK(cluster.at(1).messages().size() == 91);
  CHECK(cluster.at(2).messages() == cluster.at(1).messages());
  CHECK(cluster.at(3).messages() == cluster.at(1).messages());
}

TEST_CASE("the rest of a lost node's message comes behind the transitional view, and that before the ring change") {
  Cluster cluster{{1, 2, 3}};
  cluster.run(4s);
  for (std::uint32_t id = 1; id <= 3; ++id) join_group(cluster, id, id);
  // The last frame has the end of the long message and a safe one, so it waits; its sender is gone right behind it.
  const std::string text(5'000, 'x');
  Member& lost = cluster.at(3);
  lost.node.send(cluster.now, message(3, text));
  lost.node.send(cluster.now, message(3, "safe"), Guarantee::safe);
  int last_frames = 0;
  lost.tamper = [&](const Payload& packet) {
    const Result<engine::Message> decoded = wire::decode(packet);
    REQUIRE(decoded);
    const auto* frame = std::get_if<engine::FramePtr>(&*decoded);
    if (frame != nullptr && (*frame)->guarantee == Guarantee::safe && ++last_frames == 2) lost.cut = true;
    return packet;
  };
  for (std::uint32_t id = 1; id <= 2; ++id) cluster.at(id).events.clear();
  cluster.run(6s);
  REQUIRE(lost.cut);
  for (std::uint32_t id = 1; id <= 2; ++id) {
    REQUIRE(cluster.at(id).node.view().members == one_and_two);
    const std::vector<group::Event>& events = cluster.at(id).events;
    REQUIRE(events.size() == 5);
    CHECK(std::get<group::RingEnd>(events[0]).remaining == one_and_two);
    CHECK(std::holds_alternative<group::Delivery>(events[1]));
    CHECK(std::holds_alternative<group::Delivery>(events[2]));
    CHECK(std::holds_alternative<group::Change>(events[3]));
    CHECK(std::holds_alternative<group::RingChange>(events[4]));
    CHECK(cluster.at(id).messages() == std::vector<std::string>{text, "safe"});
  }
}

}  // namespace rondel::node::test
