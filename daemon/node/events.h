// What a node makes events of: each function gives one, without number and time.
#pragma once

#include "engine/notice.h"
#include "engine/view.h"
#include "link/link.h"
#include "node/event_log.h"

namespace rondel::node {

[[nodiscard]] LoggedEvent membership_event(RingId from, const engine::View& to);
// `drops`: how often all links to notice.node went down within its span.
[[nodiscard]] LoggedEvent notice_event(const engine::Notice&, std::size_t drops);
// Clients were kept waiting for so long.
[[nodiscard]] LoggedEvent synchronised_event(const engine::View&, Duration waited);
[[nodiscard]] LoggedEvent peer_event(NodeId, link::PeerState);
[[nodiscard]] LoggedEvent pause_event(NodeId self, Duration pause);

// "1,2,3", or "-" if there are none.
[[nodiscard]] std::string comma_list(const std::vector<NodeId>&);

}  // namespace rondel::node
