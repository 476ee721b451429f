// Checker 3: a living node delivers its own. Frames: all of one ring before the next regular view, in their order.
// Messages: all that were sent by lives that are still there when the cluster is quiet.
#pragma once

#include <deque>
#include <map>

#include "checkers/checker.h"

namespace rondel::simulation {

class OwnChecker final : public Checker {
 public:
  using Checker::Checker;
  void started(const Life& life) override { lives_[life] = {}; }
  void ended(const Life& life) override { lives_.erase(life); }
  void frame_sent(const Life&, const engine::Frame&) override;
  void installed(const Life&, const engine::Install&, RingNumber durable) override;
  void delivered(const Life&, const engine::Frame&) override;
  void message_sent(const MessageId&, const group::Name&, const Payload&) override;
  void message_delivered(const Life&, const group::Delivery&) override;
  void finished() override;

 private:
  struct State {
    std::deque<std::pair<RingId, Sequence>> frames;  // sent, not yet delivered
    std::optional<std::pair<RingId, Sequence>> newest;
    std::uint64_t messages_sent = 0, messages_delivered = 0;
  };
  std::map<Life, State> lives_;
};

}  // namespace rondel::simulation
