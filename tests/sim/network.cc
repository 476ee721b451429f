#include "network.h"

#include <algorithm>

namespace rondel::simulation {

namespace {

using namespace std::chrono_literals;

// A sample of old packets.
constexpr std::size_t kept_max = 400;
constexpr std::uint32_t keeps_one_of = 16;

Duration draw(Pcg32& random, Duration low, Duration high) {
  const auto span_us = std::chrono::duration_cast<std::chrono::microseconds>(high - low).count();
  return low + std::chrono::microseconds{random.below(static_cast<std::uint32_t>(span_us) + 1)};
}

}  // namespace

Network::Network(Scheduler& scheduler, std::uint64_t seed, FaultCounts& faults, const NetworkSettings& settings)
    : scheduler_{scheduler}, seed_{seed}, random_{seed, 2}, faults_{faults}, settings_{settings} {}

void Network::add(NodeId node, Station& station) {
  for (const auto& [other, unused] : stations_) {
    const std::uint64_t name = (std::uint64_t{node.value} << 32U) | other.value;
    paths_[{node, other}].random = Pcg32{seed_, name * 2};
    paths_[{other, node}].random = Pcg32{seed_, name * 2 + 1};
  }
  stations_[node] = &station;
}

bool Network::lost(Path& path, NodeId to, Cast cast, std::size_t bytes) {
  const Time now = scheduler_.now();
  if (path.cuts > 0) return true;
  if (path.lost_until > now) {
    faults_.add(Fault::burst_loss);
    return true;
  }
  if (path.large_lost_until > now && bytes > path.large_bytes) {
    faults_.add(Fault::large_loss);
    return true;
  }
  if (cast == Cast::all && deaf_[to] > 0) {
    faults_.add(Fault::deafness);
    return true;
  }
  if (path.random.one_in_million(settings_.loss_ppm)) {
    faults_.add(Fault::loss);
    return true;
  }
  return false;
}

// Packets of one path arrive in their order, unless this one is to be overtaken.
void Network::send(NodeId from, NodeId to, Cast cast, const Payload& packet) {
  ++packets_sent_;
  Path& path = paths_.at({from, to});
  if (settings_.needs_link_up && !path.up) return;
  if (lost(path, to, cast, packet.size())) return;
  if (path.random.one_in_million(settings_.corruption_ppm)) {
    faults_.add(Fault::corruption);
    return pass(path, to, corrupted(packet));
  }
  keep(to, packet);
  pass(path, to, packet);
}

void Network::pass(Path& path, NodeId to, const Payload& packet) {
  const Time now = scheduler_.now();
  Duration delay = draw(path.random, settings_.delay_min, settings_.delay_max);
  if (path.clogged_until > now) {
    faults_.add(Fault::clogged);
    if (path.clog_room == 0) return;
    --path.clog_room;
    delay += path.clogged_until - now;
  }
  if (path.slow_until > now) {
    faults_.add(Fault::delay);
    delay += draw(path.random, Duration{0}, path.slow_by);
  }
  if (path.random.one_in_million(settings_.reordering_ppm)) {
    faults_.add(Fault::reordering);
    deliver(now + delay + draw(path.random, 0us, 10ms), to, packet);
    return;
  }
  path.last_arrival = std::max(path.last_arrival, now + delay);
  deliver(path.last_arrival, to, packet);
  if (path.random.one_in_million(settings_.duplication_ppm)) {
    faults_.add(Fault::duplication);
    deliver(path.last_arrival + draw(path.random, 0us, 50ms), to, packet);
  }
  if (path.random.one_in_million(settings_.garbage_ppm)) {
    faults_.add(Fault::garbage);
    deliver(path.last_arrival, to, Payload::make(path.random.between(1, 200), [&path](std::span<std::byte> bytes) {
              for (std::byte& byte : bytes) byte = static_cast<std::byte>(path.random.next());
            }));
  }
}

// Up to four bytes are others now.
Payload Network::corrupted(const Payload& packet) {
  return Payload::make(packet.size(), [&](std::span<std::byte> bytes) {
    std::ranges::copy(packet.view(), bytes.begin());
    for (std::uint32_t count = random_.between(1, 4); count > 0; --count) {
      bytes[random_.below(static_cast<std::uint32_t>(bytes.size()))] ^= static_cast<std::byte>(random_.between(1, 255));
    }
  });
}

void Network::keep(NodeId to, const Payload& packet) {
  if (packets_sent_ % keeps_one_of != 0) return;
  if (kept_.size() == kept_max) kept_.pop_front();
  kept_.push_back({to, packet});
}

void Network::repeat_old(NodeId to, std::uint32_t count) {
  for (const Kept& old : kept_) {
    if (old.to != to || random_.below(8) != 0) continue;
    faults_.add(Fault::stale);
    deliver(scheduler_.now(), to, old.packet);
    if (--count == 0) return;
  }
}

bool Network::pretend(NodeId from, NodeId to, bool reachable) {
  Path& path = paths_.at({from, to});
  Station& station = *stations_.at(from);
  if (path.up == reachable || !station.answers()) return false;
  path.up = reachable;
  station.peer_found(to, reachable);
  return true;
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

void Network::clog(NodeId from, NodeId to, Time until, std::uint32_t packets_max) {
  Path& path = paths_.at({from, to});
  path.clogged_until = until;
  path.clog_room = packets_max;
}

void Network::lose_large(NodeId from, NodeId to, Time until, std::size_t bytes_max) {
  Path& path = paths_.at({from, to});
  path.large_lost_until = until;
  path.large_bytes = bytes_max;
}

void Network::heal(const std::set<NodeId>& core) {
  settings_.loss_ppm = settings_.duplication_ppm = settings_.reordering_ppm = settings_.garbage_ppm = 0;
  settings_.corruption_ppm = 0;
  deaf_.clear();
  for (auto& [key, path] : paths_) {
    const bool from_core = core.contains(key.first), to_core = core.contains(key.second);
    if (from_core != to_core) ++path.cuts;
    if (from_core && to_core) path.cuts = 0;
    path.lost_until = path.slow_until = path.clogged_until = path.large_lost_until = Time{};
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
