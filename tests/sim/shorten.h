// Shorten: finds fewer faults that break the same promise, by trying.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "scenario.h"

namespace rondel::simulation {

struct Shortened {
  std::string violation;
  std::set<std::uint32_t> faults{};
  std::size_t faults_before = 0;
  bool calm = false;                // no faults of single packets are needed
  std::optional<Duration> trouble;  // what was wished for
};

// Nothing if this seed breaks no promise. It takes as long as some hundred runs.
[[nodiscard]] std::optional<Shortened> shorten(std::uint64_t seed, const ScenarioWishes&);

}  // namespace rondel::simulation
