// Ring messages <-> bytes (ring.md 1), corosync 3's to the byte. Decoding believes nothing and takes both byte orders;
// what stands behind a message is ignored unless it is a trailer of ours (protocol.md 1).
#pragma once

#include <optional>

#include "base/headed.h"
#include "base/ids.h"
#include "base/payload.h"
#include "base/result.h"
#include "engine/message.h"

namespace rondel::wire {

// For one node, or for all if `target` is 0. A frame that holds its received bytes is sent as those bytes.
[[nodiscard]] Packet encode(const engine::Message&, NodeId target);

// A frame shares `packet`'s memory. The inner frame of a recovery frame is decoded too, or null if it is damaged.
[[nodiscard]] Result<engine::Message> decode(const Payload& packet);

// What the packet itself says, for a link's destination filter: its target (0: all), or nothing if it is not a ring
// message.
[[nodiscard]] std::optional<NodeId> target_of(Bytes packet);

}  // namespace rondel::wire
