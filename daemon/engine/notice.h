// Notice: something about the ring that an administrator should be told. It changes nothing by itself; membership
// changes are told by Install, with their Cause.
#pragma once

#include <cstdint>
#include <string>

#include "base/ids.h"
#include "base/time.h"

namespace rondel::engine {

struct Notice {
  enum class Kind : std::uint8_t {
    pair_cut,    // `node` and `other` do not hear each other, though others hear both: one of them is left out
    pair_heals,  // they do again, or what was known of them is too old
    resends,  // `count` frames were sent again within `span`; `node` was behind most often, `other` sent them (0: many)
    id_used_twice  // another node uses this node's id; `node` is that id
  };
  // resends: where to look, if what is missed has a pattern.
  enum class Suspect : std::uint8_t {
    nobody,
    receiver,  // only `node` misses frames, and those of several senders
    sender,    // only frames of `other` are missed, by several nodes
    size       // only frames of more than one packet are missed
  };
  Kind kind = Kind::pair_cut;
  NodeId node{}, other{};
  std::uint64_t count = 0;
  Duration span{};
  Suspect suspect = Suspect::nobody;
  bool operator==(const Notice&) const = default;
};

// One sentence for an administrator: "nodes 1 and 2 do not hear each other".
[[nodiscard]] std::string to_string(const Notice&);
// The kind alone, for programs: "pair_cut".
[[nodiscard]] const char* to_string(Notice::Kind);
[[nodiscard]] const char* to_string(Notice::Suspect);

}  // namespace rondel::engine
