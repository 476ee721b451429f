#include "network.h"

#include <algorithm>

namespace rondel::simulation {

namespace {

using namespace std::chrono_literals;

Duration draw(Pcg32& random, Duration low, Duration high) {
  const auto span_us = std::chrono::duration_cast<std::chrono::microseconds>(high - low).count();
  return low + std::chrono::microseconds{random.below(static_cast<std::uint32_t>(span_us) + 1)};
}

}  // namespace

Network::Network(Scheduler& scheduler, Pcg32 random, FaultCounts& faults, const NetworkSettings& settings)
    : scheduler_{scheduler}, random_{random}, faults_{faults}, settings_{settings} {}

void Network::add(NodeId node, Station& station) {
  for (const auto& [other, unused] : stations_) {
    paths_[{node, other}];
    paths_[{other, node}];
  }
  stations_[node] = &station;
}

bool Network::lost(Path& path, NodeId to, Cast cast) {
  const Time now = scheduler_.now();
  if (path.cuts > 0) return true;
  if (path.lost_until > now) {
    faults_.add(Fault::burst_loss);
    return true;
  }
  if (cast == Cast::all && deaf_[to] > 0) {
    faults_.add(Fault::deafness);
    return true;
  }
  if (random_.one_in_million(settings_.loss_ppm)) {
    faults_.add(Fault::loss);
    return true;
  }
  return false;
}

// Packets of one path arrive in their order, unless this one is to be overtaken.
void Network::send(NodeId from, NodeId to, Cast cast, const Payload& packet) {
  Path& path = paths_.at({from, to});
  if (settings_.needs_link_up && !path.up) return;
  if (lost(path, to, cast)) return;
  const Time now = scheduler_.now();
  Duration delay = draw(random_, settings_.delay_min, settings_.delay_max);
  if (path.slow_until > now) {
    faults_.add(Fault::delay);
    delay += draw(random_, Duration{0}, path.slow_by);
  }
  if (random_.one_in_million(settings_.reordering_ppm)) {
    faults_.add(Fault::reordering);
    deliver(now + delay + draw(random_, 0us, 10ms), to, packet);
    return;
  }
  path.last_arrival = std::max(path.last_arrival, now + delay);
  deliver(path.last_arrival, to, packet);
  if (random_.one_in_million(settings_.duplication_ppm)) {
    faults_.add(Fault::duplication);
    deliver(path.last_arrival + draw(random_, 0us, 50ms), to, packet);
  }
  if (random_.one_in_million(settings_.garbage_ppm)) {
    faults_.add(Fault::garbage);
    deliver(path.last_arrival, to, Payload::make(random_.between(1, 200), [this](std::span<std::byte> bytes) {
              for (std::byte& byte : bytes) byte = static_cast<std::byte>(random_.next());
            }));
  }
}

void Network::deliver(Time when, NodeId to, Payload packet) {
  Station* station = stations_.at(to);
  scheduler_.at(when, [station, packet = std::move(packet)] { station->arrived(packet); });
}

void Network::cut(NodeId from, NodeId to) {
  ++paths_.at({from, to}).cuts;
  look(from, to);
  look(to, from);
}

void Network::mend(NodeId from, NodeId to) {
  Path& path = paths_.at({from, to});
  if (path.cuts > 0) --path.cuts;  // none after heal()
  look(from, to);
  look(to, from);
}

void Network::deafen(NodeId node, bool deaf) {
  std::uint32_t& count = deaf_[node];
  if (deaf) {
    ++count;
  } else if (count > 0) {
    --count;
  }
}

void Network::lose_all(NodeId from, NodeId to, Time until) { paths_.at({from, to}).lost_until = until; }

void Network::slow_down(NodeId from, NodeId to, Time until, Duration by) {
  Path& path = paths_.at({from, to});
  path.slow_until = until;
  path.slow_by = by;
}

void Network::heal() {
  settings_.loss_ppm = settings_.duplication_ppm = settings_.reordering_ppm = settings_.garbage_ppm = 0;
  deaf_.clear();
  for (auto& [key, path] : paths_) {
    path.cuts = 0;
    path.lost_until = path.slow_until = Time{};
    look(key.first, key.second);
  }
}

void Network::look_around(NodeId node) {
  for (const auto& [other, unused] : stations_) {
    if (other == node) continue;
    look(node, other);
    look(other, node);
  }
}

void Network::forget_peers(NodeId node) {
  for (auto& [key, path] : paths_) {
    if (key.first == node) path.up = false;
  }
}

// What is true when the link layer looks is what it tells; a change in between is not seen.
void Network::look(NodeId from, NodeId to) {
  scheduler_.after(draw(random_, 1ms, settings_.detection_max), [this, from, to] {
    Station& station = *stations_.at(from);
    if (!station.answers()) return;
    Path& path = paths_.at({from, to});
    const bool reachable = path.cuts == 0 && paths_.at({to, from}).cuts == 0 && stations_.at(to)->answers();
    if (reachable == path.up) return;
    path.up = reachable;
    station.peer_found(to, reachable);
  });
}

}  // namespace rondel::simulation
