// The interface sections: which links there are and how each is set up (config.md 2.2, 3.4, 3.5).
#include <fmt/format.h>

#include <set>

#include "config/nodelist.h"

namespace rondel::config {
namespace {

constexpr std::uint64_t port_of_link_0 = 5405;

// What only the other transports of corosync can do, refused or ignored as corosync does with knet.
void check_left_overs(const Values& values, const Document& document, Surroundings& surroundings, Report& report) {
  if (values.number("ttl") != 1) {
    report.error(values.place("ttl"), "totem.interface.ttl",
                 fmt::format("{} is only for multicast transports; with knet it must be 1", values.number("ttl")));
  }
  if (values.find("bindnetaddr") != nullptr) {
    report.warn(values.place("bindnetaddr"), "totem.interface.bindnetaddr", "ignoring: the nodelist has the addresses");
  }
  if (values.find("ringnumber") != nullptr) {
    report.warn(values.place("ringnumber"), "totem.interface.ringnumber", "ignoring: linknumber names the link");
  }
  const Entry* multicast = values.find("mcastaddr");
  if (multicast == nullptr) return;
  if (!choose_address(multicast->text, Values{document, "totem"}.text("ip_version"), surroundings)) {
    report.error(multicast->place, "totem.interface.mcastaddr",
                 fmt::format("\"{}\" is not an address", multicast->text));
  }
}

}  // namespace

std::vector<link::Interface> read_interfaces(const Document& document, const std::vector<Node>& nodes,
                                             Surroundings& surroundings, Report& report) {
  std::set<std::uint8_t> used;
  for (const Node& node : nodes) {
    for (const auto& [link, address] : node.addresses) used.insert(link);
  }
  for (const auto& [link, place] : document.interfaces) {
    if (!nodes.empty() && !used.contains(static_cast<std::uint8_t>(link))) {
      report.error(place, "totem.interface",
                   fmt::format("no node has an address on link {} (ring{}_addr)", link, link));
    }
    const Values values{document, fmt::format("totem.interface.{}", link), "totem.interface"};
    check_left_overs(values, document, surroundings, report);
  }
  std::vector<link::Interface> interfaces;
  for (const std::uint8_t link : used) {
    const Values values{document, fmt::format("totem.interface.{}", link), "totem.interface"};
    interfaces.push_back({
        .number = link,
        .transport = values.text("knet_transport"),
        .port = static_cast<std::uint16_t>(values.given("mcastport").value_or(port_of_link_0 + link)),
        .priority = static_cast<std::uint8_t>(values.number("knet_link_priority")),
        .ping_interval = {},
        .ping_timeout = {},
        .ping_precision = static_cast<std::uint32_t>(values.number("knet_ping_precision")),
        .pong_count = static_cast<std::uint8_t>(values.number("knet_pong_count")),
    });
  }
  return interfaces;
}

}  // namespace rondel::config
