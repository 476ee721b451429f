#include "link_watch.h"

#include <fmt/format.h>

namespace rondel {

void LinkWatch::look(const link::LinkStatus& status, std::vector<node::LoggedEvent>& events) {
  for (const link::LinkStatus::One& link : status.links) {
    bool& known = connected_.try_emplace({status.node, link.number}, false).first->second;
    if (std::exchange(known, link.connected) == link.connected) continue;
    const char* const state = link.connected ? "up" : "down";
    events.push_back({.kind = std::string{"link_"} + state,
                      .nodes = {status.node},
                      .sentence = fmt::format("link {} to node {} is {}", link.number, status.node.value, state),
                      .fields = {{"link", std::to_string(link.number)}, {"address", link.remote}}});
  }
}

}  // namespace rondel
