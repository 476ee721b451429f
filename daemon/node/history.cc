#include "node/history.h"

#include <fmt/format.h>

namespace rondel::node {

namespace {

std::string list(const std::vector<NodeId>& nodes) {
  if (nodes.empty()) return "-";
  std::string text;
  for (const NodeId node : nodes) {
    if (!text.empty()) text += ',';
    text += std::to_string(node.value);
  }
  return text;
}

}  // namespace

std::string describe(RingId from, const engine::View& to) {
  return fmt::format("A new membership ({}) was formed: {}. from={} members={} joined={} left={} cause={}",
                     to_string(to.ring), to_string(to.cause), to_string(from), list(to.members), list(to.joined),
                     list(to.left), to_string(to.cause.kind));
}

}  // namespace rondel::node
