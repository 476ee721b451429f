// Quarantine: when some nodes do not hear each other though others hear them all, those that do go together, and what
// the others send does not break up their ring again until a packet has passed between the two that could not talk
// (protocol.md 10; the rule and why it ends well are in ARCHITECTURE.md).
#include <algorithm>

#include "engine/core.h"

namespace rondel::engine {

namespace {

using std::chrono_literals::operator""ms;

// News about a cut pair is told at once, but not more often than this.
constexpr Duration tell_gap = 100ms;
constexpr Duration twin_told_again = 60s;
// A running ring is left because of a pair that has been cut for so long. Links that come up one after the other when a
// network heals cost no further change.
constexpr Duration leave_after = 1000ms;

// Who sent this packet itself. Frames are no proof: anybody may send them again.
struct Sender {
  NodeId operator()(const Token& token) const { return token.sender; }
  NodeId operator()(const FramePtr& /*frame*/) const { return {}; }
  NodeId operator()(const MergeDetect& merge) const { return merge.sender; }
  NodeId operator()(const Join& join) const { return join.sender; }
  NodeId operator()(const CommitToken& token) const { return token.sender; }
  NodeId operator()(const HoldCancel& cancel) const { return cancel.sender; }
};

const std::vector<Report>* reports_of(const Message& message) {
  if (const auto* join = std::get_if<Join>(&message)) return join->trailer ? &join->trailer->reports : nullptr;
  if (const auto* merge = std::get_if<MergeDetect>(&message)) return &merge->reports;
  return nullptr;
}

}  // namespace

// Before anything else is done about a message: who sent it, and what it says about who hears whom.
void Core::listen(Time now, const Message& message) {
  const NodeId sender = std::visit(Sender{}, message);
  if (sender == identity_.self) note_twin(now, message);
  if (sender == NodeId{} || sender == identity_.self) return;
  const auto* join = std::get_if<Join>(&message);
  if (join != nullptr && join->leaving) {
    forget(hearing_, sender);
    std::erase_if(hearing_.cut,
                  [&](const auto& entry) { return entry.first.low == sender || entry.first.high == sender; });
    return;
  }
  const bool was_cut = hearing_.cut.contains(pair_of(identity_.self, sender)) && !hearing_.heard.contains(sender);
  hear(hearing_, sender, now);
  const std::vector<Report>* reports = reports_of(message);
  if (reports != nullptr && !reports->empty()) {
    note_twins(hearing_, sender, *reports, notices_);
    learn(hearing_, identity_.self, *reports, Pace{parameters_}, now, notices_);
    emit_notices();
    plan_telling(now);
    leave_cut_ring(now);
  }
  if (was_cut && state() == State::operational) timers_.set(Timer::tell, std::max(now, hearing_.told_at + tell_gap));
}

// Own joins and merge detects come back from nobody: another node has sent this one.
void Core::note_twin(Time now, const Message& message) {
  if (!std::holds_alternative<Join>(message) && !std::holds_alternative<MergeDetect>(message)) return;
  if (twin_told_ && now - *twin_told_ < twin_told_again) return;
  twin_told_ = now;
  emit(Notice{.kind = Notice::Kind::id_used_twice, .node = identity_.self});
}

void Core::note_link(Time now, const PeerEvidence& evidence) {
  if (evidence.kind == PeerEvidence::Kind::link_down) {
    links_down(hearing_, evidence.node);
    plan_telling(now);
    return;
  }
  std::erase(hearing_.down, evidence.node);
  // The other one can be told now that it is heard, or heard.
  if (state() == State::operational && hearing_.cut.contains(pair_of(identity_.self, evidence.node))) {
    timers_.set(Timer::tell, std::max(now, hearing_.told_at + tell_gap));
  }
}

void Core::emit_notices() {
  for (Notice& notice : notices_) emit(std::move(notice));
  notices_.clear();
}

std::vector<Report> Core::reports(Time now) {
  Speaker speaker{.self = identity_.self, .life = life_, .talks = {}, .mixed = is_mixed(), .down = members_};
  merge(candidates_, speaker.down);
  if (const auto* gather = std::get_if<Gather>(&state_)) speaker.talks = now - gather->since;
  // Who was silent for a while, in a commit that took long, must be heard anew before its silence counts.
  if (!hearing_.tells_since || now - hearing_.told_at > 2 * tell_interval) hearing_.tells_since = now;
  std::vector<Report> told = tell(hearing_, speaker, Pace{parameters_}, now, notices_);
  emit_notices();
  return told;
}

// In gather the joins tell. In commit and recovery it would say that a ring exists which does not yet.
void Core::tell_hearing(Time now) {
  if (state() == State::operational) {
    ++counters_.memb_merge_detect_tx;
    std::vector<Report> told = reports(now);
    emit(Broadcast{MergeDetect{.sender = identity_.self, .ring = ring_, .reports = std::move(told)}});
  }
  plan_telling(now);
  leave_cut_ring(now);
}

// A ring in which neighbours do not hear each other loses its token, or if it is the other direction the frames that
// the next node sends again: it cannot go on. Other pairs get each other's frames from somebody else, and the ring is
// kept: better a slow member than none.
void Core::leave_cut_ring(Time now) {
  if (state() != State::operational || hearing_.cut.empty() || !rule_holds(now)) return;
  for (std::size_t at = 0; at < members_.size(); ++at) {
    const Pair pair = pair_of(members_[at], members_[(at + 1) % members_.size()]);
    const auto cut = hearing_.cut.find(pair);
    if (cut == hearing_.cut.end() || now - cut->second.since < leave_after) continue;
    hearing_.careful = true;  // trying would only show the same again
    enter_gather(now,
                 Cause{.kind = Cause::Kind::partly_connected, .node = pair.low, .silence = {}, .other = pair.high});
    act_on_agreement(now);
    return;
  }
}

void Core::plan_telling(Time now) {
  if (state() == State::gather || left_) return;
  const bool member_lost =
      std::any_of(members_.begin(), members_.end(), [&](NodeId node) { return contains(hearing_.down, node); });
  if (!member_lost && !in_doubt(hearing_, now)) {
    timers_.cancel(Timer::tell);
    hearing_.tells_since.reset();
  } else if (!timers_.armed(Timer::tell)) {
    const Time last = state() == State::operational ? hearing_.told_at : now;
    timers_.set(Timer::tell, std::max(now, last + tell_interval));
  }
}

// A node without reports, a corosync, is near: its rules hold for all, since it follows no others.
bool Core::is_mixed() const {
  if (members_.size() > 1 && view_.capabilities.bits == 0) return true;
  const auto* gather = std::get_if<Gather>(&state_);
  return gather != nullptr && std::any_of(gather->joins.begin(), gather->joins.end(), [&](const auto& entry) {
           return !entry.second.join.trailer && contains(candidates_, entry.first) && !contains(failed_, entry.first);
         });
}

bool Core::rule_holds(Time now) const { return !is_mixed() && !mixed(hearing_, now); }

// The candidates that are alive but not in this node's set. Who is in it is a candidate, whether it asked or not.
void Core::choose_apart(Time now) {
  hearing_.apart.clear();
  const Pairs cut = rondel::engine::cut_pairs(hearing_, Pace{parameters_}.settle, Pace{parameters_}, now);
  if (cut.empty() || contains(failed_, identity_.self) || !rule_holds(now)) return;
  NodeList nodes = candidates_;
  merge(reporters(hearing_, now), nodes);
  nodes = without(nodes, failed_);
  const NodeList set = set_of(identity_.self, nodes, cut);
  NodeList wanted = candidates_;
  merge(set, wanted);
  if (wanted.size() > members_max) return;
  candidates_ = std::move(wanted);
  hearing_.apart = without(without(candidates_, failed_), set);
}

// At every join: what has been learnt since the last one may change who goes together.
bool Core::leave_out(Time now) {
  const NodeList apart = hearing_.apart;
  const std::size_t wanted = candidates_.size();
  choose_apart(now);
  if (same_nodes(apart, hearing_.apart) && wanted == candidates_.size()) return false;
  enter_gather(now, Cause{.kind = Cause::Kind::joined, .node = identity_.self, .silence = {}});
  act_on_agreement(now);
  return true;
}

// A node that could only be with this one without some of those that are now.
bool Core::quarantined(Time now, NodeId sender) const {
  if (hearing_.cut.empty() || !rule_holds(now)) return false;
  NodeList nodes = std::holds_alternative<Gather>(state_) ? candidates_ : members_;
  merge(reporters(hearing_, now), nodes);
  nodes = without(nodes, failed_);
  merge({identity_.self, sender}, nodes);
  return !contains(set_of(identity_.self, nodes, rondel::engine::cut_pairs(hearing_, Duration::zero(), Pace{parameters_}, now)), sender);
}

// Whether these can form a ring. Normally that is found out by trying; but not while a link is known to be down, and
// once trying has failed all must have heard all others.
bool Core::proven(Time now, const NodeList& set) const {
  if (!rule_holds(now)) return true;
  return std::none_of(set.begin(), set.end(), [&](NodeId listener) {
    const auto known = hearing_.reports.find(listener);
    if (known == hearing_.reports.end()) return false;
    return std::any_of(set.begin(), set.end(), [&](NodeId speaker) {
      if (speaker == listener) return false;
      if (listener == identity_.self) return contains(hearing_.down, speaker);
      const Hearing hearing = known->second.report.of(speaker);
      return hearing == Hearing::down || (hearing_.careful && hearing != Hearing::lively);
    });
  });
}

NodeList Core::excluded() const {
  NodeList nodes = failed_;
  merge(hearing_.apart, nodes);
  return nodes;
}

std::optional<Cause> Core::cause_of_split() const {
  for (const auto& [pair, unused] : hearing_.cut) {
    for (const auto& [in, out] : {std::pair{pair.low, pair.high}, std::pair{pair.high, pair.low}}) {
      if (!contains(new_members_, in) || !contains(members_, out) || !contains(hearing_.apart, out)) continue;
      return Cause{.kind = Cause::Kind::partly_connected, .node = in, .silence = {}, .other = out};
    }
  }
  return std::nullopt;
}

std::vector<Pair> Core::cut_pairs() const {
  std::vector<Pair> pairs;
  for (const auto& [pair, unused] : hearing_.cut) pairs.push_back(pair);
  return pairs;
}

}  // namespace rondel::engine
