// Whole clusters in partitions that come and go, rounds that are ended half-way, processes that join and leave: after
// each activation all nodes of a ring have the same table, and what a client was told adds up to it.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/random.h"
#include "group/groups.h"
#include "group/told.h"

using namespace rondel;
using namespace rondel::group;
using namespace rondel::group::test;

namespace {

constexpr std::uint32_t nodes_max = 5;

using Known = std::set<std::pair<NodeId, std::uint32_t>>;

struct Simulated {
  explicit Simulated(NodeId self) : groups{self} {}
  Groups groups;
  RingId ring;
  std::vector<NodeId> members;
  std::map<Name, Known> told;   // membership of each group by the changes alone
  std::vector<Message> unsent;  // of a round that was ended
};

Known known(const std::vector<Member>& members) {
  Known result;
  for (const Member& one : members) result.emplace(one.node, one.pid);
  return result;
}

class Cluster {
 public:
  explicit Cluster(std::uint64_t seed) : random_{seed} {
    for (std::uint32_t i = 1; i <= nodes_max; ++i) nodes_.emplace(NodeId{i}, Simulated{NodeId{i}});
  }

  void run(std::size_t views) {
    for (std::size_t i = 0; i < views; ++i) change();
  }
  [[nodiscard]] std::size_t completed() const { return completed_; }
  [[nodiscard]] std::size_t ended() const { return ended_; }

 private:
  // Everybody gets a new ring: a random partition.
  void change() {
    std::map<std::uint32_t, std::vector<NodeId>> parts;
    const std::uint32_t count = random_.between(1, 3);
    for (auto& [id, node] : nodes_) parts[random_.below(count)].push_back(id);
    if (random_.below(6) == 0) restart(NodeId{random_.between(1, nodes_max)});
    for (auto& [part, members] : parts) install(members);
    for (auto& [part, members] : parts) round(members);
  }

  void restart(NodeId id) { nodes_.at(id) = Simulated{id}; }

  void install(const std::vector<NodeId>& members) {
    const RingId ring{members.front(), {++ring_number_}};
    std::map<NodeId, engine::View> views;
    for (NodeId id : members) {
      engine::View& view = views[id];
      view.ring = ring;
      view.members = members;
      for (NodeId other : members) {
        if (nodes_.at(id).ring != RingId{} && nodes_.at(other).ring == nodes_.at(id).ring)
          view.transitional.push_back(other);
      }
    }
    for (NodeId id : members) {
      Simulated& node = nodes_.at(id);
      node.ring = ring;
      node.members = members;
      node.groups.sync_init(views.at(id));
    }
  }

  void round(const std::vector<NodeId>& members) {
    // What an ended round left comes ahead of the new one.
    for (NodeId id : members) {
      for (const Message& message : std::exchange(nodes_.at(id).unsent, {})) deliver(members, id, message);
    }
    std::vector<NodeId> order = members;
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random_.below(static_cast<std::uint32_t>(i))]);
    const std::size_t heard =
        random_.below(3) == 0 ? random_.below(static_cast<std::uint32_t>(order.size())) : order.size();
    for (std::size_t i = 0; i < order.size(); ++i) {
      std::vector<Message> sent;
      nodes_.at(order[i]).groups.sync_process(sent);
      for (const Message& message : sent) {
        if (i < heard)
          deliver(members, order[i], message);
        else
          nodes_.at(order[i]).unsent.push_back(message);
      }
    }
    if (heard < order.size()) {
      ++ended_;
      if (random_.below(2) == 0) {
        for (NodeId id : members) nodes_.at(id).groups.sync_abort();
      }
      return;
    }
    activate(members);
    for (std::uint32_t i = random_.below(12); i > 0; --i) work(members);
    check(members);
  }

  void activate(const std::vector<NodeId>& members) {
    ++completed_;
    for (NodeId id : members) {
      std::vector<Event> out;
      nodes_.at(id).groups.sync_activate(out);
      REQUIRE(std::holds_alternative<RingChange>(out.back()));
      CHECK(std::get<RingChange>(out.back()) == RingChange{nodes_.at(id).ring, members});
      tell(nodes_.at(id), out);
    }
    check(members);
  }

  void work(const std::vector<NodeId>& members) {
    const NodeId id = members[random_.below(static_cast<std::uint32_t>(members.size()))];
    const Name group{random_.below(2) == 0 ? "a" : "b"};
    const std::uint32_t pid = random_.between(1, 4);
    if (random_.below(3) == 0) {
      if (nodes_.at(id).groups.contains({id, pid, group}))
        deliver(members, id, ProcessLeave{group, pid, Reason::leave});
    } else {
      deliver(members, id, ProcessJoin{group, pid, Reason::join});
    }
  }

  void deliver(const std::vector<NodeId>& members, NodeId from, const Message& message) {
    for (NodeId id : members) {
      std::vector<Event> out;
      nodes_.at(id).groups.receive(from, message, out);
      tell(nodes_.at(id), out);
    }
  }

  static void tell(Simulated& node, const std::vector<Event>& events) {
    for (const Event& event : events) {
      const auto* change = std::get_if<Change>(&event);
      if (change == nullptr) continue;
      Known& told = node.told[change->group];
      for (const Member& one : change->left) REQUIRE(told.erase({one.node, one.pid}) == 1);
      for (const Member& one : change->joined) REQUIRE(told.emplace(one.node, one.pid).second);
      REQUIRE(told == known(change->members));
    }
  }

  void check(const std::vector<NodeId>& members) {
    const auto expected = nodes_.at(members.front()).groups.processes();
    for (NodeId id : members) {
      Simulated& node = nodes_.at(id);
      REQUIRE(std::ranges::equal(node.groups.processes(), expected));
      for (const Process& process : node.groups.processes()) {
        REQUIRE(std::ranges::binary_search(members, process.node));
        REQUIRE(node.told[process.group].contains({process.node, process.pid}));
        REQUIRE(nodes_.at(process.node).groups.contains(process));
      }
      std::size_t told = 0;
      for (const auto& [group, processes] : node.told) told += processes.size();
      REQUIRE(told == node.groups.processes().size());
    }
  }

  Pcg32 random_;
  std::map<NodeId, Simulated> nodes_;
  std::uint64_t ring_number_ = 0;
  std::size_t completed_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace

TEST_CASE("tables are equal after each activation, and changes add up to them") {
  std::size_t completed = 0;
  std::size_t ended = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    Cluster cluster{seed};
    cluster.run(60);
    completed += cluster.completed();
    ended += cluster.ended();
  }
  CHECK(completed > 5000);
  CHECK(ended > 1000);
}
