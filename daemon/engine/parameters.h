// The protocol's timers and constants (ring.md 4.1), with corosync's defaults for two nodes. config derives them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/time.h"
#include "engine/message.h"

namespace rondel::engine {

using std::chrono_literals::operator""ms;

struct Parameters {
  Duration token_timeout = 3000ms;              // silence after which the ring is given up
  Duration token_retransmit = 714ms;            // the last token is sent again after this
  Duration hold = 561ms;                        // an idle ring rotates once per hold
  Duration join_interval = 50ms;                // joins in gather
  Duration send_join_spread = 0ms;              // upper bound of a random delay before a join
  Duration consensus_timeout = 3600ms;          // gather waits this long for agreement
  Duration merge_interval = 200ms;              // idle rings look for each other
  std::uint32_t fail_to_receive_visits = 2500;  // visits with an aru that stands still
  std::uint32_t sequence_unchanged_max = 30;    // visits without a frame before the token is held
  std::uint32_t window_frames = 50;             // per rotation, all members
  std::uint32_t visit_frames_max = 17;          // per visit
  std::uint32_t miss_visits = 5;                // visits before a gap is asked for
  bool cancel_hold_on_retransmit = false;
  std::size_t frame_bytes_max = frame_bytes_limit;              // a frame with its header (protocol.md 12)
  std::size_t piece_bytes = 0;                                  // so much of it travels in one datagram; 0: unknown
  std::size_t store_bytes_max = std::size_t{64} * 1024 * 1024;  // kept for a member that is behind (protocol.md 9)
  // The number before a ring's first frame. On corosync's wire it is 0; others are for tests of numbers that wrap.
  Sequence ring_begins{0};
  bool operator==(const Parameters&) const = default;
};

}  // namespace rondel::engine
