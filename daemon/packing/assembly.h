// Assembly: messages out of frames, in the order of delivery (ring.md 6.3, 6.5). One context for each node and phase. A
// message that lies whole in a frame shares the frame's memory; one that came in pieces is joined once, at its end.
//
// A continuation of something this node has not seen (it joined while another was in the middle of a message) costs
// exactly that message: what stands behind the tail is delivered, as the nodes that have the head do (ring.md 10.6,
// advice). A corosync in that place throws the whole frame away and more; so in a mixed ring all our nodes deliver what
// the older members deliver, whether they have the head or not, and only the message without a head is missing at some.
// In a ring of ours there is no such message, since every member forgets partial ones and senders start again.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/payload.h"
#include "engine/frame_source.h"
#include "packing/layout.h"

namespace rondel::packing {

struct Incoming {
  NodeId from;
  Payload bytes;  // group prefix and all
};

struct AssemblyCounters {
  std::uint64_t malformed = 0;   // frames whose lengths contradict each other
  std::uint64_t mismatches = 0;  // a continuation of something this node has not seen, or none where one was due
  std::uint64_t too_long = 0;    // messages dropped above assembled_bytes_max
};

// Longest message put together: the size of corosync's buffer, which aborts there. We drop the message and go on.
inline constexpr std::size_t assembled_bytes_max = message_bytes_max + 65'536;

class Assembly {
 public:
  // Appends the complete messages of the frame. Bytes that contradict themselves are counted and ignored.
  void receive(NodeId from, const Payload& frame_payload, std::vector<Incoming>& out);
  // Frames from now on are of this phase. At first: synchronising.
  void use_phase(engine::Phase phase) { phase_ = phase; }
  // Transitional view: these nodes are gone, or others by now.
  void forget(std::span<const NodeId> left);
  void forget_all();  // regular view of a ring of ours: partial messages will be sent again (protocol.md 3)
  // Bytes of unfinished messages: at most assembled_bytes_max for each node and phase.
  [[nodiscard]] std::size_t held_bytes() const;
  [[nodiscard]] const AssemblyCounters& counters() const { return counters_; }

 private:
  // A node's unfinished message.
  struct Context {
    std::vector<Payload> pieces;  // none of them empty, fewer than pieces_max
    std::size_t bytes = 0;        // sum of the pieces
    std::uint8_t fragment = 0;    // number that the next frame must continue; 0: nothing is unfinished
    bool throwing_away = false;   // the unfinished message is lost: its pieces are dropped up to its end

    void drop();
    [[nodiscard]] Payload joined() const;
  };
  void hold(Context&, Payload piece);
  void finish(Context&, NodeId from, Payload piece, std::vector<Incoming>& out);

  std::array<std::map<NodeId, Context>, 2> contexts_;
  engine::Phase phase_ = engine::Phase::synchronising;
  AssemblyCounters counters_;
};

}  // namespace rondel::packing
