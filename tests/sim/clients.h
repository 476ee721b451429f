// Clients: the programs on one machine. They join groups, send, leave and die; they ask for admission as sessions do.
// What they send may come back to them before the call that sent it returns.
#pragma once

#include <cstdint>
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
  // A message in a group that all nodes are asked to join: proof that this one can send.
  void probe(Time now, node::Node&);
  void group_event(const group::Event&);
  [[nodiscard]] std::uint32_t probes_seen() const { return probes_seen_; }
  [[nodiscard]] bool probe_sent() const { return probe_sent_; }

 private:
  enum class State : std::uint8_t { idle, joining, member, leaving };
  struct Client {
    std::uint32_t pid = 0;
    group::Name group;
    State state = State::idle;
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
  std::uint32_t probes_seen_ = 0;
  bool probe_sent_ = false;
};

}  // namespace rondel::simulation
