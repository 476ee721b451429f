// View: who is in the ring, who came and went, and why it changed. The only header of the engine that services above
// use.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/cause.h"
#include "engine/message.h"

namespace rondel::engine {

// A ring's membership as it is installed. All lists are ascending.
struct View {
  RingId ring;
  std::vector<NodeId> members;
  std::vector<NodeId>
      transitional;            // members that come from this node's previous ring; empty on the first view of a process
  std::vector<NodeId> joined;  // members - transitional
  std::vector<NodeId> left;    // previous members - transitional (a node that restarted in between is in both)
  Cause cause;                 // what first took this node out of the ring it was in
  Capabilities capabilities;   // what all members can do; nothing when a corosync is among them
  std::vector<Cause> further{};  // what else came to it until this ring was formed, in order
};

// All of it in one sentence: "no token for 3000 ms, last seen from node 2; node 3 did not answer in time".
[[nodiscard]] std::string why(const View&);

}  // namespace rondel::engine
