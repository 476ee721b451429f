// Network: carries packets between machines with the faults that were asked for, and tells them late, as a link layer
// does, who can be reached.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/headed.h"
#include "base/ids.h"
#include "base/random.h"
#include "faults.h"
#include "scenario.h"
#include "scheduler.h"

namespace rondel::simulation {

// Where packets and news about peers arrive.
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

  Network(Scheduler&, Pcg32, FaultCounts&, const NetworkSettings&);
  void add(NodeId, Station&);

  void send(NodeId from, NodeId to, Cast, const Payload& packet);

  void cut(NodeId from, NodeId to);
  void mend(NodeId from, NodeId to);
  void deafen(NodeId, bool deaf);                     // multicasts to it are lost
  void lose_all(NodeId from, NodeId to, Time until);  // a burst
  void slow_down(NodeId from, NodeId to, Time until, Duration by);
  // No faults from here on.
  void heal();
  // Something about this node has changed: its peers and it will notice some time later.
  void look_around(NodeId);
  // A node that starts knows nobody.
  void forget_peers(NodeId);

 private:
  struct Path {
    std::uint32_t cuts = 0;  // faults that cut it now; they overlap
    Time lost_until{}, slow_until{};
    Duration slow_by{};
    Time last_arrival{};
    bool up = false;  // as the sender's link layer sees its peer
  };
  using Key = std::pair<NodeId, NodeId>;

  [[nodiscard]] bool lost(Path&, NodeId to, Cast);
  void deliver(Time when, NodeId to, Payload packet);
  void look(NodeId from, NodeId to);

  Scheduler& scheduler_;
  Pcg32 random_;
  FaultCounts& faults_;
  NetworkSettings settings_;
  std::map<NodeId, Station*> stations_;
  std::map<NodeId, std::uint32_t> deaf_;
  std::map<Key, Path> paths_;
};

}  // namespace rondel::simulation
