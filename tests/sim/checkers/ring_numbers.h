// Checker 6: ring numbers only grow on every node, across restarts and lost files, and none is in use that is not
// durable.
#pragma once

#include <map>

#include "checkers/checker.h"

namespace rondel::simulation {

class RingNumbersChecker final : public Checker {
 public:
  using Checker::Checker;
  void installed(const Life&, const engine::Install&, RingNumber durable) override;

 private:
  std::map<NodeId, RingNumber> newest_;
};

}  // namespace rondel::simulation
