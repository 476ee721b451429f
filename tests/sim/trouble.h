// Trouble: draws faults and lets them happen to machines and network, until it is told to stop.
#pragma once

#include <memory>
#include <vector>

#include "base/random.h"
#include "machine.h"
#include "surroundings.h"

namespace rondel::simulation {

class Trouble {
 public:
  Trouble(Surroundings&, std::vector<std::unique_ptr<Machine>>&);
  void begin();
  // No further faults; what is cut is mended, what is stopped runs, what is dead boots.
  void end();

 private:
  void next();
  void happen();
  void one_way_cut();
  void pair_cut();
  void partition();
  void deafen();
  void slow_down();
  void burst();
  void pause();
  void die(std::uint32_t kind);
  void reload();
  void boot_later(Machine&);
  void cut(const std::vector<std::pair<NodeId, NodeId>>& paths);

  [[nodiscard]] Machine& any();
  [[nodiscard]] std::pair<NodeId, NodeId> any_path();
  [[nodiscard]] Duration draw(Duration low, Duration high);
  void note(Fault);

  Surroundings& surroundings_;
  std::vector<std::unique_ptr<Machine>>& machines_;
  Pcg32 random_;
  bool over_ = false;
};

}  // namespace rondel::simulation
