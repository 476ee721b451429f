// Hold: the representative of an idle ring keeps the token for a while instead of letting it spin, and lets go when
// somebody has something to send (ring.md 3.17, 10.10; protocol.md 12).
#include <algorithm>

#include "engine/core.h"

namespace rondel::engine {

namespace {

using std::chrono_literals::operator""ms;

constexpr Duration first_cancel_repeat = 2ms;
constexpr std::uint32_t cancel_repeats_max = 6;
// A token sent longer ago than this, and asked for, may have been lost.
constexpr Duration token_surely_back = 2ms;

}  // namespace

// Never with frames waiting, a member behind or a recovery going on: corosync did, and 28 frames lay there for 685 ms.
// A node alone has nobody to wait for: it holds as soon as its frames are released. What this visit will deliver as
// safe the others deliver at their next one, so before that, too, the token goes on.
bool Core::should_hold(std::uint32_t sent) const {
  const bool alone = new_members_.size() == 1 && std::holds_alternative<Operational>(state_);
  const std::uint32_t unchanged_max = alone ? 2 : parameters_.sequence_unchanged_max;
  return is_representative() && unchanged_visits_ > unchanged_max && sent == 0 && last_token_.requests.empty() &&
         !last_token_.recovering && waiting_frames() == 0 && all_delivered();
}

void Core::hold(Time now) {
  holding_ = true;
  timers_.cancel(Timer::token_retransmit);
  timers_.set(Timer::hold, now + parameters_.hold);
  timers_.set(Timer::token_loss, now + parameters_.token_timeout);
}

// The visit goes on where it stopped: what has come to be sent meanwhile goes out first.
void Core::let_go(Time now) {
  holding_ = false;
  timers_.cancel(Timer::hold);
  const std::uint32_t waiting = waiting_frames();
  if (waiting > 0) {
    std::uint32_t allowed = flow_.allowed(last_token_, waiting, flow_limits());
    allowed = protect_window(last_token_, allowed);
    const std::uint32_t sent = send_frames(last_token_, allowed);
    flow_.account(last_token_, flow_.sent_last_visit + sent, waiting);
    lower_aru(last_token_);
  }
  pass_token(now);
  if (std::holds_alternative<Operational>(state_)) deliver_contiguous(window_.high_received());
}

void Core::receive_hold_cancel(Time now, const HoldCancel& cancel) {
  ++counters_.token_hold_cancel_rx;
  if (cancel.ring != ring_) {
    ++counters_.rx_msg_dropped;
    return;
  }
  unchanged_visits_ = 0;
  if (!is_representative()) return;
  if (holding_) {
    let_go(now);
  } else if (now - last_sent_at_ > token_surely_back) {
    repeat_token(now);
  }
}

void Core::ask_for_token(Time now) {
  if (waiting_frames() == 0) return;
  if (holding_) {
    unchanged_visits_ = 0;
    let_go(now);
  } else if (held_elsewhere_) {
    held_elsewhere_ = false;
    hold_cancel_interval_ = first_cancel_repeat;
    hold_cancels_left_ = cancel_repeats_max + 1;
    repeat_hold_cancel(now);
  }
}

void Core::repeat_hold_cancel(Time now) {
  if (hold_cancels_left_ == 0 || new_members_.size() < 2 || waiting_frames() == 0) return;
  --hold_cancels_left_;
  ++counters_.token_hold_cancel_tx;
  emit(Broadcast{HoldCancel{identity_.self, ring_}});
  timers_.set(Timer::hold_cancel_repeat, now + hold_cancel_interval_);
  hold_cancel_interval_ *= 2;
}

}  // namespace rondel::engine
