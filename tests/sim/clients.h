// Clients: the programs on one machine. They join groups, send, leave and die; they ask for admission as sessions do.
// What they send may come back to them before the call that sent it returns.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "base/random.h"
#include "checkers/checker.h"
#include "node/node.h"
#include "surroundings.h"

namespace rondel::simulation {

class Clients {
 public:
  // For one life of a node; all its clients die with it.
  Clients(Surroundings&, Life, std::uint64_t seed);

  // One random action of one client.
  void act(Time now, node::Node&);
  // A message in a group that all nodes are asked to join: proof that this one can send. Now and then another one,
  // since the ring may have changed under the first.
  void probe(Time now, node::Node&);
  void group_event(const group::Event&);
  // Of how many nodes a probe came, and whether all of this node's came back.
  [[nodiscard]] std::size_t nodes_heard() const { return heard_.size(); }
  [[nodiscard]] bool all_probes_back() const { return probes_back_ == probes_sent_; }

 private:
  enum class State : std::uint8_t { idle, joining, member, leaving };
  struct Client {
    std::uint32_t pid = 0;
    group::Name group;
    State state = State::idle;
    std::uint32_t stalled = 0;  // does nothing for so many turns
  };
  void join(Time now, node::Node&, Client&);
  void send(Time now, node::Node&, const Client&);
  void send_message(Time now, node::Node&, const Client&, std::size_t size);
  [[nodiscard]] std::size_t draw_size();

  Surroundings& surroundings_;
  Life life_;
  Pcg32 random_;
  std::vector<Client> clients_;
  Client prober_;
  std::uint32_t next_pid_ = 100;
  std::uint32_t messages_ = 0;
  std::uint32_t probes_sent_ = 0, probes_back_ = 0;
  Time last_probe_{};
  std::set<NodeId> heard_;
};

}  // namespace rondel::simulation
