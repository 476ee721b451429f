// What the parts are told, derived from the configuration.
#pragma once

#include <cstdint>

#include "config/settings.h"
#include "ipc/admin.h"
#include "ipc/clients.h"
#include "node/node.h"

namespace rondel {

// Raw addresses as the cfg service tells them; an address that isn't numeric is left out.
[[nodiscard]] session::NodeAddresses raw_addresses(const link::Peer&);
[[nodiscard]] ipc::ClientsSettings clients_settings(const config::Settings&, uid_t own_uid);
[[nodiscard]] node::NodeSettings node_settings(const config::Settings&, RingNumber stored, std::uint64_t seed);
[[nodiscard]] ipc::AdminIdentity admin_identity(const config::Settings&, Time started);

}  // namespace rondel
