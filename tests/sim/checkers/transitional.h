// Checker 4: nodes that went from one ring to the next together delivered the same between the two regular views: the
// same frames up to the transitional view, the same behind it, and the same messages to their clients.
#pragma once

#include <map>
#include <vector>

#include "checkers/checker.h"

namespace rondel::simulation {

class TransitionalChecker final : public Checker {
 public:
  using Checker::Checker;
  void started(const Life& life) override { lives_[life] = {}; }
  void ended(const Life& life) override { lives_.erase(life); }
  void installed(const Life&, const engine::Install&, RingNumber durable) override;
  void delivered(const Life&, const engine::Frame&) override;
  void message_delivered(const Life&, const group::Delivery&) override;

 private:
  struct Story {
    std::uint64_t frames = 0, frames_hash = 0;
    std::uint64_t messages = 0, messages_hash = 0;
    bool operator==(const Story&) const = default;
  };
  struct State {
    RingId ring;
    bool behind_transitional = false;
    Story regular, transitional;
  };
  struct Passage {
    Life witness;
    State state;
    std::vector<NodeId> nodes;
  };
  std::map<Life, State> lives_;
  std::map<std::pair<RingId, RingId>, Passage> passages_;  // from, to
};

}  // namespace rondel::simulation
