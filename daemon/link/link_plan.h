// Plan: every path from this node to another, as it should be. Made from settings; the difference of two plans is what
// has to be done when the configuration changes. Pure.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "link/settings.h"

namespace rondel::link {

// A path is a link to a peer.
struct PathId {
  NodeId node;
  std::uint8_t link = 0;
  auto operator<=>(const PathId&) const = default;
};

struct Path {
  std::string transport;
  std::uint16_t port = 0;  // of both ends
  std::string local, remote;
  std::uint8_t priority = 1;
  Duration ping_interval{};
  Duration ping_timeout{};
  std::uint32_t ping_precision = 0;
  std::uint8_t pong_count = 0;

  bool operator==(const Path&) const = default;
  // The same way between the same two addresses: everything else can change while it is in use.
  [[nodiscard]] bool same_way(const Path& other) const {
    return transport == other.transport && port == other.port && local == other.local && remote == other.remote;
  }
};

using Plan = std::map<PathId, Path>;

// All paths of the settings, or what in them contradicts itself. A peer without an address on a link has no path there.
[[nodiscard]] Result<Plan> plan(const LinkSettings&);

// What leads from one plan to another. A path that takes another way is both removed and added.
struct PlanChange {
  std::vector<PathId> removed, added, tuned;
};
[[nodiscard]] PlanChange difference(const Plan& before, const Plan& after);

}  // namespace rondel::link
