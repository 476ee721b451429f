// NodeObserver: sees what happens inside a node, in order. The simulator's checkers look through it; the daemon has
// none. An observer only looks: it calls nothing of the node that changes it.
#pragma once

#include "base/time.h"
#include "engine/effect.h"

namespace rondel::node {

class NodeObserver {
 public:
  virtual ~NodeObserver() = default;
  // A frame or another packet is about to be multicast; resends come here too.
  virtual void broadcast(Time now, const engine::Message&) = 0;
  // A view is about to be installed, in both stages.
  virtual void installed(Time now, const engine::Install&) = 0;
  // A frame is about to be taken apart into messages, and all of them were handled.
  virtual void delivered(Time now, const engine::Frame&) = 0;
  virtual void handled(Time now, const engine::Frame&) = 0;
  // Synchronisation of this view has ended, in the middle of the frame that was delivered last.
  virtual void synchronised(Time now, const engine::View&) = 0;
  virtual void noticed(Time now, const engine::Notice&) = 0;
};

}  // namespace rondel::node
