// The four states of the protocol as types, each with what only it needs (ring.md 3).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <variant>

#include "base/ids.h"
#include "base/time.h"
#include "engine/message.h"
#include "engine/node_list.h"
#include "engine/window.h"

namespace rondel::engine {

// Looking for a set of nodes that all agree on. The lists themselves live in Core: they outlast the state.
struct Gather {
  struct Heard {
    Join join;
    Time at;
  };
  std::set<NodeId> consensus;     // whose last join carries exactly our lists
  std::map<NodeId, Heard> joins;  // the last join of every node; consensus is made from them after each change
  Time news{};                    // when the lists changed last
  std::set<NodeId> disagreed;     // heard, but without consensus at an expiry: the next one condemns them
  Time since{};                   // in this state since then, re-entries included
};

// The commit token makes its first rotation.
struct Commit {
  CommitToken token;                // as filled in here
  bool waiting_for_number = false;  // the ring number is not durable yet: nothing was sent on
};

// The new ring runs; members of one old ring give each other the frames that some of them miss.
struct Recovery {
  struct Owed {
    FramePtr inner;         // of the old ring
    bool deferred = false;  // a lower member has it too: it goes first (protocol.md 5)
  };
  CommitToken commit;     // second rotation: what each member has
  Window window{};        // of the new ring
  std::deque<Owed> owed;  // counts as queued, deferred ones included
  bool first_token_sent = false;
  bool raised_flag = false;           // this node set the token's recovering flag
  std::uint32_t quiet_visits = 0;     // consecutive visits with the flag down
  std::uint32_t complete_visits = 0;  // consecutive visits with everything received everywhere
  Sequence install_sequence;          // the token's number at the second quiet visit
  Sequence delivered_by_one;          // of the old ring: how far any member that comes along has delivered
};

struct Operational {};

using StateData = std::variant<Gather, Commit, Recovery, Operational>;

}  // namespace rondel::engine
