// Summary: what many runs came to, for whoever wants to know whether the simulator still makes all the trouble it can.
#pragma once

#include <cstdint>
#include <string>

#include "world.h"

namespace rondel::simulation {

class Summary {
 public:
  void add(const Outcome&);
  [[nodiscard]] std::string text(double cpu_seconds) const;
  // Fault kinds and state changes that should have occurred and did not.
  [[nodiscard]] std::string missing() const;

 private:
  std::uint64_t runs_ = 0;
  Totals totals_;
  Duration simulated_{}, slowest_healing_{};
};

}  // namespace rondel::simulation
