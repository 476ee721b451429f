// Gather: nodes tell each other whom they want in the ring and whom they think failed, until all of a set say the same
// (ring.md 3.2 to 3.6, protocol.md 4).
#include <algorithm>

#include "engine/core.h"

namespace rondel::engine {

namespace {

using std::chrono_literals::operator""ms;

constexpr Duration settle_time = 10ms;
constexpr Duration settle_time_max = 50ms;  // from leaving the last ring on

}  // namespace

void Core::enter_gather(Time now, const Cause& cause) {
  if (causes_.empty()) causes_.out_of_ring(now, parameters_.token_timeout);
  causes_.add(cause);
  const bool again = std::holds_alternative<Gather>(state_);
  const Time since = again ? std::get<Gather>(state_).since : now;
  // Joins heard in this gather still tell what their senders want; those of an earlier attempt are stale.
  become(again ? std::move(std::get<Gather>(state_)) : Gather{});
  auto& gather = std::get<Gather>(state_);
  gather.since = since;
  gather.news = now;
  ++counters_.gather_entered;
  merge({identity_.self}, candidates_);
  holding_ = false;
  held_elsewhere_ = false;
  timers_.cancel_all();
  timers_.set(Timer::consensus, now + parameters_.consensus_timeout);
  choose_apart(now);
  recompute_consensus();
  if (parameters_.send_join_spread > Duration::zero()) {
    const auto spread_us = std::chrono::duration_cast<std::chrono::microseconds>(parameters_.send_join_spread).count();
    timers_.set(Timer::join, now + std::chrono::microseconds{random_.below(static_cast<std::uint32_t>(spread_us))});
  } else {
    send_join(now);
  }
}

void Core::send_join(Time now) {
  ++counters_.memb_join_tx;
  emit(Broadcast{Join{.sender = identity_.self,
                      .leaving = false,
                      .candidates = candidates_,
                      .failed = excluded(),
                      .ring_number = ring_.number,
                      .trailer = Join::Trailer{.version = identity_.version,
                                               .capabilities = identity_.capabilities,
                                               .reports = reports(now),
                                               .apart = hearing_.apart,
                                               .causes = causes_.all()}}});
  timers_.set(Timer::join, now + parameters_.join_interval);
}

// Whom a join's sender has condemned. Those that it only leaves out are not its to judge: everybody finds out by what
// is known of who hears whom.
NodeList condemned_by(const Join& join) {
  return join.trailer ? without(join.failed, join.trailer->apart) : join.failed;
}

// Several joins that arrived together are merged before gather is entered, once.
void Core::process_joins(Time now, std::span<const Message> joins) {
  std::vector<const Join*> heeded;
  std::optional<Cause> cause;
  for (const Message& message : joins) {
    const Join& join = std::get<Join>(message);
    ++counters_.memb_join_rx;
    note_ring_number(join.ring_number);
    if (join.sender == identity_.self || (heeded.empty() && !heeds(now, join))) {
      ++counters_.rx_msg_dropped;
      continue;
    }
    if (heeded.empty() && (state() == State::commit || state() == State::recovery)) {
      // The ring being formed was agreed on: what was quarrelled about before is settled, as if it had been installed.
      // Old lists of failed nodes, spread again from here, could tear one ring after the other.
      candidates_ = new_members_;
      failed_.clear();
    }
    heeded.push_back(&join);
    const bool list_changed = merge_join(join);
    if (cause || (!list_changed && state() == State::gather)) continue;
    cause = cause_of(now, join);
  }
  if (heeded.empty()) return;
  if (cause) enter_gather(now, *cause);
  for (const Join* join : heeded) causes_.explain(*join, failed_);
  auto& gather = std::get<Gather>(state_);
  for (const Join* join : heeded) {
    if (join->leaving) {
      gather.joins.erase(join->sender);
    } else {
      gather.joins.insert_or_assign(join->sender, Gather::Heard{*join, now});
    }
  }
  recompute_consensus();
  act_on_agreement(now);
}

// Why a join takes this node out of its ring, or back to the beginning of gather.
Cause Core::cause_of(Time now, const Join& join) const {
  if (join.leaving) return {.kind = Cause::Kind::left, .node = join.sender};
  if (contains(join.failed, join.sender)) return {.kind = Cause::Kind::failed_to_receive, .node = join.sender};
  // Members that talk on their way to the next ring are no news.
  if (!causes_.empty() && contains(members_, join.sender)) return causes_.all().front();
  const std::optional<Cause> told = told_cause(join, members_, identity_.self);
  // A member of the running ring asks because the token is lost; here its timer was just not the first. Who saw the
  // token clearly later knows more about where it went.
  const Duration silence = now - last_token_at_;
  const bool lost_here =
      state() == State::operational && join.ring_number == ring_.number && silence > parameters_.token_timeout / 2;
  if (lost_here &&
      (!told || (told->kind == Cause::Kind::token_lost && silence < told->silence + parameters_.join_interval))) {
    return {.kind = Cause::Kind::token_lost, .node = last_token_from_, .silence = silence};
  }
  return told.value_or(Cause{.kind = Cause::Kind::joined, .node = join.sender});
}

// A node of another ring that has condemned somebody will not agree with us, who do not take its word for it: such
// joins would only spread its quarrel, for ever if several nodes do so in turn. It comes back by a merge once its own
// ring is formed.
bool Core::heeds(Time now, const Join& join) const {
  switch (state()) {
    case State::gather:
      return contains(candidates_, join.sender) || is_subset(condemned_by(join), failed_);
    case State::operational:
      if (contains(join.failed, identity_.self)) return false;
      if (contains(members_, join.sender)) return join.ring_number >= ring_.number;
      return condemned_by(join).empty() && !quarantined(now, join.sender);
    case State::commit:
      return contains(new_members_, join.sender) && (join.ring_number >= ring_.number || moved_on(join));
    case State::recovery:
      return contains(new_members_, join.sender) && join.ring_number >= ring_.number;
  }
  return false;
}

// A member that the commit token has yet to reach wants more than what was agreed on: it will refuse the token.
// corosync takes its join for an old one and waits a token timeout for a ring that nobody can form.
bool Core::moved_on(const Join& join) const {
  return identity_.self < join.sender &&
         !(is_subset(join.candidates, candidates_) && is_subset(condemned_by(join), failed_));
}

// True if the join brought new information into the lists.
bool Core::merge_join(const Join& join) {
  const NodeList condemned = condemned_by(join);
  if (is_subset(join.candidates, candidates_) && is_subset(condemned, failed_)) return false;
  if (contains(failed_, join.sender) || contains(hearing_.apart, join.sender)) return false;
  // What would not fit into a join of ours is not taken over.
  NodeList wanted = candidates_;
  bool changed = merge(join.candidates, wanted);
  if (wanted.size() > members_max) return false;
  candidates_ = std::move(wanted);
  if (contains(condemned, identity_.self)) {
    // It excludes us: we exclude it.
    changed = merge({join.sender}, failed_) || changed;
  } else if (contains(members_, join.sender)) {
    NodeList failed = failed_;
    if (merge(condemned, failed) && failed.size() <= members_max) {
      failed_ = std::move(failed);
      changed = true;
    }
  }
  // Another ring's list of failed nodes is not ours to take: who is silent here too will be found out by the timer.
  return changed;
}

void Core::recompute_consensus() {
  auto& gather = std::get<Gather>(state_);
  const NodeList failed = excluded();
  gather.consensus = {identity_.self};
  for (const auto& [node, heard] : gather.joins) {
    if (!same_nodes(heard.join.candidates, candidates_) || !same_nodes(heard.join.failed, failed)) continue;
    gather.consensus.insert(node);
    gather.disagreed.erase(node);
  }
}

bool Core::agreed(Time now) const {
  const auto& gather = std::get<Gather>(state_);
  const NodeList set = without(candidates_, excluded());
  return std::all_of(set.begin(), set.end(), [&](NodeId node) { return gather.consensus.contains(node); }) &&
         proven(now, set);
}

void Core::act_on_agreement(Time now) {
  if (!std::holds_alternative<Gather>(state_) || !agreed(now)) return;
  if (deaf_) {
    // All others go on without this node, as it asked: it forms a ring of its own and comes back by a merge.
    form_own_ring(now);
    return;
  }
  const NodeList set = sorted(without(candidates_, excluded()));
  if (!set.empty() && set.front() == identity_.self && !newcomers_settle(now)) create_commit_token(now);
}

// Nodes that are started together come one by one: without a pause sixteen of them form sixteen rings, one larger than
// the other. So a ring with newcomers is formed once nobody new has been heard for a moment. Nobody waits where nodes
// only went: a failover is as quick as it can be.
bool Core::newcomers_settle(Time now) {
  const auto& gather = std::get<Gather>(state_);
  const NodeList newcomers = without(without(candidates_, excluded()), members_);
  if (same_nodes(newcomers, {identity_.self}) || newcomers.empty()) return false;
  const Time settled = std::min(gather.news + settle_time, gather.since + settle_time_max);
  if (now >= settled) return false;
  timers_.set(Timer::settle, settled);
  return true;
}

void Core::form_own_ring(Time now) {
  deaf_ = false;
  candidates_ = {identity_.self};
  failed_.clear();
  hearing_.apart.clear();
  create_commit_token(now);
}

void Core::consensus_expired(Time now) {
  auto& gather = std::get<Gather>(state_);
  const NodeList set = without(candidates_, excluded());
  if (std::all_of(set.begin(), set.end(), [&](NodeId node) { return gather.consensus.contains(node); })) {
    // The lowest node should have sent a commit token. Ask everybody again, and wait for it a token timeout long.
    gather.joins.clear();
    recompute_consensus();
    timers_.set(Timer::token_loss, now + parameters_.token_timeout);
    return;
  }
  ++counters_.consensus_timeouts;
  if (deaf_) {
    // It cannot hear that the others go on without it.
    form_own_ring(now);
    return;
  }
  const Duration recent = std::max(3 * parameters_.join_interval, parameters_.consensus_timeout / 4);
  NodeList condemned;
  const bool rumours_count = rule_holds(now);
  for (const NodeId node : set) {
    if (gather.consensus.contains(node)) continue;
    const auto heard = gather.joins.find(node);
    const bool silent = (heard == gather.joins.end() || now - heard->second.at > recent) &&
                        !(rumours_count && reports_within(hearing_, node, recent, now));
    // Who talks but disagrees gets one more consensus time: its lists may be about to converge.
    if (silent || !gather.disagreed.insert(node).second) condemned.push_back(node);
  }
  merge(condemned, failed_);
  enter_gather(now, cause_of_silence(condemned));
  act_on_agreement(now);
}

// Notes why each of them is called failed, so that the next join can tell it; the last one is the caller's.
Cause Core::cause_of_silence(const NodeList& condemned) {
  Cause cause{.kind = Cause::Kind::consensus_timeout};
  for (const NodeId node : condemned) {
    const bool unreachable = contains(links_down_, node);
    cause = {.kind = unreachable ? Cause::Kind::link_down : Cause::Kind::consensus_timeout, .node = node};
    causes_.add(cause);
  }
  return cause;
}

void Core::commit_token_missing(Time now) {
  const std::uint64_t entered = counters_.gather_entered;
  consensus_expired(now);
  auto* gather = std::get_if<Gather>(&state_);
  if (gather == nullptr || counters_.gather_entered != entered) return;
  gather->joins.clear();
  enter_gather(now, Cause{.kind = Cause::Kind::commit_lost, .node = {}, .silence = {}});
  act_on_agreement(now);
}

// A frame or a merge detect of a ring that is not ours.
void Core::foreign_ring(Time now, NodeId sender, const RingId& ring) {
  note_ring_number(ring.number);
  if (quarantined(now, sender)) {
    ++counters_.quarantined;
    return;
  }
  const bool room = candidates_.size() < members_max || contains(candidates_, sender);
  switch (state()) {
    case State::operational:
      // Late messages of rings this node has left, from a node that is with us now, would re-form a healthy ring.
      if (contains(members_, sender) && std::find(past_rings_.begin(), past_rings_.end(), ring) != past_rings_.end()) {
        ++counters_.late_old_ring_messages;
        return;
      }
      if (!room) return;
      merge({sender}, candidates_);
      break;
    case State::gather:
      if (!room || !merge({sender}, candidates_)) return;
      break;
    case State::commit:
    case State::recovery:
      ++counters_.rx_msg_dropped;
      return;
  }
  enter_gather(now, Cause{.kind = Cause::Kind::merge, .node = sender, .silence = {}});
  act_on_agreement(now);
}

}  // namespace rondel::engine
