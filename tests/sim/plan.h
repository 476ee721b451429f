// Plan: the faults of one run, all drawn from the seed before it begins. So one of them can be left out while the
// others stay what they are, which is how a failing run is shortened.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/random.h"
#include "base/time.h"
#include "faults.h"

namespace rondel::simulation {

struct Scenario;

struct PlannedFault {
  std::uint32_t number = 0;  // from 1
  Time at{};
  Fault kind{};
  NodeId node{};                                   // whom it strikes
  std::vector<std::pair<NodeId, NodeId>> paths{};  // from whom to whom
  Duration lasts{};                                // until it ends; a dead node boots then
  Duration by{};                                   // delay: at most so much; clock_leap: so far
  std::uint32_t amount = 0;                        // of what the kind counts: effects, packets, bytes
  Fault file{};                                    // lost_file or corrupt_file while a node is dead; else loss: neither
};

using Plan = std::vector<PlannedFault>;

[[nodiscard]] Plan draw_plan(const Scenario&);
// "3: 412 ms: pair cut 1-2 for 80 ms".
[[nodiscard]] std::string to_string(const PlannedFault&);

}  // namespace rondel::simulation
