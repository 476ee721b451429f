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
    pair_cut,      // `node` and `other` do not hear each other, though others hear both: one of them is left out
    pair_heals,    // they do again, or what was known of them is too old
    resends,       // `count` frames were sent again within `span`, first asked for by `node`
    id_used_twice  // another node uses this node's id; `node` is that id
  };
  Kind kind = Kind::pair_cut;
  NodeId node, other;
  std::uint64_t count = 0;
  Duration span{};
  bool operator==(const Notice&) const = default;
};

// One sentence for an administrator: "nodes 1 and 2 do not hear each other".
[[nodiscard]] std::string to_string(const Notice&);
// The kind alone, for programs: "pair_cut".
[[nodiscard]] const char* to_string(Notice::Kind);

}  // namespace rondel::engine
