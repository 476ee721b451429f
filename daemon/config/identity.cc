#include "config/identity.h"

#include <fmt/format.h>

#include <algorithm>

#include "config/value.h"

namespace rondel::config {
namespace {

// What a node is called in the file: its name, and its ring0_addr even if that is a number.
struct Called {
  std::string text;
  const Node* node;
};

// In corosync's order: byte by byte of the key names, so node 10 comes before node 2, and name before ring0_addr.
[[nodiscard]] std::vector<Called> all_called(const std::vector<Node>& nodes) {
  std::vector<const Node*> ordered;
  for (const Node& node : nodes) ordered.push_back(&node);
  std::ranges::sort(ordered, {}, [](const Node* node) { return fmt::format("{}.", node->position); });
  std::vector<Called> called;
  for (const Node* node : ordered) {
    if (!node->name.empty()) called.push_back({node->name, node});
    const auto address = node->addresses.find(0);
    if (address != node->addresses.end()) called.push_back({address->second.text, node});
  }
  return called;
}

[[nodiscard]] const Node* equal_to(const std::vector<Called>& called, std::string_view text) {
  const auto found = std::ranges::find_if(called, [&](const Called& one) { return one.text == text; });
  return found == called.end() ? nullptr : found->node;
}

[[nodiscard]] std::string first_label(const std::string& name) { return name.substr(0, name.find('.')); }

// The host name as it is, then without its last parts, then its first part against the first parts of the names.
[[nodiscard]] const Node* by_host_name(const std::vector<Called>& called, std::string name) {
  if (name.empty()) return nullptr;
  while (true) {
    if (const Node* node = equal_to(called, name)) return node;
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos) break;
    name.resize(dot);
  }
  const auto found = std::ranges::find_if(called, [&](const Called& one) { return first_label(one.text) == name; });
  return found == called.end() ? nullptr : found->node;
}

// corosync asks for each address first its name and then compares the address itself. Here the addresses come first:
// they don't wait for a name server, and they are never as misleading as a name like "localhost".
[[nodiscard]] const Node* by_address(const std::vector<Called>& called, const std::vector<Address>& local,
                                     Surroundings& surroundings) {
  for (const Address& address : local) {
    if (const Node* node = equal_to(called, address.text)) return node;
  }
  for (const Address& address : local) {
    const std::optional<std::string> name = surroundings.name_of(address);
    if (!name || name->empty()) continue;
    if (const Node* node = equal_to(called, *name)) return node;
    if (const Node* node = equal_to(called, first_label(*name))) return node;
  }
  return nullptr;
}

[[nodiscard]] const Node* by_resolving(const std::vector<Called>& called, const std::vector<Address>& local,
                                       Surroundings& surroundings) {
  for (const Called& one : called) {
    for (const Address& address : surroundings.resolve(one.text, Family::any)) {
      if (std::ranges::find(local, address) != local.end()) return one.node;
    }
  }
  return nullptr;
}

[[nodiscard]] const Node* by_wish(const std::vector<Node>& nodes, const std::string& wanted) {
  for (const Node& node : nodes) {
    if (node.name == wanted) return &node;
  }
  const std::optional<std::uint64_t> id = parse_number(wanted, Type::u32);
  for (const Node& node : nodes) {
    if (id && *id != 0 && node.id.value == *id) return &node;
  }
  for (const Node& node : nodes) {
    for (const auto& [link, address] : node.addresses) {
      if (address.text == wanted) return &node;
    }
  }
  return nullptr;
}

// At most ten of a list, for a message.
[[nodiscard]] std::string shorten(const std::vector<std::string>& names) {
  constexpr std::size_t shown_max = 10;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), shown_max); ++i) list += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > shown_max) list += fmt::format(" and {} more", names.size() - shown_max);
  return list;
}

[[nodiscard]] std::string names_of(const std::vector<Node>& nodes) {
  std::vector<std::string> names;
  for (const Node& node : nodes) names.push_back(fmt::format("{} (nodeid {})", node.shown(), node.id.value));
  return shorten(names);
}

}  // namespace

const Node* find_self(const std::vector<Node>& nodes, const std::optional<std::string>& wanted, const std::string& file,
                      Surroundings& surroundings, Report& report) {
  if (nodes.empty()) return nullptr;  // reported
  if (wanted) {
    const Node* node = by_wish(nodes, *wanted);
    if (node == nullptr) {
      report.error({file, 0}, "nodelist",
                   fmt::format("no node has the name, nodeid or address \"{}\" given with --node; there are {}",
                               *wanted, names_of(nodes)));
    }
    return node;
  }
  const std::vector<Called> called = all_called(nodes);
  const std::string host = surroundings.host_name();
  if (const Node* node = by_host_name(called, host)) return node;
  const std::vector<Address> local = surroundings.local_addresses();
  if (const Node* node = by_address(called, local, surroundings)) return node;
  if (const Node* node = by_resolving(called, local, surroundings)) return node;
  std::vector<std::string> tried, known;
  for (const Address& address : local) tried.push_back(address.text);
  for (const Called& one : called) known.push_back(one.text);
  report.error(
      {file, 0}, "nodelist",
      fmt::format("no node is this machine: neither its host name \"{}\" nor one of its addresses ({}) belongs "
                  "to a name or ring0_addr ({}); choose the node with --node NAME|ID",
                  host, shorten(tried), shorten(known)));
  return nullptr;
}

}  // namespace rondel::config
