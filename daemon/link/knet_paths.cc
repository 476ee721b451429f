#include "link/knet_paths.h"

#include <set>

#include "link/transports.h"

namespace rondel::link {

namespace {

std::uint8_t policy(Mode mode) {
  switch (mode) {
    case Mode::active:
      return KNET_LINK_POLICY_ACTIVE;
    case Mode::round_robin:
      return KNET_LINK_POLICY_RR;
    case Mode::passive:
      break;
  }
  return KNET_LINK_POLICY_PASSIVE;
}

time_t milliseconds(Duration duration) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
}

Result<sockaddr_storage> socket_address(const std::string& address, std::uint16_t port) {
  sockaddr_storage result{};
  if (knet_strtoaddr(address.c_str(), std::to_string(port).c_str(), &result, sizeof result) != 0) {
    return error("address {}: not numeric", address);
  }
  return result;
}

Error failed(PathId id, std::string_view what) {
  return error("link {} to node {}: {} failed: {}", id.link, id.node.value, what, errno_text());
}

}  // namespace

Result<void> KnetPaths::apply(const Plan& wanted, Mode mode) {
  const bool new_mode = mode != mode_;
  mode_ = mode;
  const PlanChange change = difference(applied_, wanted);
  Result<void> first;
  const auto note = [&first](Result<void> result) {
    if (!result && first) first = std::move(result);
  };
  for (const PathId id : change.removed) remove(id);
  if (new_mode) note(set_policies());
  for (const PathId id : change.added) note(add(id, wanted.at(id)));
  for (const PathId id : change.tuned) note(tune(id, wanted.at(id)));
  return first;
}

void KnetPaths::remove_all() {
  while (!applied_.empty()) remove(applied_.begin()->first);
}

// Nothing can be done about a failure here, and libknet has already logged it.
void KnetPaths::remove(PathId id) {
  applied_.erase(id);
  knet_link_set_enable(handle_, knet_id(id.node), id.link, 0);
  knet_link_clear_config(handle_, knet_id(id.node), id.link);
  if (!has_host(id.node)) knet_host_remove(handle_, knet_id(id.node));
}

Result<void> KnetPaths::add(PathId id, const Path& path) {
  Result<const Transport*> transport = usable_transport(path.transport);
  if (!transport) return error("link {}: {}", id.link, transport.error().text);
  Result<sockaddr_storage> local = socket_address(path.local, path.port);
  if (!local) return error("link {}: {}", id.link, local.error().text);
  Result<sockaddr_storage> remote = socket_address(path.remote, path.port);
  if (!remote) return error("link {} to node {}: {}", id.link, id.node.value, remote.error().text);
  if (local->ss_family != remote->ss_family) {
    return error("link {} to node {}: {} and {} are of different families", id.link, id.node.value, path.local,
                 path.remote);
  }
  if (Result<void> host = add_host(id.node); !host) return host;
  if (knet_link_set_config(handle_, knet_id(id.node), id.link, (*transport)->knet_id, &*local, &*remote,
                           KNET_LINK_FLAG_TRAFFICHIPRIO) != 0) {
    Error result = failed(id, fmt::format("using {}:{}", path.local, path.port));
    if (!has_host(id.node)) knet_host_remove(handle_, knet_id(id.node));
    return result;
  }
  applied_[id] = path;
  if (Result<void> tuned = tune(id, path); !tuned) return tuned;
  if (knet_link_set_enable(handle_, knet_id(id.node), id.link, 1) != 0) return failed(id, "enabling");
  return {};
}

Result<void> KnetPaths::add_host(NodeId node) {
  if (has_host(node)) return {};
  if (knet_host_add(handle_, knet_id(node)) != 0) return error("node {}: adding failed: {}", node.value, errno_text());
  if (knet_host_set_policy(handle_, knet_id(node), policy(mode_)) != 0) {
    return error("node {}: setting link_mode failed: {}", node.value, errno_text());
  }
  return {};
}

Result<void> KnetPaths::tune(PathId id, const Path& path) {
  const knet_node_id_t node = knet_id(id.node);
  if (knet_link_set_priority(handle_, node, id.link, path.priority) != 0) return failed(id, "setting the priority");
  const bool has_timers = path.ping_interval > Duration::zero() && path.ping_timeout > Duration::zero();
  if (has_timers && knet_link_set_ping_timers(handle_, node, id.link, milliseconds(path.ping_interval),
                                              milliseconds(path.ping_timeout), path.ping_precision) != 0) {
    return failed(id, "setting ping timers");
  }
  if (knet_link_set_pong_count(handle_, node, id.link, path.pong_count) != 0)
    return failed(id, "setting the pong count");
  applied_[id] = path;
  return {};
}

Result<void> KnetPaths::set_policies() {
  std::set<NodeId> nodes;
  for (const auto& [id, path] : applied_) nodes.insert(id.node);
  for (const NodeId node : nodes) {
    if (knet_host_set_policy(handle_, knet_id(node), policy(mode_)) != 0) {
      return error("node {}: setting link_mode failed: {}", node.value, errno_text());
    }
  }
  return {};
}

bool KnetPaths::has_host(NodeId node) const {
  const auto first = applied_.lower_bound(PathId{.node = node, .link = 0});
  return first != applied_.end() && first->first.node == node;
}

}  // namespace rondel::link
