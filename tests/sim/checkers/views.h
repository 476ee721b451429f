// Views hold together: one ring id has one membership and one set of capabilities on all its members, and the lists of
// a view say the same as the view before it.
#pragma once

#include <map>
#include <vector>

#include "checkers/checker.h"

namespace rondel::simulation {

class ViewsChecker final : public Checker {
 public:
  using Checker::Checker;
  void started(const Life& life) override { lives_[life] = {}; }
  void ended(const Life& life) override { lives_.erase(life); }
  void installed(const Life&, const engine::Install&, RingNumber durable) override;

 private:
  struct Ring {
    Life witness;
    std::vector<NodeId> members;
    engine::Capabilities capabilities;
  };
  struct State {
    std::vector<NodeId> members;  // of the last regular view
    std::optional<engine::View> transitional;
  };
  void check_lists(const Life&, const State&, const engine::View&);
  void check_ring(const Life&, const engine::View&);

  std::map<RingId, Ring> rings_;
  std::map<Life, State> lives_;
};

}  // namespace rondel::simulation
