// What libknet knows of the links to one peer.
#pragma once

#include "link/knet_handle.h"
#include "link/link.h"
#include "link/link_plan.h"

namespace rondel::link {

[[nodiscard]] LinkStatus read_status(knet_handle_t, NodeId, const Plan&);

}  // namespace rondel::link
