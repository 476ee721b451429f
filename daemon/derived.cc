#include "derived.h"

#include <arpa/inet.h>
#include <unistd.h>

#include <array>
#include <cstddef>

#include "runtime/event_loop.h"

namespace rondel {

session::NodeAddresses raw_addresses(const link::Peer& peer) {
  session::NodeAddresses result;
  for (const auto& [number, text] : peer.addresses) {
    std::array<std::byte, 16> raw{};
    std::uint32_t family = AF_INET;
    if (::inet_pton(AF_INET, text.c_str(), raw.data()) != 1) {
      family = AF_INET6;
      if (::inet_pton(AF_INET6, text.c_str(), raw.data()) != 1) continue;
    }
    if (result.per_link.empty()) result.family = family;
    result.per_link.push_back(raw);
  }
  return result;
}

ipc::ClientsSettings clients_settings(const config::Settings& config, uid_t own_uid) {
  ipc::ClientsSettings settings;
  settings.self = config.self;
  for (const link::Peer& peer : config.link.peers) settings.addresses[peer.node] = raw_addresses(peer);
  settings.uids = config.uids;
  settings.gids = config.gids;
  settings.own_uid = own_uid;
  return settings;
}

node::NodeSettings node_settings(const config::Settings& config, RingNumber stored, std::uint64_t seed) {
  node::NodeSettings settings;
  settings.self = config.self;
  settings.parameters = config.parameters;
  settings.stored = stored;
  settings.seed = seed;
  settings.version = RONDEL_VERSION;
  settings.trace_bytes_max = config.system.trace_bytes_max;
  return settings;
}

ipc::AdminIdentity admin_identity(const config::Settings& config, Time started) {
  ipc::AdminIdentity identity;
  identity.version = RONDEL_VERSION;
  identity.name = config.self_name;
  identity.cluster = config.cluster_name;
  identity.pid = ::getpid();
  identity.started = started;
  identity.wall_clock_ms = &runtime::wall_clock_ms;
  identity.peers = config.link.peers;
  return identity;
}

}  // namespace rondel
