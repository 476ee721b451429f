// LinkWatch: notices links that went down or came up since it last looked. libknet tells aloud only of nodes, not of
// their single links: with two of them the loss of one would pass unseen.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "link/link.h"
#include "node/event_log.h"

namespace rondel {

inline constexpr Duration link_watch_interval = std::chrono::seconds{1};

class LinkWatch {
 public:
  // An event for each link of this peer that is another than it was. The first look only takes note of links that are
  // down: that is how all begin.
  void look(const link::LinkStatus&, std::vector<node::LoggedEvent>& events);

 private:
  std::map<std::pair<NodeId, std::uint8_t>, bool> connected_;
};

}  // namespace rondel
