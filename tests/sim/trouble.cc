#include "trouble.h"

namespace rondel::simulation {

namespace {

using namespace std::chrono_literals;

}  // namespace

Trouble::Trouble(Surroundings& surroundings, std::vector<std::unique_ptr<Machine>>& machines)
    : surroundings_{surroundings}, machines_{machines}, random_{surroundings.scenario.seed, 5} {}

void Trouble::begin() { next(); }

void Trouble::end() {
  over_ = true;
  surroundings_.trace.remark(surroundings_.scheduler.now(), NodeId{}, [] { return "--- all is healed ---"; });
  surroundings_.network.heal();
  for (const std::unique_ptr<Machine>& machine : machines_) {
    machine->spare();
    machine->resume();
    machine->boot();
  }
}

void Trouble::next() {
  const Duration wait = draw(0us, surroundings_.scenario.fault_interval * 2);
  surroundings_.scheduler.after(wait, [this] {
    if (over_) return;
    happen();
    next();
  });
}

void Trouble::happen() {
  const std::uint32_t kind = random_.below(100);
  const bool alone = machines_.size() == 1;
  if (kind < 40 && !alone) {
    if (kind < 6) return one_way_cut();
    if (kind < 11) return pair_cut();
    if (kind < 18) return partition();
    if (kind < 21) return deafen();
    if (kind < 30) return slow_down();
    return burst();
  }
  if (kind < 60) return pause();
  if (kind < 95) return die(random_.below(100));
  reload();
}

Machine& Trouble::any() { return *machines_[random_.below(static_cast<std::uint32_t>(machines_.size()))]; }

std::pair<NodeId, NodeId> Trouble::any_path() {
  const auto size = static_cast<std::uint32_t>(machines_.size());
  const std::uint32_t from = random_.below(size);
  const std::uint32_t to = (from + random_.between(1, size - 1)) % size;
  return {machines_[from]->id(), machines_[to]->id()};
}

Duration Trouble::draw(Duration low, Duration high) {
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(high - low).count();
  return low + std::chrono::microseconds{random_.below(static_cast<std::uint32_t>(us) + 1)};
}

void Trouble::note(Fault fault) {
  surroundings_.totals.faults.add(fault);
  surroundings_.trace.remark(surroundings_.scheduler.now(), NodeId{},
                             [&] { return fmt::format("--- {} ---", to_string(fault)); });
}

void Trouble::cut(const std::vector<std::pair<NodeId, NodeId>>& paths) {
  for (const auto& [from, to] : paths) {
    surroundings_.trace.note(surroundings_.scheduler.now(), from, "no longer reaches {}", to.value);
    surroundings_.network.cut(from, to);
  }
  surroundings_.scheduler.after(draw(1ms, 6s), [this, paths] {
    if (over_) return;
    for (const auto& [from, to] : paths) {
      surroundings_.trace.note(surroundings_.scheduler.now(), from, "reaches {} again", to.value);
      surroundings_.network.mend(from, to);
    }
  });
}

void Trouble::one_way_cut() {
  note(Fault::one_way_cut);
  cut({any_path()});
}

void Trouble::pair_cut() {
  note(Fault::pair_cut);
  const auto [from, to] = any_path();
  cut({{from, to}, {to, from}});
}

void Trouble::partition() {
  note(Fault::partition);
  std::vector<bool> side;
  for (std::size_t i = 0; i < machines_.size(); ++i) side.push_back(random_.below(2) == 0);
  std::vector<std::pair<NodeId, NodeId>> paths;
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    for (std::size_t j = 0; j < machines_.size(); ++j) {
      if (side[i] != side[j]) paths.emplace_back(machines_[i]->id(), machines_[j]->id());
    }
  }
  cut(paths);
}

void Trouble::deafen() {
  const NodeId node = any().id();
  surroundings_.trace.note(surroundings_.scheduler.now(), node, "is deaf");
  surroundings_.network.deafen(node, true);
  surroundings_.scheduler.after(draw(10ms, 3s), [this, node] {
    if (!over_) surroundings_.network.deafen(node, false);
  });
}

void Trouble::slow_down() {
  const auto [from, to] = any_path();
  surroundings_.network.slow_down(from, to, surroundings_.scheduler.now() + draw(10ms, 2s), draw(1ms, 100ms));
}

void Trouble::burst() {
  const auto [from, to] = any_path();
  surroundings_.network.lose_all(from, to, surroundings_.scheduler.now() + draw(100us, 300ms));
}

void Trouble::pause() {
  Machine& machine = any();
  if (!machine.answers()) return;
  note(Fault::pause);
  machine.pause();
  surroundings_.scheduler.after(draw(1ms, random_.below(4) == 0 ? Duration{8s} : Duration{400ms}),
                                [&machine] { machine.resume(); });
}

void Trouble::die(std::uint32_t kind) {
  Machine& machine = any();
  if (!machine.runs()) return;
  if (kind < 20) {
    note(Fault::leave);
    machine.leave();
  } else if (kind < 60) {
    surroundings_.trace.note(surroundings_.scheduler.now(), machine.id(), "will die in its work");
    machine.crash_in_effects(random_.below(60));
  } else {
    note(Fault::crash);
    machine.crash();
  }
  boot_later(machine);
}

// A machine that was to die in its work may still live when it is to boot: then it dies now.
void Trouble::boot_later(Machine& machine) {
  const bool quick = random_.below(3) == 0;
  const bool file_lost = random_.below(8) == 0;
  const Duration wait = quick ? draw(1ms, 60ms) : draw(200ms, 6s);
  surroundings_.scheduler.after(wait, [this, &machine, quick, file_lost] {
    if (over_) return;
    machine.crash();
    if (file_lost) {
      note(Fault::lost_file);
      machine.lose_file();
    }
    note(quick ? Fault::quick_restart : Fault::restart);
    machine.boot();
  });
}

// The size of frames and the timers' order of magnitude stay.
void Trouble::reload() {
  note(Fault::reload);
  engine::Parameters parameters = draw_parameters(random_);
  parameters.token_timeout = surroundings_.scenario.parameters.token_timeout;
  parameters.token_retransmit = surroundings_.scenario.parameters.token_retransmit;
  parameters.hold = surroundings_.scenario.parameters.hold;
  parameters.consensus_timeout = surroundings_.scenario.parameters.consensus_timeout;
  parameters.frame_bytes_max = surroundings_.scenario.frame_bytes_max;
  any().reload(parameters);
}

}  // namespace rondel::simulation
