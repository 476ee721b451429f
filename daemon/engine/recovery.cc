// Recovery: the commit token's second rotation told everybody what each has. The new ring runs, and members that come
// from one old ring give each other its missing frames, inside frames of the new ring (ring.md 3.8 to 3.11, protocol.md
// 5).
#include <algorithm>

#include "engine/core.h"

namespace rondel::engine {

void Core::enter_recovery(Time now, const CommitToken& token) {
  Recovery recovery;
  recovery.window = Window{parameters_.ring_begins};
  recovery.commit = token;
  recovery.commit.sender = identity_.self;
  recovery.commit.hop = token.hop.next();

  const bool all_marked = token.trailer && token.trailer->marks == token.members.size();
  ring_capabilities_ = all_marked ? token.trailer->capabilities : Capabilities{};

  // Who comes from this node's old ring. A fresh node has no members yet: not even itself.
  transitional_.clear();
  Sequence low = window_.high_received();
  recovery.delivered_by_one = delivered_;
  for (std::size_t i = 0; i < token.members.size(); ++i) {
    if (!contains(members_, token.members[i]) || token.entries[i].old_ring != old_ring_) continue;
    transitional_.push_back(token.members[i]);
    low = earlier(low, token.entries[i].aru);
    recovery.delivered_by_one = later(recovery.delivered_by_one, token.entries[i].high_delivered);
  }

  // What somebody of them may lack. Who is lower and surely has a frame sends it first; we keep it as owed until its
  // copy is seen, and send it ourselves a rotation later.
  low = later(low, window_.released());
  if (!transitional_.empty()) {
    for (Sequence at = low.next(); up_to(at, window_.high_received()); at = at.next()) {
      const FramePtr frame = window_.find(at);
      if (!frame) continue;
      bool deferred = false;
      for (std::size_t i = 0; i < token.members.size() && token.members[i] < identity_.self; ++i) {
        deferred = deferred || (contains(transitional_, token.members[i]) && up_to(at, token.entries[i].aru));
      }
      recovery.owed.push_back(Recovery::Owed{frame, deferred});
    }
  }

  become(std::move(recovery));
  ++counters_.recovery_entered;
  last_hop_ = Sequence{0xffffffff};
  last_aru_ = last_sequence_ = parameters_.ring_begins;
  unchanged_visits_ = 0;
  rotation_ = Duration::zero();
  stuck_aru_visits_ = 0;
  stuck_aru_since_ = now;
  cut_size_ = CutSize{.since = parameters_.ring_begins, .counted = parameters_.ring_begins};
  timers_.set(Timer::token_loss, now + parameters_.token_timeout);
  send_commit(now, std::get<Recovery>(state_).commit);
}

// The commit token is back at the representative for the third time: everybody is in recovery.
void Core::send_first_token(Time now, Recovery& recovery) {
  recovery.first_token_sent = true;
  recovery.raised_flag = !recovery.owed.empty();
  last_token_ = Token{};
  last_token_.sender = identity_.self;
  last_token_.sequence = parameters_.ring_begins;
  last_token_.aru = parameters_.ring_begins - 1;
  last_token_.aru_holder = identity_.self;
  last_token_.ring = ring_;
  last_token_.recovering = recovery.raised_flag;
  last_token_at_ = now;
  last_token_from_ = identity_.self;
  pass_token(now);
}

// Somebody sent a frame of the old ring. If we owe the same, it is now on the new ring and anybody can resend it.
void Core::copy_seen(Recovery& recovery, const Frame& frame) {
  if (!frame.inner || frame.inner->ring != old_ring_) return;
  std::erase_if(recovery.owed,
                [&](const Recovery::Owed& owed) { return owed.inner->sequence == frame.inner->sequence; });
}

// Ready to install when the flag was down for three visits in a row, all frames sent until the second of them have
// reached everybody, and this was so twice.
bool Core::recovery_visit(Recovery& recovery, Token& token) {
  if (!recovery.owed.empty()) {
    if (!token.recovering) {
      token.recovering = true;
      recovery.raised_flag = true;
    }
  } else if (token.recovering && recovery.raised_flag) {
    token.recovering = false;
    recovery.raised_flag = false;
  }
  recovery.quiet_visits = token.recovering ? 0 : recovery.quiet_visits + 1;
  if (recovery.quiet_visits == 2) recovery.install_sequence = token.sequence;
  const bool complete = recovery.quiet_visits >= 3 && up_to(recovery.install_sequence, token.aru);
  recovery.complete_visits = complete ? recovery.complete_visits + 1 : 0;
  return recovery.complete_visits == 2;
}

}  // namespace rondel::engine
