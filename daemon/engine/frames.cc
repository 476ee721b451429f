// Frames: what is received is kept by number, and delivered in the order of the numbers (ring.md 3.13, 3.14, 3.19).
#include "engine/core.h"

namespace rondel::engine {

void Core::receive_frame(Time now, const FramePtr& frame) {
  ++counters_.mcast_rx;
  if (frame->ring != ring_) {
    foreign_ring(now, frame->sender, frame->ring);
    return;
  }
  switch (state()) {
    case State::operational:
      if (!window_.insert(frame) && window_.holds(frame->sequence)) cut_size_.note_missed(frame->sequence);
      deliver_contiguous(window_.high_received());
      return;
    case State::gather:
      // The ring is given up, but what still arrives of it need not be recovered. After an attempt at a new ring
      // `ring_` is that attempt's, and its frames are none of the window's.
      if (!old_ring_saved_ && !frame->encapsulated) window_.insert(frame);
      return;
    case State::recovery: {
      // An ordinary frame here would lie among those of the old ring; its sender will resend it.
      auto& recovery = std::get<Recovery>(state_);
      if (frame->encapsulated && recovery.window.insert(frame)) copy_seen(recovery, *frame);
      return;
    }
    case State::commit:
      ++counters_.rx_msg_dropped;
      return;
  }
}

void Core::receive_merge_detect(Time now, const MergeDetect& merge) {
  ++counters_.memb_merge_detect_rx;
  if (merge.ring != ring_ && merge.sender != identity_.self) foreign_ring(now, merge.sender, merge.ring);
}

void Core::deliver_contiguous(Sequence last) {
  while (before(delivered_, last)) {
    const FramePtr frame = window_.find(delivered_.next());
    if (!frame || must_wait(*frame)) return;
    delivered_ = delivered_.next();
    // A repeat of a recovery frame is part of the numbering only.
    if (!frame->encapsulated) emit(Deliver{frame});
  }
}

// A safe frame waits until all members are known to have it, and what is behind it waits along: there is one order
// (protocol.md 7).
bool Core::must_wait(const Frame& frame) const {
  return frame.guarantee == Guarantee::safe && before(safe_, frame.sequence);
}

// Behind the transitional view nothing waits: what is there has reached all that come along, and nobody else can be
// asked. What is contiguous is everybody's; behind a hole stands only what its sender, who comes along, saw in order.
void Core::deliver_rest(Sequence last) {
  bool behind_hole = false;
  for (Sequence at = delivered_.next(); up_to(at, last); at = at.next()) {
    const FramePtr frame = window_.find(at);
    behind_hole = behind_hole || !frame;
    if (!frame || frame->encapsulated) continue;
    if (!behind_hole || contains(transitional_, frame->sender)) emit(Deliver{frame});
  }
}

std::size_t Core::kept_bytes() const {
  const auto* recovery = std::get_if<Recovery>(&state_);
  return window_.bytes() + (recovery == nullptr ? 0 : recovery->window.bytes());
}

std::optional<Sequence> Core::received(const RingId& ring) const {
  const auto* recovery = std::get_if<Recovery>(&state_);
  if (recovery != nullptr && ring == ring_) return recovery->window.aru();
  if (ring == (old_ring_saved_ ? old_ring_ : ring_)) return window_.aru();
  return std::nullopt;
}

}  // namespace rondel::engine
