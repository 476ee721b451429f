// NodeListener: what a node tells those who serve clients. Events come in the order of the ring.
#pragma once

#include "base/time.h"
#include "group/message.h"

namespace rondel::node {

class NodeListener {
 public:
  virtual ~NodeListener() = default;
  virtual void group_event(Time now, const group::Event&) = 0;
  // Node::admission() has changed: gates open or close.
  virtual void admission_changed(Time now) = 0;
};

}  // namespace rondel::node
