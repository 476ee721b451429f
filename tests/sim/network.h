// Network: carries packets between machines with the faults that were asked for, and tells them late, as a link layer
// does, who can be reached.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/headed.h"
#include "base/ids.h"
#include "base/random.h"
#include "faults.h"
#include "scenario.h"
#include "scheduler.h"

namespace rondel::simulation {

// Where packets and news about peers arrive. Its address is its node's id, except for a twin (see Scenario).
class Station {
 public:
  virtual ~Station() = default;
  virtual void arrived(const Payload& packet) = 0;
  virtual void peer_found(NodeId peer, bool reachable) = 0;
  [[nodiscard]] virtual bool answers() const = 0;  // runs, and is not stopped
};

class Network {
 public:
  enum class Cast : std::uint8_t { one, all };

  Network(Scheduler&, std::uint64_t seed, FaultCounts&, const NetworkSettings&);
  void add(NodeId, Station&);

  void send(NodeId from, NodeId to, Cast, const Payload& packet);

  void cut(NodeId from, NodeId to);
  void mend(NodeId from, NodeId to);
  void deafen(NodeId, bool deaf);                     // multicasts to it are lost
  void lose_all(NodeId from, NodeId to, Time until);  // a burst
  void slow_down(NodeId from, NodeId to, Time until, Duration by);
  // Packets wait until then and come together, at most so many; the others are dropped.
  void clog(NodeId from, NodeId to, Time until, std::uint32_t packets_max);
  void lose_large(NodeId from, NodeId to, Time until, std::size_t bytes_max);
  // Some of the packets that it got long ago come again.
  void repeat_old(NodeId to, std::uint32_t count);
  // The link layer of `from` is told something about `to` that need not be so. False if it believes it already.
  bool pretend(NodeId from, NodeId to, bool reachable);
  // No faults from here on between these, and nothing at all between them and the others.
  void heal(const std::set<NodeId>& core);
  // Something about this node has changed: its peers and it will notice some time later.
  void look_around(NodeId);
  // A node that starts knows nobody.
  void forget_peers(NodeId);
  [[nodiscard]] std::uint64_t packets_sent() const { return packets_sent_; }

 private:
  struct Path {
    std::uint32_t cuts = 0;  // faults that cut it now; they overlap
    Time lost_until{}, slow_until{};
    Duration slow_by{};
    Time clogged_until{}, large_lost_until{};
    std::uint32_t clog_room = 0;
    std::size_t large_bytes = 0;
    Time last_arrival{};
    Pcg32 random{0};
    bool up = false;  // as the sender's link layer sees its peer
  };
  using Key = std::pair<NodeId, NodeId>;

  struct Kept {
    NodeId to;
    Payload packet;
  };
  [[nodiscard]] bool lost(Path&, NodeId to, Cast, std::size_t bytes);
  void pass(Path&, NodeId to, const Payload& packet);
  void deliver(Time when, NodeId to, Payload packet);
  [[nodiscard]] Payload corrupted(const Payload&);
  void keep(NodeId to, const Payload& packet);
  void look(NodeId from, NodeId to);

  Scheduler& scheduler_;
  std::uint64_t seed_;
  Pcg32 random_;  // of what is not one path's
  FaultCounts& faults_;
  NetworkSettings settings_;
  std::map<NodeId, Station*> stations_;
  std::map<NodeId, std::uint32_t> deaf_;
  std::map<Key, Path> paths_;
  std::deque<Kept> kept_;
  std::uint64_t packets_sent_ = 0;
};

}  // namespace rondel::simulation
