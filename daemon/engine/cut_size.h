// CutSize: how many datagrams a frame is cut to. A frame of many datagrams is lost if one of them is, and it can only
// be sent again as it was: at ten lost of a hundred, one of 46 arrives once in 125 times. So each ring begins with
// frames of one datagram; the size doubles while nothing is missed, and shrinks as soon as much is. All that counts is
// what the token and the resends show to every member: which numbers are asked for, and how many were given.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ids.h"

namespace rondel::engine {

struct CutSize {
  std::uint32_t datagrams = 1;     // of a frame cut now
  Sequence since{0};               // older numbers were cut to another size: they say nothing about this one
  Sequence counted{0};             // the newest number that was counted
  std::uint32_t numbered = 0;      // frames counted at this size,
  std::uint32_t missed = 0;        // how many of them somebody missed,
  std::uint32_t visits = 0;        // and at how many visits with traffic
  std::uint32_t missed_now = 0;    // since the last visit, of any size
  std::uint32_t share_permil = 0;  // of frames that somebody missed, lately

  // This frame is asked for, or travels again.
  void note_missed(Sequence);
  // The token is here and frames are numbered up to `sequence`; a frame has at most `datagrams_max`.
  void visit(Sequence sequence, std::uint32_t datagrams_max);
  // So much gets lost that a token had better travel twice.
  [[nodiscard]] bool lossy() const;

 private:
  void change(std::uint32_t datagrams_wanted);
};

}  // namespace rondel::engine
