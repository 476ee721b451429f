// Visit: the token is here. Resend what others miss, ask for what we miss, send what we may, say how far we have
// received, and pass it on; then deliver (ring.md 3.10). Everything is checked before anything is changed.
#include <algorithm>

#include "engine/core.h"

namespace rondel::engine {

namespace {

using std::chrono_literals::operator""ms;

// A lost token is missed after some rotations, but not before this.
constexpr Duration token_repeat_min = 4ms;
constexpr int rotations_missed = 3;
// In a ring of ours the pauses between repeats grow up to this: fifty packets
// that are swallowed in a row must not last as long as a token timeout.
constexpr Duration token_repeat_max = 32ms;
// A member that gets tokens but misses the same frame for so long is deaf, if there were some visits (protocol.md 9).
constexpr int token_timeouts_deaf = 10;
constexpr std::uint32_t visits_deaf = 100;

}  // namespace

Window& Core::window() {
  auto* recovery = std::get_if<Recovery>(&state_);
  return recovery != nullptr ? recovery->window : window_;
}

std::uint32_t Core::waiting_frames() const {
  if (const auto* recovery = std::get_if<Recovery>(&state_)) return static_cast<std::uint32_t>(recovery->owed.size());
  if (!std::holds_alternative<Operational>(state_)) return 0;
  return static_cast<std::uint32_t>(source_.waiting_frames(phase_));
}

// A token of this ring that no member could have sent is not believed.
bool Core::plausible(const Token& token) {
  const std::int32_t ahead = token.sequence.since(window().aru());
  return ahead >= 0 && ahead < static_cast<std::int32_t>(window_slots_max) && token.requests.size() <= requests_limit();
}

void Core::receive_token(Time now, const Token& token) {
  ++counters_.orf_token_rx;
  const bool ring_runs = std::holds_alternative<Operational>(state_) || std::holds_alternative<Recovery>(state_);
  if (!ring_runs || token.ring != ring_ || !before(last_hop_, token.hop) || !plausible(token)) {
    ++counters_.rx_msg_dropped;
    return;
  }
  count_unchanged(now, token);
  measure_rotation(now);
  const Sequence previous_aru = last_aru_;
  hear_aru(token);
  last_token_from_ = token.sender;
  last_token_at_ = now;
  timers_.cancel(Timer::hold_cancel_repeat);

  Token next = token;
  const std::uint32_t waiting = waiting_frames();
  const FlowLimits limits = flow_limits();
  std::uint32_t allowed = flow_.allowed(token, waiting, limits);
  // Among our nodes a full window doesn't keep back what somebody waits for: each request is served only once.
  const std::uint32_t resent = serve_requests(next, ring_of_ours() ? limits.visit_frames_max : allowed);
  if (std::optional<Notice> notice = resends_.take(now, new_members_.size())) emit(std::move(*notice));
  request_missing(next);
  cut_size_.visit(token.sequence, frame_datagrams_max());
  allowed = protect_window(next, allowed - std::min(allowed, resent));
  const std::uint32_t sent = send_frames(next, allowed);
  flow_.account(next, resent + sent, waiting);
  lower_aru(next);

  stuck_aru_visits_ = next.aru == previous_aru && next.aru_holder != NodeId{} ? stuck_aru_visits_ + 1 : 0;
  if (stuck_aru_visits_ == 0) stuck_aru_since_ = now;
  if (is_deaf(now) && next.aru_holder == identity_.self) {
    fail_to_receive(now);
    return;
  }

  last_hop_ = token.hop;
  next.hop = token.hop.next();
  next.sender = identity_.self;
  auto* recovery = std::get_if<Recovery>(&state_);
  if (recovery != nullptr && recovery_visit(*recovery, next)) install(now);
  last_token_ = std::move(next);
  if (should_hold(resent + sent)) {
    hold(now);
  } else {
    pass_token(now);
  }
  if (std::holds_alternative<Operational>(state_)) deliver_contiguous(window_.high_received());
}

void Core::count_unchanged(Time now, const Token& token) {
  if (token.sequence == last_sequence_) {
    ++unchanged_visits_;
    if (!timers_.armed(Timer::merge)) timers_.set(Timer::merge, now + parameters_.merge_interval);
  } else {
    unchanged_visits_ = 0;
    timers_.cancel(Timer::merge);
  }
  last_sequence_ = token.sequence;
  held_elsewhere_ = !is_representative() && unchanged_visits_ >= parameters_.sequence_unchanged_max;
}

// What two successive tokens showed as received is received everywhere: between them everybody could say no. One does
// not do, nor does the aru as passed on: who sends counts its own frames, before the others have seen them (protocol.md
// 7). Nobody will ask for such frames again.
void Core::hear_aru(const Token& token) {
  if (std::holds_alternative<Operational>(state_)) {
    safe_ = later(safe_, earlier(token.aru, last_aru_));
    window_.release(earlier(safe_, delivered_));
  }
  last_aru_ = token.aru;
}

std::uint32_t Core::send_frames(Token& token, std::uint32_t allowed) {
  std::uint32_t sent = 0;
  auto* recovery = std::get_if<Recovery>(&state_);
  while (sent < allowed) {
    auto frame = std::make_shared<Frame>();
    if (recovery != nullptr) {
      const auto owed = std::find_if(recovery->owed.begin(), recovery->owed.end(),
                                     [](const Recovery::Owed& candidate) { return !candidate.deferred; });
      if (owed == recovery->owed.end()) break;
      frame->encapsulated = true;
      frame->inner = owed->inner;
      recovery->owed.erase(owed);
    } else {
      std::optional<Cut> cut = source_.next(phase_, payload_bytes_max());
      if (!cut) break;
      frame->payload = std::move(cut->payload);
      frame->guarantee = cut->guarantee;
    }
    token.sequence = token.sequence.next();
    frame->originator = identity_.self;
    frame->sender = identity_.self;
    frame->sequence = token.sequence;
    frame->sender_count = sender_count_++;
    frame->ring = ring_;
    window().insert(frame);
    ++counters_.mcast_tx;
    emit(Broadcast{FramePtr{std::move(frame)}});
    ++sent;
  }
  if (recovery != nullptr) {
    for (Recovery::Owed& owed : recovery->owed) owed.deferred = false;
  }
  return sent;
}

// aru is what all have. Who is behind lowers it and owns it until it has caught up.
void Core::lower_aru(Token& token) {
  const Sequence own = window().aru();
  if (!before(own, token.aru) && token.aru_holder != identity_.self && token.aru_holder != NodeId{}) return;
  token.aru = own;
  token.aru_holder = own == token.sequence ? NodeId{} : identity_.self;
}

bool Core::is_deaf(Time now) const {
  const bool for_long = now - stuck_aru_since_ > token_timeouts_deaf * parameters_.token_timeout;
  return stuck_aru_visits_ > parameters_.fail_to_receive_visits || (for_long && stuck_aru_visits_ >= visits_deaf);
}

// Tokens come but frames don't. Only a node itself can say so: it puts itself among the failed, and the others go on.
void Core::fail_to_receive(Time now) {
  deaf_ = true;
  ++counters_.failed_to_receive;
  stuck_aru_visits_ = 0;
  merge({identity_.self}, failed_);
  enter_gather(now, Cause{.kind = Cause::Kind::failed_to_receive, .node = identity_.self, .silence = {}});
  act_on_agreement(now);
}

void Core::pass_token(Time now) {
  send_token(now);
  // A repeat is known by its hop; it costs one packet, and a token that gets lost the time of some rotations.
  if (ring_of_ours() && cut_size_.lossy() && next_member() != identity_.self) send_token(now);
  token_repeat_ = first_token_repeat();
  timers_.set(Timer::token_retransmit, now + token_repeat_);
  timers_.set(Timer::token_loss, now + parameters_.token_timeout);
}

void Core::send_token(Time now) {
  ++counters_.orf_token_tx;
  emit(Unicast{next_member(), last_token_});
  last_sent_at_ = now;
}

// A token that rested at the representative says nothing about how fast it travels, nor does one that was lost and
// repeated.
void Core::measure_rotation(Time now) {
  if (unchanged_visits_ > parameters_.sequence_unchanged_max || last_hop_ == Sequence{0xffffffff}) return;
  const Duration taken = std::min<Duration>(now - last_token_at_, rotation_ + token_repeat_min);
  rotation_ = (7 * rotation_ + taken) / 8;
}

// corosync waits token_retransmit, so one lost packet stops its ring for most of a second. A repeat is known by its hop
// and costs one packet; but a corosync counts it as a rotation without frames and holds the token early, so a ring with
// one of them, and a ring whose token rests, keep its pace.
Duration Core::first_token_repeat() const {
  const bool rests =
      held_elsewhere_ && last_token_.aru_holder == NodeId{} && !last_token_.recovering && all_delivered();
  if (!ring_of_ours() || rests) return parameters_.token_retransmit;
  return std::min(std::max<Duration>(rotations_missed * rotation_, token_repeat_min), parameters_.token_retransmit);
}

// Nothing came back in time: the last thing sent may be lost. Receivers know a repeat by its hop.
void Core::repeat_token(Time now) {
  if (const auto* commit = std::get_if<Commit>(&state_)) {
    if (!commit->waiting_for_number) repeat_commit(now, commit->token);
    return;
  }
  const auto* recovery = std::get_if<Recovery>(&state_);
  if (recovery == nullptr && !std::holds_alternative<Operational>(state_)) return;
  const bool token_seen = last_hop_ != Sequence{0xffffffff};
  if (recovery != nullptr && !recovery->first_token_sent && !token_seen) {
    repeat_commit(now, recovery->commit);
    return;
  }
  if (holding_) return;
  send_token(now);
  const Duration longest = ring_of_ours() ? std::max(token_repeat_max, token_repeat_) : parameters_.token_retransmit;
  token_repeat_ = std::min({2 * token_repeat_, longest, parameters_.token_retransmit});
  timers_.set(Timer::token_retransmit, now + token_repeat_);
}

void Core::repeat_commit(Time now, const CommitToken& token) {
  ++counters_.memb_commit_token_tx;
  emit(Unicast{next_member(), token});
  commit_repeat_ = std::min(2 * commit_repeat_, parameters_.token_retransmit);
  timers_.set(Timer::token_retransmit, now + commit_repeat_);
}

}  // namespace rondel::engine
