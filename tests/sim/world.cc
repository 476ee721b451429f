#include "world.h"

#include "checkers/directories.h"
#include "checkers/once.h"
#include "checkers/order.h"
#include "checkers/own.h"
#include "checkers/ring_numbers.h"
#include "checkers/safe.h"
#include "checkers/transitional.h"
#include "checkers/views.h"

namespace rondel::simulation {

namespace {

using namespace std::chrono_literals;

constexpr Duration look_interval = 50ms;
constexpr Duration probe_interval = 20ms;

template <typename... Checkers>
void add_checkers(Surroundings& surroundings) {
  (surroundings.checkers.push_back(std::make_unique<Checkers>(surroundings.violations)), ...);
}

}  // namespace

World::World(const Scenario& scenario, Trace::Text text)
    : scenario_{scenario},
      surroundings_{scenario, text},
      trouble_{surroundings_, machines_},
      random_{scenario.seed, 6} {
  add_checkers<ViewsChecker, OrderChecker, OnceChecker, OwnChecker, TransitionalChecker, RingNumbersChecker,
               DirectoriesChecker>(surroundings_);
  watch_safe_delivery();
  for (const NodeId node : scenario.nodes) machines_.push_back(std::make_unique<Machine>(surroundings_, node));
}

// The only checker that looks into nodes: what one knows of the others must be so.
void World::watch_safe_delivery() {
  auto received = [this](NodeId id, const RingId& ring) -> std::optional<Sequence> {
    for (const std::unique_ptr<Machine>& machine : machines_) {
      if (machine->id() == id && machine->runs()) return machine->node()->received(ring);
    }
    return std::nullopt;
  };
  surroundings_.checkers.push_back(std::make_unique<SafeChecker>(surroundings_.violations, std::move(received)));
}

Outcome World::run() {
  for (const std::unique_ptr<Machine>& machine : machines_) {
    const bool at_once = random_.below(2) == 0;
    surroundings_.scheduler.after(std::chrono::milliseconds{at_once ? 0 : random_.below(1000)},
                                  [&machine] { machine->boot(); });
    work(*machine);
  }
  trouble_.begin();
  run_until(surroundings_.scheduler.now() + scenario_.trouble);
  trouble_.end();

  Outcome outcome;
  const Time healed = surroundings_.scheduler.now();
  if (!run_until(&World::united, healed + healing_max)) surroundings_.violations.report(why_not_united());
  outcome.healed_after = surroundings_.scheduler.now() - healed;
  working_ = false;
  probing_ = true;
  probe();
  if (!run_until(&World::heard, surroundings_.scheduler.now() + probing_max)) {
    surroundings_.violations.report("liveness: the ring is whole, but not all that was sent arrives everywhere");
  }
  if (!surroundings_.violations.first()) surroundings_.tell([](Checker& checker) { checker.finished(); });

  for (const std::unique_ptr<Machine>& machine : machines_) {
    if (!machine->runs()) continue;
    surroundings_.totals.add(machine->node()->counters().transitions);
    machine->look_at_recording();
  }
  outcome.violation = surroundings_.violations.first();
  outcome.hash = surroundings_.trace.hash();
  outcome.totals = surroundings_.totals;
  outcome.simulated = surroundings_.scheduler.now().time_since_epoch();
  outcome.tail = surroundings_.trace.tail();
  outcome.recording = std::move(surroundings_.recording);
  return outcome;
}

void World::run_until(Time end) {
  while (!surroundings_.violations.first() && surroundings_.scheduler.step(end)) {
  }
}

bool World::run_until(Condition condition, Time end) {
  while (!(this->*condition)()) {
    if (surroundings_.violations.first() || surroundings_.scheduler.now() >= end) return false;
    run_until(surroundings_.scheduler.now() + look_interval);
  }
  return true;
}

void World::work(Machine& machine) {
  const auto mean_us = std::chrono::duration_cast<std::chrono::microseconds>(scenario_.workload.interval).count();
  surroundings_.scheduler.after(std::chrono::microseconds{random_.below(static_cast<std::uint32_t>(mean_us) * 2)},
                                [this, &machine] {
                                  if (!working_) return;
                                  machine.act();
                                  work(machine);
                                });
}

void World::probe() {
  for (const std::unique_ptr<Machine>& machine : machines_) machine->probe();
  surroundings_.scheduler.after(probe_interval, [this] { probe(); });
}

bool World::united() const {
  const engine::View& view = machines_.front()->node()->view();
  if (view.members.size() != machines_.size()) return false;
  for (const std::unique_ptr<Machine>& machine : machines_) {
    const node::Node& node = *machine->node();
    if (node.view().ring != view.ring || !node.synchronised() || node.state() != engine::State::operational) {
      return false;
    }
  }
  return true;
}

bool World::heard() const {
  for (const std::unique_ptr<Machine>& machine : machines_) {
    const Clients& clients = *machine->clients();
    if (clients.nodes_heard() < machines_.size() || !clients.all_probes_back()) return false;
    if (machine->node()->waiting_bytes() > 0) return false;
  }
  return united();
}

std::string World::why_not_united() const {
  std::string text = "liveness: no ring of all a minute after healing:";
  for (const std::unique_ptr<Machine>& machine : machines_) {
    const node::Node* node = machine->node();
    if (node == nullptr) continue;
    text += fmt::format(" node {} is in {} of {} members, {}, {};", machine->id().value, to_string(node->view().ring),
                        node->view().members.size(), to_string(node->state()),
                        node->synchronised() ? "synchronised" : "not synchronised");
  }
  return text;
}

}  // namespace rondel::simulation
