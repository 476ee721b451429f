// Driver: gives the node its time. Everything that reaches the node passes here first: a deadline that has passed is
// carried out before what came later, and a pause of this process (stopped, swapped out, a frozen virtual machine) is
// told before anything else, since it voids all evidence of silence (protocol.md 8).
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "link/link.h"
#include "node/node.h"
#include "runtime/event_loop.h"

namespace rondel {

class Driver final : public link::LinkListener {
 public:
  // How long this process didn't run although it should have.
  using PauseHandler = std::function<void(Duration)>;

  // Loop and node must outlive it.
  Driver(runtime::EventLoop&, node::Node&, Duration token_timeout, PauseHandler);
  ~Driver() override;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  void start();
  // No timer from here on.
  void stop();
  void set_token_timeout(Duration);

  // Around each input: enter() says what time it is for the node, leave() looks at its next deadline.
  [[nodiscard]] Time enter();
  void leave();
  template <typename Input>
  void input(Input&& give) {
    const Time now = enter();
    give(now);
    leave();
  }

  // link::LinkListener
  void received(Time now, std::span<const Packet>) override;
  void peer_changed(Time now, NodeId, link::PeerState) override;
  void frame_bytes_changed() override;

 private:
  void tick();
  void notice_pause(Time now);
  void arm(Time deadline);

  runtime::EventLoop& loop_;
  node::Node& node_;
  PauseHandler on_pause_;
  Duration tick_interval_;
  Time last_run_{};
  bool running_ = false;
  std::optional<runtime::EventLoop::TimerId> tick_timer_;
  std::optional<runtime::EventLoop::TimerId> timer_;  // armed for armed_at_, at or before the node's deadline
  Time armed_at_{};
  bool soon_ = false;  // a turn for a deadline that is due is on its way
};

}  // namespace rondel
