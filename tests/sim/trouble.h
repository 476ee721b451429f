// Trouble: lets the planned faults happen to machines and network, until it is told to stop.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "machine.h"
#include "plan.h"
#include "surroundings.h"

namespace rondel::simulation {

class Trouble {
 public:
  Trouble(Surroundings&, std::vector<std::unique_ptr<Machine>>&);
  void begin();
  // No further faults. The core is healed and left alone: what is cut in it is mended, what is stopped runs, what is
  // dead boots. The others stay as they are, and nothing passes between them and the core.
  void end(const std::set<NodeId>& core);

 private:
  void happen(const PlannedFault&);
  void cut(const PlannedFault&);
  void on_paths(const PlannedFault&);
  void pause(const PlannedFault&);
  void die(const PlannedFault&);
  void boot_later(Machine&, const PlannedFault&);
  void reload(const PlannedFault&);
  void false_alarm(const PlannedFault&);
  void mistake_mtu(const PlannedFault&);

  // Behind the fault's end, unless all is over by then.
  template <typename Action>
  void afterwards(const PlannedFault&, Action);
  [[nodiscard]] Machine& machine(NodeId);
  void note(Fault);

  Surroundings& surroundings_;
  std::vector<std::unique_ptr<Machine>>& machines_;
  bool over_ = false;
};

}  // namespace rondel::simulation
