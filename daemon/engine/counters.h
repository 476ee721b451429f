// Counters of the ring layer, under corosync's names where it has them (ring.md appendix C).
#pragma once

#include <array>
#include <cstdint>

namespace rondel::engine {

// In the order of the variant in engine.h.
enum class State : std::uint8_t { gather, commit, recovery, operational };
inline constexpr std::size_t state_count = 4;

[[nodiscard]] constexpr const char* to_string(State state) {
  constexpr std::array<const char*, state_count> names{"gather", "commit", "recovery", "operational"};
  return names[static_cast<std::size_t>(state)];
}

struct Counters {
  std::uint64_t orf_token_tx = 0, orf_token_rx = 0;
  std::uint64_t memb_merge_detect_tx = 0, memb_merge_detect_rx = 0;
  std::uint64_t memb_join_tx = 0, memb_join_rx = 0;
  std::uint64_t mcast_tx = 0, mcast_retx = 0, mcast_rx = 0;
  std::uint64_t memb_commit_token_tx = 0, memb_commit_token_rx = 0;
  std::uint64_t token_hold_cancel_tx = 0, token_hold_cancel_rx = 0;
  std::uint64_t operational_entered = 0, operational_token_lost = 0;
  std::uint64_t gather_entered = 0, gather_token_lost = 0;
  std::uint64_t commit_entered = 0, commit_token_lost = 0;
  std::uint64_t recovery_entered = 0, recovery_token_lost = 0;
  std::uint64_t consensus_timeouts = 0;
  std::uint64_t rx_msg_dropped = 0;          // a message that this state, ring or window has no use for
  std::uint64_t late_old_ring_messages = 0;  // ignored by protocol.md 6
  std::uint64_t quarantined = 0;        // messages of nodes that this ring cannot take in, ignored (protocol.md 10)
  std::uint64_t store_full_visits = 0;  // nothing new was sent: too much is kept for who is behind
  std::uint64_t failed_to_receive = 0;  // this node found itself deaf
  // transitions[from][to]: state changes, re-entries of gather included.
  std::array<std::array<std::uint64_t, state_count>, state_count> transitions{};
};

}  // namespace rondel::engine
