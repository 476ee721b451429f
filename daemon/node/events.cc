#include "node/events.h"

#include <fmt/format.h>

#include <algorithm>

namespace rondel::node {

namespace {

std::int64_t milliseconds(Duration duration) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
}

}  // namespace

std::string comma_list(const std::vector<NodeId>& nodes) {
  if (nodes.empty()) return "-";
  std::string text;
  for (const NodeId node : nodes) {
    if (!text.empty()) text += ',';
    text += std::to_string(node.value);
  }
  return text;
}

LoggedEvent membership_event(RingId from, const engine::View& to) {
  LoggedEvent event{.kind = "membership"};
  event.nodes = to.joined;
  for (const NodeId node : to.left) {
    if (std::find(to.joined.begin(), to.joined.end(), node) == to.joined.end()) event.nodes.push_back(node);
  }
  std::string who;
  if (!to.left.empty()) who += " without " + comma_list(to.left);
  if (!to.joined.empty()) who += (who.empty() ? " with " : ", with ") + comma_list(to.joined);
  event.sentence =
      fmt::format("a new ring of {} node{}{}: {}", to.members.size(), to.members.size() == 1 ? "" : "s", who, why(to));
  std::string kinds = to_string(to.cause.kind);
  for (const engine::Cause& cause : to.further) kinds += std::string{","} + to_string(cause.kind);
  event.fields = {{"ring", to_string(to.ring)},
                  {"from", to_string(from)},
                  {"members", comma_list(to.members)},
                  {"joined", comma_list(to.joined)},
                  {"left", comma_list(to.left)},
                  {"cause", kinds},
                  {"cause_node", std::to_string(to.cause.node.value)}};
  return event;
}

LoggedEvent notice_event(const engine::Notice& notice, std::size_t drops) {
  LoggedEvent event{.kind = to_string(notice.kind), .sentence = to_string(notice)};
  for (const NodeId node : {notice.node, notice.other}) {
    if (node != NodeId{}) event.nodes.push_back(node);
  }
  if (notice.kind != engine::Notice::Kind::resends) return event;
  if (drops > 0) event.sentence += fmt::format("; its links went down {} times meanwhile", drops);
  event.fields = {{"count", std::to_string(notice.count)},
                  {"span_ms", std::to_string(milliseconds(notice.span))},
                  {"missed_by", std::to_string(notice.node.value)},
                  {"suspect", to_string(notice.suspect)},
                  {"link_drops", std::to_string(drops)}};
  return event;
}

LoggedEvent synchronised_event(const engine::View& view, Duration waited) {
  return {.kind = "synchronised",
          .sentence = fmt::format("synchronisation ended, clients waited {} ms", milliseconds(waited)),
          .fields = {{"ring", to_string(view.ring)}, {"waited_ms", std::to_string(milliseconds(waited))}}};
}

LoggedEvent peer_event(NodeId node, link::PeerState state) {
  const bool up = state == link::PeerState::up;
  return {.kind = up ? "node_reachable" : "node_unreachable",
          .nodes = {node},
          .sentence = up ? fmt::format("node {} can be reached", node.value)
                         : fmt::format("every link to node {} is down", node.value)};
}

LoggedEvent pause_event(NodeId self, Duration pause) {
  return {.kind = "paused",
          .nodes = {self},
          .sentence = fmt::format("this process did not run for {} ms", milliseconds(pause)),
          .fields = {{"pause_ms", std::to_string(milliseconds(pause))}}};
}

}  // namespace rondel::node
