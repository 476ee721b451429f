// Core: what the engine knows, and its steps. Engine is the door; each file of steps is a chapter of the paper: gather,
// commit, recovery, visit, resend, hold, install. The variables have the paper's meaning (ring.md 3.1).
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "base/archive.h"
#include "base/ensure.h"
#include "base/random.h"
#include "engine/causes.h"
#include "engine/cut_size.h"
#include "engine/engine.h"
#include "engine/flow.h"
#include "engine/hearing.h"
#include "engine/node_list.h"
#include "engine/resends.h"
#include "engine/states.h"
#include "engine/timers.h"
#include "engine/window.h"

namespace rondel::engine {

// Ring numbers above are not believed: adding to them could wrap.
inline constexpr RingNumber ring_number_max{std::uint64_t{1} << 62U};
// How many rings this node has left it remembers.
inline constexpr std::size_t past_rings_max = 16;

class Core {
 public:
  Core(Identity, const Parameters&, RingNumber stored, std::uint64_t seed, FrameSource&);

  void start(Time now);
  void receive_batch(Time now, std::span<const Message>);
  void expire(Time now);
  void resumed(Time now, Duration pause);
  void wake(Time now);
  void stored(Time now, RingNumber);
  void synchronised(Time now);
  void evidence(Time now, const PeerEvidence&);
  void configure(const Parameters& parameters) { parameters_ = parameters; }
  void leave();

  [[nodiscard]] std::optional<Time> deadline() const { return left_ ? std::nullopt : timers_.earliest(); }
  void take_effects(std::vector<Effect>& out);
  [[nodiscard]] State state() const { return static_cast<State>(state_.index()); }
  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] const View& view() const { return view_; }
  [[nodiscard]] RingId ring() const { return ring_; }
  [[nodiscard]] const Counters& counters() const { return counters_; }
  [[nodiscard]] std::vector<Pair> cut_pairs() const;
  [[nodiscard]] std::optional<Sequence> received(const RingId&) const;
  [[nodiscard]] std::size_t kept_bytes() const;

  // All fields, in their order, for snapshots: one that is missing here does not compile.
  ARCHIVE_MEMBERS(identity, parameters, source, random, state_now, timers, effects, counters_now, view_now, left,
                  ring_now, old_ring, old_ring_saved, past_rings, highest_number, durable_number, requested_number,
                  hearing, notices, life, twin_told, members, candidates, failed, new_members, transitional, causes,
                  links_down, deaf, ring_capabilities, window, delivered, safe, phase_now, sender_count, last_token,
                  last_hop, last_sequence, last_aru, last_token_from, last_token_at, last_sent_at, unchanged_visits,
                  stuck_aru_visits, stuck_aru_since, flow, cut_size, resends, holding, held_elsewhere, rotation,
                  token_repeat, commit_repeat, hold_cancel_interval, hold_cancels_left)

 private:
  // engine.cc
  void receive(Time now, const Message&);
  void act(Time now, Timer);
  void token_lost(Time now);
  template <typename S>
  void become(S next_state);
  template <typename E>
  void emit(E effect) {
    effects_.emplace_back(std::move(effect));
  }
  [[nodiscard]] bool is_representative() const { return ring_.representative == identity_.self; }
  [[nodiscard]] NodeId next_member() const;
  void note_ring_number(RingNumber);
  void reserve_numbers();

  // gather.cc: the membership algorithm
  void enter_gather(Time now, const Cause&);
  void send_join(Time now);
  void process_joins(Time now, std::span<const Message> joins);
  [[nodiscard]] Cause cause_of(Time now, const Join&) const;
  [[nodiscard]] bool heeds(Time now, const Join&) const;
  [[nodiscard]] bool moved_on(const Join&) const;
  bool merge_join(const Join&);
  void recompute_consensus();
  [[nodiscard]] bool agreed(Time now) const;
  void act_on_agreement(Time now);
  void form_own_ring(Time now);
  [[nodiscard]] bool newcomers_settle(Time now);
  void consensus_expired(Time now);
  [[nodiscard]] Cause cause_of_silence(const NodeList& condemned);
  void commit_token_missing(Time now);
  void foreign_ring(Time now, NodeId sender, const RingId&);

  // quarantine.cc: some nodes do not hear each other (protocol.md 10)
  void listen(Time now, const Message&);
  void note_twin(Time now, const Message&);
  void note_link(Time now, const PeerEvidence&);
  [[nodiscard]] std::vector<Report> reports(Time now);
  void tell_hearing(Time now);
  void plan_telling(Time now);
  void leave_cut_ring(Time now);
  void emit_notices();
  [[nodiscard]] bool is_mixed() const;
  [[nodiscard]] bool rule_holds(Time now) const;
  void choose_apart(Time now);
  bool leave_out(Time now);
  [[nodiscard]] bool quarantined(Time now, NodeId sender) const;
  [[nodiscard]] bool proven(Time now, const NodeList& set) const;
  [[nodiscard]] NodeList excluded() const;
  [[nodiscard]] std::optional<Cause> cause_of_split() const;

  // commit.cc: forming the ring that was agreed on
  void create_commit_token(Time now);
  void receive_commit(Time now, const CommitToken&);
  void enter_commit(Time now, CommitToken);
  void send_first_rotation(Time now);
  void send_commit(Time now, const CommitToken&);

  // recovery.cc: what the members of one old ring owe each other
  void enter_recovery(Time now, const CommitToken&);
  void send_first_token(Time now, Recovery&);
  void copy_seen(Recovery&, const Frame&);
  bool recovery_visit(Recovery&, Token&);  // true: install now

  // install.cc: a new ring, and what of the old one comes before it
  void install(Time now);

  // visit.cc: the token is here
  void receive_token(Time now, const Token&);
  [[nodiscard]] bool plausible(const Token&);
  void count_unchanged(Time now, const Token&);
  void hear_aru(const Token&);
  std::uint32_t send_frames(Token&, std::uint32_t allowed);
  void lower_aru(Token&);
  void fail_to_receive(Time now);
  [[nodiscard]] bool is_deaf(Time now) const;
  void pass_token(Time now);
  void send_token(Time now);
  void measure_rotation(Time now);
  [[nodiscard]] Duration first_token_repeat() const;
  void repeat_token(Time now);
  void repeat_commit(Time now, const CommitToken&);
  [[nodiscard]] std::uint32_t waiting_frames() const;
  [[nodiscard]] Window& window();  // of the ring whose token is handled

  // resend.cc: requests for lost frames
  std::uint32_t serve_requests(Token&, std::uint32_t allowed);
  void request_missing(Token&);
  [[nodiscard]] bool overtaken(const FramePtr& below, Sequence hole);
  [[nodiscard]] std::uint32_t protect_window(const Token&, std::uint32_t allowed);
  [[nodiscard]] bool ring_of_ours() const { return ring_capabilities_.bits != 0; }
  [[nodiscard]] std::size_t requests_limit() const;
  [[nodiscard]] std::uint32_t frame_datagrams_max() const;
  [[nodiscard]] std::size_t payload_bytes_max() const;  // of a frame that is cut now
  [[nodiscard]] FlowLimits flow_limits() const;

  // hold.cc: an idle ring does not spin
  [[nodiscard]] bool should_hold(std::uint32_t sent) const;
  void hold(Time now);
  void let_go(Time now);
  void receive_hold_cancel(Time now, const HoldCancel&);
  void ask_for_token(Time now);
  void repeat_hold_cancel(Time now);

  // frames.cc: receiving and delivering
  void receive_frame(Time now, const FramePtr&);
  void receive_merge_detect(Time now, const MergeDetect&);
  void deliver_contiguous(Sequence last);
  void deliver_rest(Sequence last);
  [[nodiscard]] bool must_wait(const Frame&) const;
  [[nodiscard]] bool all_delivered() const { return !before(delivered_, window_.high_received()); }

  Identity identity_;
  Parameters parameters_;
  FrameSource& source_;
  Pcg32 random_;
  StateData state_;
  Timers timers_;
  std::vector<Effect> effects_;
  Counters counters_;
  View view_;
  bool left_ = false;

  // Rings.
  RingId ring_;                    // current; from commit on the one being formed
  RingId old_ring_;                // the last one this node was operational in, or its start's
  bool old_ring_saved_ = false;    // several attempts at a new ring keep the first save
  std::deque<RingId> past_rings_;  // left or installed over, newest last (protocol.md 6)
  RingNumber highest_number_;      // ever heard of
  RingNumber durable_number_;      // on stable storage
  RingNumber requested_number_;    // asked to be stored

  // Who hears whom.
  HearingState hearing_;
  std::vector<Notice> notices_;    // scratch
  RingNumber life_;                // tells this process from earlier ones of the node
  std::optional<Time> twin_told_;  // when it told last that another node uses its id

  // Membership.
  NodeList members_;                // of the last view; empty before the first
  NodeList candidates_;             // proc
  NodeList failed_;                 // but for those that are only apart: HearingState::apart
  NodeList new_members_;            // of the ring being formed
  NodeList transitional_;           // members that come from this node's old ring
  Causes causes_;                   // what took this node out of its ring, and what came to it
  NodeList links_down_;             // no link reaches them, says the link layer
  bool deaf_ = false;               // failed_to_recv: declared itself failed
  Capabilities ring_capabilities_;  // of the ring being formed

  // Frames. While a new ring is formed this stays the old ring's; recovery has a window of its own.
  Window window_;
  Sequence delivered_;  // up to here given to the layers above, or skipped for good
  Sequence safe_;       // up to here received by every member of the window's ring, as far as this node knows
  Phase phase_ = Phase::synchronising;
  std::int32_t sender_count_ = 0;  // this_seqno

  // The token.
  Token last_token_;        // as passed on or held: what a repeat sends
  Sequence last_hop_;       // of the last accepted token
  Sequence last_sequence_;  // token.sequence as received
  Sequence last_aru_;       // token.aru as received
  NodeId last_token_from_;
  Time last_token_at_{};
  Time last_sent_at_{};
  std::uint32_t unchanged_visits_ = 0;
  std::uint32_t stuck_aru_visits_ = 0;
  Time stuck_aru_since_{};
  Flow flow_;
  CutSize cut_size_;
  Resends resends_;
  bool holding_ = false;         // this representative keeps the token
  bool held_elsewhere_ = false;  // the representative probably keeps it
  Duration rotation_{};          // about how long a busy token takes to come round
  Duration token_repeat_{};      // until the token is sent again
  Duration commit_repeat_{};     // until the commit token is sent again
  Duration hold_cancel_interval_{};
  std::uint32_t hold_cancels_left_ = 0;
};

template <typename S>
void Core::become(S next_state) {
  const State from = state();
  state_ = std::move(next_state);
  ++counters_.transitions[static_cast<std::size_t>(from)][static_cast<std::size_t>(state())];
}

}  // namespace rondel::engine
