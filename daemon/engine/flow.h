// Flow control: how many frames a visit may send (ring.md 5), in frames, resends included.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/message.h"

namespace rondel::engine {

struct FlowLimits {
  std::uint32_t window_frames = 0;     // per rotation, all members
  std::uint32_t visit_frames_max = 0;  // per visit
};

struct Flow {
  std::uint32_t sent_last_visit = 0;     // trc
  std::uint32_t backlog_last_visit = 0;  // pbl

  // `waiting` is the own queue before sending. Where corosync's subtraction would wrap we clamp (ring.md 10.15).
  [[nodiscard]] std::uint32_t allowed(const Token& token, std::uint32_t waiting, const FlowLimits& limits) const {
    const std::uint32_t left_of_window =
        token.flow_count >= limits.window_frames ? 0 : limits.window_frames - token.flow_count;
    std::uint32_t frames = std::min(limits.visit_frames_max, left_of_window);
    const std::uint32_t total = token.backlog + waiting - backlog_last_visit;
    if (total != 0) {
      const std::uint64_t share = std::uint64_t{limits.window_frames} * backlog_last_visit / total;
      if (share > 0 && frames > share) frames = static_cast<std::uint32_t>(share);
    }
    return frames;
  }

  // Writes what this visit did into the token, in place of what the last one had written.
  void account(Token& token, std::uint32_t sent, std::uint32_t waiting) {
    token.flow_count += sent - sent_last_visit;
    token.backlog += waiting - backlog_last_visit;
    sent_last_visit = sent;
    backlog_last_visit = waiting;
  }
};

}  // namespace rondel::engine
