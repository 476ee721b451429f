// Window: the frames of one ring by number, from the oldest that somebody may still ask for to the newest received
// (ring.md 3.21). At most window_slots_max lie between them; memory follows what is really there.
#pragma once

#include <cstdint>
#include <deque>

#include "base/archive.h"
#include "base/ids.h"
#include "engine/message.h"

namespace rondel::engine {

inline constexpr std::uint32_t window_slots_max = 16'384;

class Window {
 public:
  // `before_first`: the number before the ring's first frame.
  explicit Window(Sequence before_first = Sequence{0})
      : first_{before_first.next()}, aru_{before_first}, high_received_{before_first} {}

  // In the window and not there yet. Stores it and moves aru over what is now contiguous.
  bool insert(const FramePtr&);
  // True for numbers that the window could hold, whether or not they are there.
  [[nodiscard]] bool covers(Sequence) const;
  [[nodiscard]] FramePtr find(Sequence) const;
  [[nodiscard]] bool holds(Sequence) const;
  // The first frame above this number that is there; null if none is.
  [[nodiscard]] FramePtr next_held(Sequence) const;
  // Counts one visit that noticed the hole at this number; returns how many have. It must be in covers() and not held.
  std::uint32_t note_miss(Sequence);
  // Frees everything up to this number; later inserts there are refused.
  void release(Sequence up_to_here);

  [[nodiscard]] Sequence aru() const { return aru_; }                      // all received up to here
  [[nodiscard]] Sequence high_received() const { return high_received_; }  // the newest received
  [[nodiscard]] Sequence released() const { return first_ - 1; }           // all freed up to here
  [[nodiscard]] bool complete() const { return aru_ == high_received_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }  // of all frames in it

  ARCHIVE_MEMBERS(slots, first, last_contiguous, newest, bytes_kept)

 private:
  struct Slot {
    FramePtr frame;
    std::uint32_t misses = 0;
    ARCHIVE_MEMBERS(frame_kept, misses_counted)
  };
  [[nodiscard]] const Slot* slot(Sequence) const;

  std::deque<Slot> slots_;  // slots_[0] is number first_; shorter than the window: the rest is empty
  Sequence first_;
  Sequence aru_;
  Sequence high_received_;
  std::size_t bytes_ = 0;
};

}  // namespace rondel::engine
