// Effects: what the engine wants done, in the order in which it must be done.
#pragma once

#include <variant>

#include "base/ids.h"
#include "engine/message.h"
#include "engine/notice.h"
#include "engine/view.h"

namespace rondel::engine {

// Write this ring number to stable storage; tell Engine::stored once it is there. Later stores replace earlier ones.
struct Store {
  RingNumber number;
};

// Send to one node. It may be this one: node hands it back to Engine::receive without a link.
struct Unicast {
  NodeId to;
  Message message;
};

// Send to all reachable nodes but this one. The engine has already done its own part.
struct Broadcast {
  Message message;
};

// Give the frame's payload to the layers above, in this order.
struct Deliver {
  FramePtr frame;
};

// A transitional view ends the old ring's regular deliveries; frames delivered behind it came only to its members for
// sure. A regular view begins the new ring. Each change brings both, in this order, with the same contents but for the
// stage.
struct Install {
  enum class Stage : std::uint8_t { transitional, regular };
  Stage stage = Stage::regular;
  View view;
};

using Effect = std::variant<Store, Unicast, Broadcast, Deliver, Install, Notice>;

}  // namespace rondel::engine
