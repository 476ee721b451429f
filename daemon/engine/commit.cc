// Commit: the lowest node of the agreed set sends a commit token round. On its first rotation each member writes down
// what it has of its old ring (ring.md 3.7).
#include <algorithm>

#include "engine/core.h"

namespace rondel::engine {

namespace {

using std::chrono_literals::operator""ms;

// A lost commit token is repeated soon, then less and less often. corosync waits a whole token_retransmit (protocol.md
// 12).
constexpr Duration first_repeat = 50ms;

// Fills the entry of this rotation's next member, and takes back the "received all" of members of the same old ring
// that turn out to be behind.
void fill_entry(CommitToken& token, const CommitToken::Entry& own) {
  token.entries[token.filled] = own;
  ++token.filled;
  const auto filled = std::span{token.entries}.first(token.filled);
  Sequence highest = own.aru;
  for (const CommitToken::Entry& entry : filled) {
    if (entry.old_ring == own.old_ring) highest = later(highest, entry.aru);
  }
  for (CommitToken::Entry& entry : filled) {
    if (entry.old_ring == own.old_ring && before(entry.aru, highest)) entry.received_all = false;
  }
}

}  // namespace

void Core::create_commit_token(Time now) {
  CommitToken token;
  token.sender = identity_.self;
  token.ring = RingId{identity_.self, highest_number_ + 4};
  token.members = sorted(without(candidates_, excluded()));
  token.entries.resize(token.members.size());
  token.trailer = CommitToken::Trailer{identity_.capabilities, 0};
  enter_commit(now, std::move(token));
}

void Core::receive_commit(Time now, const CommitToken& token) {
  ++counters_.memb_commit_token_rx;
  const std::size_t count = token.members.size();
  if (std::holds_alternative<Gather>(state_)) {
    if (token.ring.number > ring_.number && token.ring.number <= ring_number_max && token.filled < count &&
        token.members[token.filled] == identity_.self && token.members.front() == token.ring.representative &&
        same_nodes(token.members, without(candidates_, excluded()))) {
      enter_commit(now, token);
      return;
    }
  } else if (const auto* commit = std::get_if<Commit>(&state_)) {
    if (token.ring == ring_ && token.filled == count && token.members == new_members_ && !commit->waiting_for_number) {
      enter_recovery(now, token);
      return;
    }
  } else if (auto* recovery = std::get_if<Recovery>(&state_)) {
    // A repeat of the first rotation's last hop has a hop of `count`; corosync takes it for the end of the second.
    if (is_representative() && !recovery->first_token_sent && token.ring == ring_ && token.filled == count &&
        token.hop.value > count) {
      send_first_token(now, *recovery);
      return;
    }
  }
  ++counters_.rx_msg_dropped;
}

void Core::enter_commit(Time now, CommitToken token) {
  if (!old_ring_saved_) {
    old_ring_ = ring_;
    old_ring_saved_ = true;
  }
  fill_entry(token, CommitToken::Entry{.old_ring = old_ring_,
                                       .aru = window_.aru(),
                                       .high_delivered = delivered_,
                                       .received_all = window_.complete()});
  if (token.trailer) {
    token.trailer->capabilities.bits &= identity_.capabilities.bits;
    ++token.trailer->marks;
  }
  past_rings_.push_back(ring_);
  if (past_rings_.size() > past_rings_max) past_rings_.pop_front();
  new_members_ = token.members;
  ring_ = token.ring;
  note_ring_number(ring_.number);
  flow_ = Flow{};
  become(Commit{.token = std::move(token), .waiting_for_number = false});
  ++counters_.commit_entered;
  timers_.cancel_all();
  timers_.set(Timer::token_loss, now + parameters_.token_timeout);
  plan_telling(now);
  send_first_rotation(now);
}

void Core::send_first_rotation(Time now) {
  auto& commit = std::get<Commit>(state_);
  // No other node may see this number of ours before it would survive a crash.
  commit.waiting_for_number = ring_.number > durable_number_;
  if (commit.waiting_for_number) {
    if (requested_number_ < ring_.number) reserve_numbers();
    return;
  }
  commit.token.sender = identity_.self;
  commit.token.hop = commit.token.hop.next();
  send_commit(now, commit.token);
}

void Core::send_commit(Time now, const CommitToken& token) {
  ++counters_.memb_commit_token_tx;
  emit(Unicast{next_member(), token});
  // Without our trailer a corosync is in the ring; a representative of its kind starts the ring's token on a repeat of
  // the last hop of the first rotation, so it gets none before its own timer would send one.
  const bool hurried = token.trailer || next_member() != ring_.representative;
  commit_repeat_ = hurried ? std::min(first_repeat, parameters_.token_retransmit) : parameters_.token_retransmit;
  timers_.set(Timer::token_retransmit, now + commit_repeat_);
}

}  // namespace rondel::engine
