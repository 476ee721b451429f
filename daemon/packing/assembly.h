// Assembly: messages out of frames, in the order of delivery (ring.md 6.3, 6.5). One context for each node and phase. A
// message that lies whole in a frame shares the frame's memory.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/payload.h"
#include "engine/frame_source.h"

namespace rondel::packing {

struct Incoming {
  NodeId from;
  Payload bytes;  // group prefix and all
};

struct AssemblyCounters {
  std::uint64_t malformed = 0;   // frames whose lengths contradict each other
  std::uint64_t mismatches = 0;  // a continuation of something this node has not seen
  std::uint64_t too_long = 0;    // partial messages dropped above message_bytes_max + one frame
};

class Assembly {
 public:
  // Appends the complete messages of the frame. Bytes that contradict themselves are counted and ignored.
  void receive(NodeId from, const Payload& frame_payload, std::vector<Incoming>& out);
  void use_phase(engine::Phase phase) { phase_ = phase; }
  void forget(std::span<const NodeId> left);
  void forget_all();  // regular view of a ring of ours: partial messages will be sent again (protocol.md 3)
  [[nodiscard]] std::size_t held_bytes() const;
  [[nodiscard]] const AssemblyCounters& counters() const { return counters_; }

 private:
  struct Context {
    std::vector<std::byte> partial;
    std::uint8_t fragment = 0;  // number that the next frame must continue
    bool throwing_away = false;
  };
  std::array<std::map<NodeId, Context>, 2> contexts_;
  engine::Phase phase_ = engine::Phase::synchronising;
  AssemblyCounters counters_;
};

}  // namespace rondel::packing
