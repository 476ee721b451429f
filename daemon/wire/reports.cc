#include "wire/reports.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "base/ensure.h"
#include "extension.pb.h"
#include "wire/parts.h"

namespace rondel::wire {
namespace {

constexpr std::size_t ears_per_byte = 4;
constexpr unsigned ear_mask = 3;

unsigned shift_of(std::size_t at) { return static_cast<unsigned>(at % ears_per_byte) * 2; }

std::size_t ears_bytes(std::size_t nodes) { return (nodes + ears_per_byte - 1) / ears_per_byte; }

std::string ears_of(const engine::Report& report, const std::vector<NodeId>& nodes) {
  std::string ears(ears_bytes(nodes.size()), '\0');
  for (std::size_t at = 0; at < nodes.size(); ++at) {
    const unsigned hearing = static_cast<unsigned>(report.of(nodes[at])) << shift_of(at);
    ears[at / ears_per_byte] = static_cast<char>(static_cast<unsigned char>(ears[at / ears_per_byte]) | hearing);
  }
  return ears;
}

bool ascending(const std::vector<NodeId>& nodes) {
  return std::adjacent_find(nodes.begin(), nodes.end(), [](NodeId a, NodeId b) { return !(a < b); }) == nodes.end();
}

}  // namespace

// Who is in no report's list of the first members_max nodes is left out: such a report can't be made here.
void pack(const std::vector<engine::Report>& reports, proto::Hearing& proto) {
  std::set<NodeId> all;
  for (const engine::Report& report : reports) {
    for (const engine::Report::Ear& ear : report.ears) {
      if (all.size() < engine::members_max) all.insert(ear.node);
    }
  }
  const std::vector<NodeId> nodes{all.begin(), all.end()};
  for (const NodeId node : nodes) proto.add_nodes(node.value);
  ENSURE(reports.size() <= engine::members_max);
  for (const engine::Report& report : reports) {
    proto::Hearing::Report& one = *proto.add_reports();
    one.set_node(report.node.value);
    one.set_life(report.life.value);
    one.set_count(report.count);
    one.set_talks_ms(report.talks_ms);
    one.set_tells_ms(report.tells_ms);
    one.set_mixed(report.mixed);
    one.set_doubts(report.doubts);
    one.set_ears(ears_of(report, nodes));
  }
}

std::optional<std::vector<engine::Report>> unpack(const proto::Hearing& proto) {
  if (static_cast<std::size_t>(proto.nodes_size()) > engine::members_max ||
      static_cast<std::size_t>(proto.reports_size()) > engine::members_max) {
    return std::nullopt;
  }
  std::vector<NodeId> nodes;
  for (const std::uint32_t node : proto.nodes()) nodes.push_back(NodeId{node});
  if (!ascending(nodes) || !std::all_of(nodes.begin(), nodes.end(), is_node)) return std::nullopt;
  std::vector<engine::Report> reports;
  std::set<NodeId> reporters;
  for (const proto::Hearing::Report& one : proto.reports()) {
    const NodeId reporter{one.node()};
    if (!is_node(reporter) || !reporters.insert(reporter).second) return std::nullopt;
    if (one.ears().size() != ears_bytes(nodes.size())) return std::nullopt;
    engine::Report report;
    report.node = reporter;
    report.life = RingNumber{one.life()};
    report.count = one.count();
    report.talks_ms = one.talks_ms();
    report.tells_ms = one.tells_ms();
    report.mixed = one.mixed();
    report.doubts = one.doubts();
    for (std::size_t at = 0; at < nodes.size(); ++at) {
      const auto byte = static_cast<unsigned char>(one.ears()[at / ears_per_byte]);
      const auto hearing = static_cast<engine::Hearing>((byte >> shift_of(at)) & ear_mask);
      if (hearing != engine::Hearing::none) report.ears.push_back({nodes[at], hearing});
    }
    reports.push_back(std::move(report));
  }
  return reports;
}

}  // namespace rondel::wire
