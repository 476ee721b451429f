// NodeWorld: a few whole nodes in one process, on a network that a fuzz target owns. Nothing moves unless it says so;
// it sees every packet, may lose it, alter it, and put its own among them. The world holds the nodes to what must be
// true whatever they are told: time goes on, and no input makes more packets than it may.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "link/link.h"
#include "node/node.h"

namespace rondel::fuzz {

struct Sent {
  NodeId from, to;  // to 0: all
  Payload bytes;
};

class NodeWorld {
 public:
  explicit NodeWorld(std::uint32_t nodes);
  ~NodeWorld();

  [[nodiscard]] node::Node& node(NodeId);
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(seats_.size()); }
  // What was sent last, oldest first; a bounded number.
  [[nodiscard]] const std::deque<Sent>& recorded() const { return recorded_; }
  [[nodiscard]] Time now() const { return now_; }

  void give(NodeId, const std::vector<Packet>&);  // in one batch, from nowhere
  void send(NodeId, const group::Message&);       // if the node takes messages
  void lose_flights() { flights_.clear(); }
  void restart(NodeId);  // with the ring number that was stored
  void run(Duration);    // packets and timers, in the order of time
  void reconfigure(NodeId, const engine::Parameters&);
  [[nodiscard]] static engine::Parameters parameters();

 private:
  struct Seat;
  struct Flight {
    NodeId to;
    Payload bytes;
  };
  void sent(NodeId from, NodeId to, Payload);
  void begin_input() { sent_by_input_ = 0; }
  void arrive();
  void expire(Seat&);
  void store(Seat&);
  [[nodiscard]] Seat* next_due();

  std::vector<std::unique_ptr<Seat>> seats_;
  std::deque<Sent> recorded_;
  std::deque<Flight> flights_;
  Time now_{};
  std::size_t sent_by_input_ = 0;
};

}  // namespace rondel::fuzz
