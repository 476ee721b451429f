#include "link/link_plan.h"

#include <algorithm>

namespace rondel::link {

namespace {

constexpr std::uint32_t node_max = 65'535;

Path path(const Interface& interface, const std::string& local, const std::string& remote) {
  return {.transport = interface.transport,
          .port = interface.port,
          .local = local,
          .remote = remote,
          .priority = interface.priority,
          .ping_interval = interface.ping_interval,
          .ping_timeout = interface.ping_timeout,
          .ping_precision = interface.ping_precision,
          .pong_count = interface.pong_count};
}

Result<void> check(const LinkSettings& settings) {
  if (settings.interfaces.empty() || settings.interfaces.size() > links_max) {
    return error("links: {} configured, but one to {} can be used", settings.interfaces.size(), links_max);
  }
  for (const Interface& interface : settings.interfaces) {
    if (interface.number >= links_max) return error("link {}: numbers end at {}", interface.number, links_max - 1);
  }
  for (const Peer& peer : settings.peers) {
    if (peer.node.value == 0 || peer.node.value > node_max) {
      return error("node {}: an id that knet can carry is 1 to {}", peer.node.value, node_max);
    }
  }
  return {};
}

}  // namespace

Result<Plan> plan(const LinkSettings& settings) {
  if (Result<void> checked = check(settings); !checked) return checked.error();
  const auto is_self = [&](const Peer& peer) { return peer.node == settings.self; };
  const auto self = std::find_if(settings.peers.begin(), settings.peers.end(), is_self);
  if (self == settings.peers.end()) return error("node {}: this node is not in the nodelist", settings.self.value);

  Plan result;
  for (const Interface& interface : settings.interfaces) {
    const auto local = self->addresses.find(interface.number);
    if (local == self->addresses.end()) {
      return error("link {}: node {}, this node, has no ring{}_addr", interface.number, settings.self.value,
                   interface.number);
    }
    for (const Peer& peer : settings.peers) {
      const auto remote = peer.addresses.find(interface.number);
      if (is_self(peer) || remote == peer.addresses.end()) continue;
      result.emplace(PathId{.node = peer.node, .link = interface.number},
                     path(interface, local->second, remote->second));
    }
  }
  return result;
}

PlanChange difference(const Plan& before, const Plan& after) {
  PlanChange change;
  for (const auto& [id, old] : before) {
    const auto kept = after.find(id);
    if (kept == after.end() || !kept->second.same_way(old))
      change.removed.push_back(id);
    else if (kept->second != old)
      change.tuned.push_back(id);
  }
  for (const auto& [id, wanted] : after) {
    const auto old = before.find(id);
    if (old == before.end() || !old->second.same_way(wanted)) change.added.push_back(id);
  }
  return change;
}

}  // namespace rondel::link
