#include "config/nodelist.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/message.h"

namespace rondel::config {
namespace {

[[nodiscard]] std::string address_key(std::uint8_t link) { return fmt::format("ring{}_addr", link); }

[[nodiscard]] std::set<std::uint8_t> links_of(const std::vector<Node>& nodes) {
  std::set<std::uint8_t> links;
  for (const Node& node : nodes) {
    for (const auto& [link, address] : node.addresses) links.insert(link);
  }
  return links;
}

void check_id(Node& node, const Document& document, std::map<std::uint32_t, const Node*>& seen, Report& report) {
  const Values values{document, fmt::format("nodelist.node.{}", node.position), "nodelist.node"};
  const auto raw = document.entries.find(fmt::format("nodelist.node.{}.nodeid", node.position));
  if (raw != document.entries.end() && !raw->second.valid) return;  // reported
  const std::uint64_t id = values.number("nodeid");
  if (id == 0) {
    const Place place = raw == document.entries.end() ? node.place : raw->second.place;
    report.error(place, "nodelist.node.nodeid", fmt::format("node {} needs a nodeid of 1 to 65535", node.shown()));
    return;
  }
  node.id = {static_cast<std::uint32_t>(id)};
  const auto [other, first] = seen.try_emplace(node.id.value, &node);
  if (!first) {
    report.error(raw->second.place, "nodelist.node.nodeid",
                 fmt::format("{} is the nodeid of node {} (line {}) already", id, other->second->shown(),
                             other->second->place.line));
  }
}

void check_links(const std::vector<Node>& nodes, Report& report) {
  const std::set<std::uint8_t> links = links_of(nodes);
  for (const Node& node : nodes) {
    for (const std::uint8_t link : links) {
      if (node.addresses.contains(link)) continue;
      report.error(
          node.place, "nodelist.node",
          fmt::format("node {} has no {}: all nodes must have the same links", node.shown(), address_key(link)));
    }
    if (links.size() > 1 && node.name.empty()) {
      report.error(node.place, "nodelist.node",
                   fmt::format("node {} needs a name: there is more than one link", node.shown()));
    }
  }
}

[[nodiscard]] std::string family_name(Family family) { return family == Family::ipv6 ? "IPv6" : "IPv4"; }

[[nodiscard]] std::string_view wanted_families(std::string_view ip_version) {
  if (ip_version == "ipv4") return "an IPv4 address";
  if (ip_version == "ipv6") return "an IPv6 address";
  return "an address";
}

}  // namespace

std::string Node::shown() const {
  if (!name.empty()) return name;
  if (!addresses.empty()) return addresses.begin()->second.text;
  return fmt::format("{}", id.value);
}

std::vector<Node> read_nodes(const Document& document, Report& report) {
  std::vector<Node> nodes;
  for (std::size_t position = 0; position < document.nodes.size(); ++position) {
    const Values values{document, fmt::format("nodelist.node.{}", position), "nodelist.node"};
    Node node{.place = document.nodes[position], .position = position};
    node.name = values.text("name");
    for (std::uint8_t link = 0; link < link::links_max; ++link) {
      if (const Entry* address = values.find(address_key(link))) node.addresses.emplace(link, *address);
    }
    if (node.addresses.empty()) {
      report.warn(node.place, "nodelist.node", "has no address on any link (ring0_addr), ignoring");
      continue;
    }
    nodes.push_back(std::move(node));
  }
  if (nodes.empty()) {
    const auto section = document.sections.find("nodelist");
    report.error(section == document.sections.end() ? Place{document.file, 0} : section->second, "nodelist",
                 "there are no nodes: each needs a node section with ring0_addr and nodeid");
  }
  if (nodes.size() > engine::members_max) {
    report.error(document.sections.at("nodelist"), "nodelist",
                 fmt::format("{} nodes are too many (at most {})", nodes.size(), engine::members_max));
  }
  std::map<std::uint32_t, const Node*> seen;
  for (Node& node : nodes) check_id(node, document, seen, report);
  check_links(nodes, report);
  return nodes;
}

std::optional<Address> choose_address(const std::string& name, std::string_view ip_version,
                                      Surroundings& surroundings) {
  Family asked = Family::any;
  if (ip_version == "ipv4") asked = Family::ipv4;
  if (ip_version == "ipv6") asked = Family::ipv6;
  const std::vector<Address> found = surroundings.resolve(name, asked);
  if (found.empty()) return std::nullopt;
  const Family preferred = ip_version == "ipv4-6" ? Family::ipv4 : Family::ipv6;
  const auto best = std::ranges::find_if(found, [&](const Address& address) { return address.family == preferred; });
  return best == found.end() ? found.front() : *best;
}

std::vector<link::Peer> resolve_nodes(const Document& document, const std::vector<Node>& nodes,
                                      Surroundings& surroundings, Report& report) {
  const std::string ip_version = Values{document, "totem"}.text("ip_version");
  struct First {
    Address address;
    const Node* node;
  };
  std::map<std::uint8_t, First> first_of_link;
  std::map<std::pair<std::uint8_t, std::string>, const Node*> taken;
  std::vector<link::Peer> peers;
  for (const Node& node : nodes) {
    link::Peer peer{.node = node.id, .name = node.name, .addresses = {}};
    for (const auto& [link, entry] : node.addresses) {
      const std::string key = "nodelist.node." + address_key(link);
      const std::optional<Address> address = choose_address(entry.text, ip_version, surroundings);
      if (!address) {
        report.error(entry.place, key,
                     fmt::format("\"{}\" can't be resolved to {} (totem.ip_version is {})", entry.text,
                                 wanted_families(ip_version), ip_version));
        continue;
      }
      const First& first = first_of_link.try_emplace(link, First{*address, &node}).first->second;
      if (first.address.family != address->family) {
        report.error(entry.place, key,
                     fmt::format("{} is an {} address, but node {} has {} on this link: one family a link",
                                 address->text, family_name(address->family), first.node->shown(), first.address.text));
      }
      const auto [other, free] = taken.try_emplace({link, address->text}, &node);
      if (!free) {
        report.warn(entry.place, key,
                    fmt::format("{} is the address of node {} already: two nodes can't share one", address->text,
                                other->second->shown()));
      }
      peer.addresses.emplace(link, address->text);
    }
    peers.push_back(std::move(peer));
  }
  return peers;
}

}  // namespace rondel::config
