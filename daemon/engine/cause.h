// Cause: why a membership ended and another began. A change often has more than one: a lost token took this node out of
// its ring, and that node 3 did not answer is why it is not in the next one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/time.h"

namespace rondel::engine {

struct Cause {
  enum class Kind : std::uint8_t {
    start,              // the daemon of `node` started
    token_lost,         // no token for the token timeout; `node`: who sent the last one seen
    commit_lost,        // the ring being formed lost its commit token
    recovery_lost,      // the ring being formed lost its token during recovery
    consensus_timeout,  // `node` did not answer in time
    joined,             // a join of `node` came
    left,               // `node` said goodbye
    merge,              // `node` of another ring was heard (its frame or its merge detect)
    failed_to_receive,  // `node` gets tokens but no frames and says so itself
    link_down,          // `node` did not answer in time, and every link to it is down
    process_dead,       // the process of `node` is proven dead
    paused,             // the process of `node` did not run for `silence`
    condemned,          // `told_by` calls `node` failed and doesn't say why
    excluded,           // `node` calls this node failed
    partly_connected,   // `node`, which is in the new ring, and `other`, which is not, do not hear each other
  };
  Kind kind = Kind::start;
  NodeId node{};       // 0: nobody in particular
  Duration silence{};  // token_lost: how long nothing was heard; paused: how long
  NodeId told_by{};    // the member that found out; 0: this node itself
  NodeId other{};      // partly_connected: who is left out
  bool operator==(const Cause&) const = default;
};

// One sentence for an administrator, without the time: "node 3 left", "no token for 3650 ms, last seen from node 2".
[[nodiscard]] std::string to_string(const Cause&);
// The kind alone, for programs: "token_lost".
[[nodiscard]] const char* to_string(Cause::Kind);
// The kind of that word, if it is one.
[[nodiscard]] std::optional<Cause::Kind> cause_kind(std::string_view word);

}  // namespace rondel::engine
