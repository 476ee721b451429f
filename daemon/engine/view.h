// View: who is in the ring, who came and went, and why it changed. The only header of the engine that services above
// use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/time.h"
#include "engine/message.h"

namespace rondel::engine {

// Why a membership ended and another began: what first took this node out of the ring it was in.
struct Cause {
  enum class Kind : std::uint8_t {
    start,              // this daemon started
    token_lost,         // no token for the token timeout; `node`: who sent the last one seen
    commit_lost,        // the ring being formed lost its commit token
    recovery_lost,      // the ring being formed lost its token during recovery
    consensus_timeout,  // `node` did not answer in time
    joined,             // a join of `node` came
    left,               // `node` said goodbye
    merge,              // `node` of another ring was heard (its frame or its merge detect)
    failed_to_receive,  // `node` gets tokens but no frames and says so itself
    link_down,          // every link to `node` is down
    process_dead,       // the process of `node` is proven dead
    partly_connected,   // `node`, which is in the new ring, and `other`, which is not, do not hear each other
  };
  Kind kind = Kind::start;
  NodeId node;         // 0: nobody in particular
  Duration silence{};  // token_lost: how long nothing was heard
  NodeId other{};      // partly_connected: who is left out
  bool operator==(const Cause&) const = default;
};

// One sentence for an administrator, without the time: "node 3 left", "no token for 3650 ms, last seen from node 2".
[[nodiscard]] std::string to_string(const Cause&);
// The kind alone, for programs: "token_lost".
[[nodiscard]] const char* to_string(Cause::Kind);

// A ring's membership as it is installed. All lists are ascending.
struct View {
  RingId ring;
  std::vector<NodeId> members;
  std::vector<NodeId>
      transitional;            // members that come from this node's previous ring; empty on the first view of a process
  std::vector<NodeId> joined;  // members - transitional
  std::vector<NodeId> left;    // previous members - transitional (a node that restarted in between is in both)
  Cause cause;
  Capabilities capabilities;  // what all members can do; nothing when a corosync is among them
};

}  // namespace rondel::engine
