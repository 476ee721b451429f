#include "driver.h"

#include <algorithm>
#include <utility>

namespace rondel {

namespace {

using std::chrono_literals::operator""ms;

// Four ticks a token timeout: a process that was away for half of it is noticed, one that was a little late isn't.
Duration tick_for(Duration token_timeout) { return std::max<Duration>(token_timeout / 4, 10ms); }

}  // namespace

Driver::Driver(runtime::EventLoop& loop, node::Node& node, Duration token_timeout, PauseHandler on_pause)
    : loop_{loop}, node_{node}, on_pause_{std::move(on_pause)}, tick_interval_{tick_for(token_timeout)} {}

Driver::~Driver() { stop(); }

void Driver::start() {
  running_ = true;
  last_run_ = runtime::now();
  node_.start(last_run_);
  leave();
  tick();
}

void Driver::stop() {
  running_ = false;
  if (tick_timer_) loop_.cancel(*std::exchange(tick_timer_, std::nullopt));
  if (timer_) loop_.cancel(*std::exchange(timer_, std::nullopt));
}

void Driver::set_token_timeout(Duration token_timeout) { tick_interval_ = tick_for(token_timeout); }

void Driver::tick() {
  tick_timer_ = loop_.at(runtime::now() + tick_interval_, [this] {
    tick_timer_.reset();
    notice_pause(runtime::now());
    leave();
    tick();
  });
}

// The tick runs at least once an interval, so a gap of two means that an interval is missing.
void Driver::notice_pause(Time now) {
  const Duration gap = now - last_run_;
  last_run_ = now;
  if (gap < 2 * tick_interval_) return;
  const Duration pause = gap - tick_interval_;
  node_.resumed(now, pause);
  on_pause_(pause);
}

Time Driver::enter() {
  const Time now = runtime::now();
  notice_pause(now);
  const std::optional<Time> deadline = node_.deadline();
  if (deadline && *deadline <= now) node_.expire(now);
  return now;
}

void Driver::leave() {
  if (!running_) return;
  const std::optional<Time> deadline = node_.deadline();
  if (!deadline) return;  // an armed timer then finds nothing due
  if (*deadline > runtime::now()) {
    arm(*deadline);
    return;
  }
  if (std::exchange(soon_, true)) return;
  loop_.post([this] {
    soon_ = false;
    if (!running_) return;
    static_cast<void>(enter());
    leave();
  });
}

// Deadlines move with every token. A timer that is early enough stays: it fires, finds nothing due and is set anew,
// which is cheaper than moving it each time.
void Driver::arm(Time deadline) {
  if (timer_ && armed_at_ <= deadline) return;
  if (timer_) loop_.cancel(*timer_);
  armed_at_ = deadline;
  timer_ = loop_.at(deadline, [this] {
    timer_.reset();
    static_cast<void>(enter());
    leave();
  });
}

void Driver::received(Time, std::span<const Packet> packets) {
  input([&](Time now) { node_.received(now, packets); });
}

void Driver::peer_changed(Time, NodeId peer, link::PeerState state) {
  input([&](Time now) { node_.peer_changed(now, peer, state); });
}

void Driver::frame_bytes_changed() { node_.frame_bytes_changed(); }

}  // namespace rondel
