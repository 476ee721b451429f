// The switchboard: inputs go to the chapter that knows what to do with them in this state (ring.md 3.24).
#include "engine/engine.h"

#include <algorithm>
#include <array>

#include "engine/core.h"

namespace rondel::engine {

namespace {

// The stored number runs ahead of the one in use by at least this many, renewed to twice as many (protocol.md 11).
constexpr std::uint64_t numbers_reserved = 256;

}  // namespace

Engine::Engine(Identity identity, const Parameters& parameters, RingNumber stored, std::uint64_t seed,
               FrameSource& source)
    : core_{std::make_unique<Core>(std::move(identity), parameters, stored, seed, source)} {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::start(Time now) { core_->start(now); }
void Engine::receive(Time now, const Message& message) { core_->receive_batch(now, {&message, 1}); }
void Engine::receive_batch(Time now, std::span<const Message> messages) { core_->receive_batch(now, messages); }
void Engine::expire(Time now) { core_->expire(now); }
void Engine::resumed(Time now, Duration pause) { core_->resumed(now, pause); }
void Engine::wake(Time now) { core_->wake(now); }
void Engine::stored(Time now, RingNumber number) { core_->stored(now, number); }
void Engine::synchronised(Time now) { core_->synchronised(now); }
void Engine::evidence(Time now, const PeerEvidence& evidence) { core_->evidence(now, evidence); }
void Engine::configure(Time /*now*/, const Parameters& parameters) { core_->configure(parameters); }
void Engine::leave(Time /*now*/) { core_->leave(); }
std::optional<Time> Engine::deadline() const { return core_->deadline(); }
void Engine::take_effects(std::vector<Effect>& out) { core_->take_effects(out); }
State Engine::state() const { return core_->state(); }
Phase Engine::phase() const { return core_->phase(); }
const View& Engine::view() const { return core_->view(); }
RingId Engine::ring() const { return core_->ring(); }
const Counters& Engine::counters() const { return core_->counters(); }
std::vector<Pair> Engine::cut_pairs() const { return core_->cut_pairs(); }
std::optional<Sequence> Engine::received(const RingId& ring) const { return core_->received(ring); }
std::size_t Engine::kept_bytes() const { return core_->kept_bytes(); }

Core::Core(Identity identity, const Parameters& parameters, RingNumber stored, std::uint64_t seed, FrameSource& source)
    : identity_{std::move(identity)},
      parameters_{parameters},
      source_{source},
      random_{seed, identity_.self.value},
      highest_number_{std::min(stored, ring_number_max)},
      durable_number_{stored},
      requested_number_{stored},
      causes_{identity_.self} {}

void Core::start(Time now) {
  // One more than stored: the ring of one that this process forms first has an id that no earlier process had.
  ring_ = RingId{identity_.self, highest_number_ + 1};
  highest_number_ = ring_.number;
  life_ = ring_.number;
  reserve_numbers();
  enter_gather(now, Cause{.kind = Cause::Kind::start, .node = identity_.self, .silence = {}});
  act_on_agreement(now);
}

void Core::receive_batch(Time now, std::span<const Message> messages) {
  while (!messages.empty() && !left_) {
    const auto joins_end = std::find_if_not(
        messages.begin(), messages.end(), [](const Message& message) { return std::holds_alternative<Join>(message); });
    const auto joins = static_cast<std::size_t>(joins_end - messages.begin());
    if (joins > 0) {
      for (const Message& message : messages.first(joins)) listen(now, message);
      process_joins(now, messages.first(joins));
    } else {
      receive(now, messages.front());
    }
    messages = messages.subspan(std::max<std::size_t>(joins, 1));
  }
}

void Core::receive(Time now, const Message& message) {
  listen(now, message);
  if (const auto* token = std::get_if<Token>(&message)) receive_token(now, *token);
  if (const auto* frame = std::get_if<FramePtr>(&message)) receive_frame(now, *frame);
  if (const auto* merge = std::get_if<MergeDetect>(&message)) receive_merge_detect(now, *merge);
  if (const auto* commit = std::get_if<CommitToken>(&message)) receive_commit(now, *commit);
  if (const auto* cancel = std::get_if<HoldCancel>(&message)) receive_hold_cancel(now, *cancel);
}

void Core::expire(Time now) {
  if (left_) return;
  while (const std::optional<Timer> due = timers_.take_due(now)) act(now, *due);
}

void Core::act(Time now, Timer timer) {
  const State at = state();
  switch (timer) {
    case Timer::join:
      if (at == State::gather && !leave_out(now)) send_join(now);
      return;
    case Timer::consensus:
      if (at == State::gather) consensus_expired(now);
      return;
    case Timer::settle:
      act_on_agreement(now);
      return;
    case Timer::merge:
      if (at != State::operational || !is_representative()) return;
      ++counters_.memb_merge_detect_tx;
      emit(Broadcast{MergeDetect{identity_.self, ring_}});
      return;
    case Timer::hold:
      if (holding_) let_go(now);
      return;
    case Timer::hold_cancel_repeat:
      repeat_hold_cancel(now);
      return;
    case Timer::token_retransmit:
      repeat_token(now);
      return;
    case Timer::token_loss:
      token_lost(now);
      return;
    case Timer::tell:
      tell_hearing(now);
      return;
  }
}

void Core::token_lost(Time now) {
  Cause cause{.kind = Cause::Kind::token_lost, .node = last_token_from_, .silence = now - last_token_at_};
  switch (state()) {
    case State::operational:
      ++counters_.operational_token_lost;
      break;
    case State::commit:
      hearing_.careful = true;
      ++counters_.commit_token_lost;
      cause = Cause{.kind = Cause::Kind::commit_lost, .node = {}, .silence = {}};
      break;
    case State::recovery:
      hearing_.careful = true;
      ++counters_.recovery_token_lost;
      cause = Cause{.kind = Cause::Kind::recovery_lost, .node = {}, .silence = {}};
      break;
    case State::gather:
      ++counters_.gather_token_lost;
      commit_token_missing(now);
      return;
  }
  enter_gather(now, cause);
  act_on_agreement(now);
}

void Core::resumed(Time now, Duration pause) {
  // Silence while this process did not run says nothing about the others (protocol.md 8).
  timers_.postpone(Timer::token_loss, pause);
  timers_.postpone(Timer::consensus, pause);
  forgive(hearing_, now, pause);
  if (auto* gather = std::get_if<Gather>(&state_)) gather->since = now;
  stuck_aru_since_ += pause;
  causes_.paused(now, pause);
}

void Core::wake(Time now) {
  if (!left_) ask_for_token(now);
}

void Core::stored(Time now, RingNumber number) {
  durable_number_ = std::max(durable_number_, number);
  requested_number_ = std::max(requested_number_, durable_number_);
  auto* commit = std::get_if<Commit>(&state_);
  if (commit != nullptr && commit->waiting_for_number && ring_.number <= durable_number_) send_first_rotation(now);
  reserve_numbers();
}

void Core::synchronised(Time now) {
  phase_ = Phase::normal;
  ask_for_token(now);
}

void Core::evidence(Time now, const PeerEvidence& evidence) {
  // Links that go up or down are hints to look closer; only a proof makes a node failed (protocol.md 8).
  if (evidence.kind == PeerEvidence::Kind::link_up) std::erase(links_down_, evidence.node);
  if (evidence.kind == PeerEvidence::Kind::link_down) merge({evidence.node}, links_down_);
  if (left_ || evidence.node == identity_.self) return;
  if (evidence.kind != PeerEvidence::Kind::process_dead) {
    note_link(now, evidence);
    return;
  }
  forget(hearing_, evidence.node);
  if (!contains(candidates_, evidence.node) || contains(failed_, evidence.node)) return;
  failed_.push_back(evidence.node);
  enter_gather(now, Cause{.kind = Cause::Kind::process_dead, .node = evidence.node, .silence = {}});
  act_on_agreement(now);
}

void Core::leave() {
  if (left_) return;
  left_ = true;
  timers_.cancel_all();
  Join goodbye{.sender = identity_.self,
               .leaving = true,
               .candidates = without(candidates_, {identity_.self}),
               .failed = without(failed_, {identity_.self}),
               .ring_number = ring_.number,
               .trailer = {}};
  goodbye.failed.push_back(identity_.self);
  ++counters_.memb_join_tx;
  emit(Broadcast{std::move(goodbye)});
}

void Core::take_effects(std::vector<Effect>& out) {
  out.insert(out.end(), std::make_move_iterator(effects_.begin()), std::make_move_iterator(effects_.end()));
  effects_.clear();
}

NodeId Core::next_member() const {
  const auto self = std::find(new_members_.begin(), new_members_.end(), identity_.self);
  ENSURE(self != new_members_.end());
  return std::next(self) == new_members_.end() ? new_members_.front() : *std::next(self);
}

void Core::note_ring_number(RingNumber number) {
  if (number <= highest_number_ || number > ring_number_max) return;
  highest_number_ = number;
  reserve_numbers();
}

void Core::reserve_numbers() {
  if (requested_number_ >= highest_number_ + numbers_reserved) return;
  requested_number_ = highest_number_ + 2 * numbers_reserved;
  emit(Store{requested_number_});
}

}  // namespace rondel::engine
