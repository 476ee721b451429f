// Checker 1: messages of one ring are delivered in one order, without holes up to the transitional view. Behind it a
// hole hides only frames of senders outside the transitional set. What has one number is one frame everywhere.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "checkers/checker.h"

namespace rondel::simulation {

class OrderChecker final : public Checker {
 public:
  using Checker::Checker;
  void started(const Life& life) override { lives_[life] = {}; }
  void ended(const Life& life) override { lives_.erase(life); }
  void frame_sent(const Life&, const engine::Frame&) override;
  void installed(const Life&, const engine::Install&, RingNumber durable) override;
  void delivered(const Life&, const engine::Frame&) override;

 private:
  struct Known {
    NodeId originator;
    std::uint64_t digest = 0;
  };
  struct Ring {
    std::unordered_map<std::uint32_t, Known> frames;  // by sequence, as their originators sent them
    std::optional<Sequence> first;                    // where regular delivery begins, the same for all
  };
  struct State {
    std::optional<RingId> ring;
    std::optional<Sequence> last;
    bool behind_transitional = false;
    std::vector<NodeId> transitional;
  };
  void check_position(const Life&, const State&, Ring&, const engine::Frame&);
  void check_hole(const Life&, const State&, const Ring&, const engine::Frame&);

  std::map<RingId, Ring> rings_;
  std::map<Life, State> lives_;
};

}  // namespace rondel::simulation
