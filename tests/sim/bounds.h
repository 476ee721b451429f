// Bounds: how long a healed cluster may take, and how much a node may keep, computed from what the scenario is like.
#pragma once

#include <optional>
#include <string>

#include "base/time.h"
#include "machine.h"
#include "scenario.h"

namespace rondel::simulation {

// From healing to one ring of the core with its synchronisation ended.
[[nodiscard]] Duration healing_max(const Scenario&);
// From there until all that waited, so many bytes, is sent and everybody has heard everybody.
[[nodiscard]] Duration delivery_max(const Scenario&, std::size_t waiting_bytes);
// Packets that a healed ring sends in a second while nobody has anything to say.
[[nodiscard]] double idle_packets_max(const Scenario&);
// Which of its bounds a running machine has broken.
[[nodiscard]] std::optional<std::string> over_bound(const Machine&, const Scenario&);

}  // namespace rondel::simulation
