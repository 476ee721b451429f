// World: one cluster, from its seed to its end: trouble first, then healing, and then all must be well within a bound.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine.h"
#include "scenario.h"
#include "surroundings.h"
#include "trouble.h"

namespace rondel::simulation {

struct Outcome {
  std::optional<std::string> violation;
  std::uint64_t hash = 0;
  Totals totals;
  Duration simulated{}, healed_after{};
  std::deque<std::string> tail;
  std::vector<std::byte> recording;  // see RecordingWishes
};

class World {
 public:
  World(const Scenario&, Trace::Text);
  [[nodiscard]] Outcome run();

 private:
  using Condition = bool (World::*)() const;
  void watch_safe_delivery();
  void run_until(Time end);
  [[nodiscard]] bool run_until(Condition, Time end);
  void work(std::size_t index);
  void probe();
  void heal();
  void rest();
  void see_disorder_told();
  void watch_bounds();
  [[nodiscard]] std::size_t waiting_bytes() const;
  [[nodiscard]] bool united() const;
  [[nodiscard]] bool heard() const;
  [[nodiscard]] std::string why_not_united() const;

  const Scenario& scenario_;
  Surroundings surroundings_;
  std::vector<std::unique_ptr<Machine>> machines_;
  std::vector<Machine*> core_;  // those that are healed
  Trouble trouble_;
  std::vector<Pcg32> random_;  // of each machine's work
  Duration healed_after_{};
  bool working_ = true;
  bool probing_ = false;
};

}  // namespace rondel::simulation
