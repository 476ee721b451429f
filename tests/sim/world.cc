#include "world.h"

#include <array>

#include "bounds.h"
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
// An idle ring: first it may settle, then it is looked at twice.
constexpr Duration settling_time = 2s;
constexpr Duration resting_time = 3s;
constexpr Duration disorder_time = 10s;

template <typename... Checkers>
void add_checkers(Surroundings& surroundings) {
  (surroundings.checkers.push_back(std::make_unique<Checkers>(surroundings.violations)), ...);
}

}  // namespace

World::World(const Scenario& scenario, Trace::Text text)
    : scenario_{scenario}, surroundings_{scenario, text}, trouble_{surroundings_, machines_} {
  if (scenario.ordered()) {
    add_checkers<ViewsChecker, OrderChecker, OnceChecker, OwnChecker, TransitionalChecker, RingNumbersChecker,
                 DirectoriesChecker>(surroundings_);
    watch_safe_delivery();
  }
  for (const NodeId node : scenario.nodes) {
    machines_.push_back(std::make_unique<Machine>(surroundings_, node));
    random_.emplace_back(scenario.seed, 100 + node.value);
    if (scenario.core.contains(node)) core_.push_back(machines_.back().get());
  }
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
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    const bool at_once = random_[i].below(2) == 0;
    surroundings_.scheduler.after(std::chrono::milliseconds{at_once ? 0 : random_[i].below(1000)},
                                  [machine = machines_[i].get()] { machine->boot(); });
    work(i);
  }
  watch_bounds();
  trouble_.begin();
  run_until(surroundings_.scheduler.now() + scenario_.trouble);
  trouble_.end(scenario_.core);
  scenario_.ordered() ? heal() : see_disorder_told();

  for (const std::unique_ptr<Machine>& machine : machines_) {
    if (!machine->runs()) continue;
    machine->count();
    machine->look_at_recording();
  }
  Outcome outcome;
  outcome.violation = surroundings_.violations.first();
  outcome.hash = surroundings_.trace.hash();
  outcome.totals = surroundings_.totals;
  outcome.simulated = surroundings_.scheduler.now().time_since_epoch();
  outcome.healed_after = healed_after_;
  outcome.tail = surroundings_.trace.tail();
  outcome.recording = std::move(surroundings_.recording);
  return outcome;
}

void World::heal() {
  const Time healed = surroundings_.scheduler.now();
  const Duration bound = healing_max(scenario_);
  if (!run_until(&World::united, healed + bound)) surroundings_.violations.report(why_not_united());
  healed_after_ = surroundings_.scheduler.now() - healed;
  working_ = false;
  probing_ = true;
  probe();
  if (!run_until(&World::heard, surroundings_.scheduler.now() + delivery_max(scenario_, waiting_bytes()))) {
    surroundings_.violations.report("liveness: the ring is whole, but not all that was sent arrives everywhere");
  }
  probing_ = false;
  // Nothing more is asked of those that are left out.
  for (const std::unique_ptr<Machine>& machine : machines_) {
    if (!scenario_.core.contains(machine->address())) machine->crash();
  }
  if (!surroundings_.violations.first()) surroundings_.tell([](Checker& checker) { checker.finished(); });
  rest();
}

// Without traffic a ring does little, and not more and more.
void World::rest() {
  run_until(surroundings_.scheduler.now() + settling_time);
  std::array<std::uint64_t, 2> packets{};
  for (std::uint64_t& count : packets) {
    const std::uint64_t before = surroundings_.network.packets_sent();
    run_until(surroundings_.scheduler.now() + resting_time);
    count = surroundings_.network.packets_sent() - before;
  }
  if (surroundings_.violations.first()) return;
  const double bound = idle_packets_max(scenario_) * std::chrono::duration<double>(resting_time).count();
  const std::uint64_t most = std::max(packets[0], packets[1]);
  if (static_cast<double>(most) > bound) {
    surroundings_.violations.report(
        fmt::format("bounds: an idle ring sends {} packets in {} s, more than {:.0f}", most, resting_time / 1s, bound));
  }
  if (packets[1] > packets[0] + packets[0] / 4 + 20) {
    surroundings_.violations.report(
        fmt::format("bounds: an idle ring sends {} packets, and then {} in the same time", packets[0], packets[1]));
  }
  for (const Machine* machine : core_) {
    if (machine->node()->kept_bytes() + machine->node()->unfinished_bytes() + machine->node()->waiting_bytes() > 0) {
      surroundings_.violations.report(fmt::format(
          "bounds: node {} of an idle ring still keeps {}, {} and {} bytes", machine->id().value,
          machine->node()->kept_bytes(), machine->node()->unfinished_bytes(), machine->node()->waiting_bytes()));
    }
  }
}

// Nothing is promised about order, but that it goes on, and that the administrator is told.
void World::see_disorder_told() {
  run_until(surroundings_.scheduler.now() + disorder_time);
  for (const std::unique_ptr<Machine>& machine : machines_) {
    if (machine->runs()) machine->count();
  }
  const Totals& totals = surroundings_.totals;
  if (scenario_.twin() && totals.twins_noticed == 0) {
    surroundings_.violations.report(
        fmt::format("twins: nobody notices that node {} is there twice", scenario_.twin()->value));
  }
  constexpr std::uint64_t many = 300;
  if (totals.faults.of[static_cast<std::size_t>(Fault::corruption)] > many && totals.unreadable == 0) {
    surroundings_.violations.report("corruption: nobody tells of packets that cannot be read");
  }
}

void World::watch_bounds() {
  for (const std::unique_ptr<Machine>& machine : machines_) {
    if (!machine->runs()) continue;
    if (const auto over = over_bound(*machine, scenario_)) surroundings_.violations.report(*over);
  }
  surroundings_.scheduler.after(look_interval, [this] { watch_bounds(); });
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

void World::work(std::size_t index) {
  const WorkloadSettings& workload = scenario_.workload;
  const auto mean_us = std::chrono::duration_cast<std::chrono::microseconds>(workload.interval).count();
  surroundings_.scheduler.after(
      std::chrono::microseconds{random_[index].below(static_cast<std::uint32_t>(mean_us) * 2)}, [this, index] {
        if (!working_) return;
        const Duration since_start = surroundings_.scheduler.now().time_since_epoch();
        const Duration spell = scenario_.workload.spell;
        if (spell == Duration{} || since_start / spell % 2 == 0) machines_[index]->act();
        work(index);
      });
}

void World::probe() {
  if (!probing_) return;
  for (Machine* machine : core_) machine->probe();
  surroundings_.scheduler.after(probe_interval, [this] { probe(); });
}

std::size_t World::waiting_bytes() const {
  std::size_t bytes = 0;
  for (const Machine* machine : core_) {
    if (machine->runs()) bytes += machine->node()->waiting_bytes() + machine->node()->kept_bytes();
  }
  return bytes;
}

bool World::united() const {
  const engine::View& view = core_.front()->node()->view();
  if (view.members.size() != core_.size()) return false;
  for (const Machine* machine : core_) {
    const node::Node& node = *machine->node();
    if (node.view().ring != view.ring || !node.synchronised() || node.state() != engine::State::operational) {
      return false;
    }
  }
  return true;
}

bool World::heard() const {
  for (const Machine* machine : core_) {
    const Clients& clients = *machine->clients();
    if (clients.nodes_heard() < core_.size() || !clients.all_probes_back()) return false;
    if (machine->node()->waiting_bytes() > 0) return false;
  }
  return united();
}

std::string World::why_not_united() const {
  std::string text = "liveness: no ring of all that are healed within the bound:";
  for (const Machine* machine : core_) {
    const node::Node* node = machine->node();
    if (node == nullptr) continue;
    text += fmt::format(" node {} is in {} of {} members, {}, {};", machine->id().value, to_string(node->view().ring),
                        node->view().members.size(), to_string(node->state()),
                        node->synchronised() ? "synchronised" : "not synchronised");
  }
  return text;
}

}  // namespace rondel::simulation
