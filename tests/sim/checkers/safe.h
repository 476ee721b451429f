// Checker 5: what a node delivered as safe in its regular view every member of that view had received by then, or it
// was dead; and every member that lives on delivers it, in that view or behind its transitional view, with the same
// messages.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "checkers/checker.h"

namespace rondel::simulation {

class SafeChecker final : public Checker {
 public:
  // Up to where the living process of a node has received a ring's frames; nothing if it has none of that ring.
  using Received = std::function<std::optional<Sequence>(NodeId, const RingId&)>;

  SafeChecker(Violations& violations, Received received) : Checker{violations}, received_{std::move(received)} {}
  void started(const Life& life) override { lives_[life] = {}; }
  void ended(const Life& life) override { lives_.erase(life); }
  void installed(const Life&, const engine::Install&, RingNumber durable) override;
  void delivered(const Life&, const engine::Frame&) override;
  void message_delivered(const Life&, const group::Delivery&) override;
  void handled(const Life&, const engine::Frame&, std::span<const group::Process>) override;

 private:
  struct State {
    RingId ring;
    std::vector<NodeId> members;
    bool behind_transitional = false;
    std::uint64_t messages = 0;  // that ended in the frame being delivered
  };
  struct Ring {
    std::map<std::uint32_t, Life> safe;                  // delivered in a regular view, by sequence: who was the first
    std::map<Life, std::set<std::uint32_t>> deliveries;  // of safe frames, in whatever view
    std::map<std::uint32_t, std::pair<Life, std::uint64_t>> messages;  // in safe frames, as the first one found
    std::set<Life> gone_on;  // members that have left this ring for another one
  };
  void check_members(const Life&, const State&, Ring&, Sequence);

  Received received_;
  std::map<Life, State> lives_;
  std::map<RingId, Ring> rings_;
};

}  // namespace rondel::simulation
