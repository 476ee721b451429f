// The nodes of the cluster and their addresses on each link (config.md 2.3, 3.2 to 3.4).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "config/document.h"
#include "config/surroundings.h"
#include "link/settings.h"

namespace rondel::config {

struct Node {
  Place place;
  std::size_t position = 0;                      // in the nodelist
  NodeId id = {};                                // 0: none that can be used, reported
  std::string name = {};                         // may be empty
  std::map<std::uint8_t, Entry> addresses = {};  // by link, as written
  // How messages call it: its name, or else an address, or else its id.
  [[nodiscard]] std::string shown() const;
};

// All nodes, each id checked. Nodes without any address take no part and are left out, with a warning.
[[nodiscard]] std::vector<Node> read_nodes(const Document& document, Report& report);

// The nodes with numeric addresses, as far as names can be resolved. Every node must be on every link, with addresses
// of one family a link.
[[nodiscard]] std::vector<link::Peer> resolve_nodes(const Document& document, const std::vector<Node>& nodes,
                                                    Surroundings& surroundings, Report& report);

// The links of the cluster with all their settings but the ping times, which derive from the token.
[[nodiscard]] std::vector<link::Interface> read_interfaces(const Document& document, const std::vector<Node>& nodes,
                                                           Surroundings& surroundings, Report& report);

// An address of a name by totem.ip_version (config.md 3.3).
[[nodiscard]] std::optional<Address> choose_address(const std::string& name, std::string_view ip_version,
                                                    Surroundings& surroundings);

}  // namespace rondel::config
