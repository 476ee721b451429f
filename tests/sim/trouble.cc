#include "trouble.h"

namespace rondel::simulation {

Trouble::Trouble(Surroundings& surroundings, std::vector<std::unique_ptr<Machine>>& machines)
    : surroundings_{surroundings}, machines_{machines} {}

void Trouble::begin() {
  for (const PlannedFault& fault : surroundings_.scenario.plan) {
    surroundings_.scheduler.at(fault.at, [this, &fault] {
      if (over_) return;
      surroundings_.trace.remark(surroundings_.scheduler.now(), NodeId{},
                                 [&] { return fmt::format("--- {} ---", to_string(fault)); });
      happen(fault);
    });
  }
}

void Trouble::end(const std::set<NodeId>& core) {
  over_ = true;
  surroundings_.trace.remark(surroundings_.scheduler.now(), NodeId{}, [&] {
    return core.size() == machines_.size() ? std::string{"--- all is healed ---"}
                                           : fmt::format("--- {} of {} are healed ---", core.size(), machines_.size());
  });
  surroundings_.network.heal(core);
  for (const std::unique_ptr<Machine>& machine : machines_) {
    if (!core.contains(machine->address())) {
      surroundings_.totals.faults.add(Fault::left_out);
      continue;
    }
    machine->spare();
    machine->resume();
    machine->boot();
  }
}

void Trouble::happen(const PlannedFault& fault) {
  switch (fault.kind) {
    case Fault::one_way_cut:
    case Fault::pair_cut:
    case Fault::partition:
      return cut(fault);
    case Fault::deafness:
      surroundings_.network.deafen(fault.node, true);
      return afterwards(fault, [this, &fault] { surroundings_.network.deafen(fault.node, false); });
    case Fault::delay:
    case Fault::clogged:
    case Fault::large_loss:
    case Fault::burst_loss:
      return on_paths(fault);
    case Fault::stale:
      return surroundings_.network.repeat_old(fault.node, fault.amount);
    case Fault::false_alarm:
      return false_alarm(fault);
    case Fault::path_mtu:
      return mistake_mtu(fault);
    case Fault::pause:
      return pause(fault);
    case Fault::clock_leap:
      if (!machine(fault.node).answers()) return;
      note(fault.kind);
      return machine(fault.node).leap(fault.by);
    case Fault::leave:
    case Fault::crash:
    case Fault::crash_in_effects:
      return die(fault);
    case Fault::reload:
      return reload(fault);
    default:
      ENSURE(false);  // not planned: it comes by itself
  }
}

template <typename Action>
void Trouble::afterwards(const PlannedFault& fault, Action action) {
  surroundings_.scheduler.after(fault.lasts, [this, action = std::move(action)] {
    if (!over_) action();
  });
}

Machine& Trouble::machine(NodeId node) {
  for (const std::unique_ptr<Machine>& machine : machines_) {
    if (machine->address() == node) return *machine;
  }
  ENSURE(false);
}

void Trouble::note(Fault fault) { surroundings_.totals.faults.add(fault); }

void Trouble::cut(const PlannedFault& fault) {
  note(fault.kind);
  for (const auto& [from, to] : fault.paths) surroundings_.network.cut(from, to);
  afterwards(fault, [this, &fault] {
    for (const auto& [from, to] : fault.paths) surroundings_.network.mend(from, to);
  });
}

void Trouble::on_paths(const PlannedFault& fault) {
  const Time until = surroundings_.scheduler.now() + fault.lasts;
  for (const auto& [from, to] : fault.paths) {
    if (fault.kind == Fault::delay) surroundings_.network.slow_down(from, to, until, fault.by);
    if (fault.kind == Fault::clogged) surroundings_.network.clog(from, to, until, fault.amount);
    if (fault.kind == Fault::large_loss) surroundings_.network.lose_large(from, to, until, fault.amount);
    if (fault.kind == Fault::burst_loss) surroundings_.network.lose_all(from, to, until);
  }
}

// The link layer is wrong, and finds out.
void Trouble::false_alarm(const PlannedFault& fault) {
  const auto [from, to] = fault.paths.front();
  if (!surroundings_.network.pretend(from, to, false)) return;
  note(fault.kind);
  surroundings_.scheduler.after(fault.lasts, [this, from = from] { surroundings_.network.look_around(from); });
}

void Trouble::mistake_mtu(const PlannedFault& fault) {
  note(fault.kind);
  machine(fault.node).believe_in_pieces(fault.amount);
  surroundings_.scheduler.after(fault.lasts, [this, &fault] { machine(fault.node).believe_in_pieces(0); });
}

void Trouble::pause(const PlannedFault& fault) {
  Machine& stopped = machine(fault.node);
  if (!stopped.answers()) return;
  note(fault.kind);
  stopped.pause();
  surroundings_.scheduler.after(fault.lasts, [&stopped] { stopped.resume(); });
}

void Trouble::die(const PlannedFault& fault) {
  Machine& victim = machine(fault.node);
  if (!victim.runs()) return;
  if (fault.kind == Fault::leave) {
    note(fault.kind);
    victim.leave();
  } else if (fault.kind == Fault::crash_in_effects) {
    victim.crash_in_effects(fault.amount);
  } else {
    note(fault.kind);
    victim.crash();
  }
  boot_later(victim, fault);
}

// A machine that was to die in its work may still live when it is to boot: then it dies now.
void Trouble::boot_later(Machine& victim, const PlannedFault& fault) {
  static constexpr Duration quick = std::chrono::milliseconds{60};
  afterwards(fault, [this, &victim, &fault] {
    victim.crash();
    if (fault.file == Fault::lost_file) victim.lose_file();
    if (fault.file == Fault::corrupt_file) victim.corrupt_file();
    if (fault.file != Fault{}) note(fault.file);
    note(fault.lasts <= quick ? Fault::quick_restart : Fault::restart);
    victim.boot();
  });
}

// The size of frames, the timers' order of magnitude and where numbers begin stay.
void Trouble::reload(const PlannedFault& fault) {
  note(fault.kind);
  Pcg32 random{fault.amount, fault.number};
  const engine::Parameters& before = surroundings_.scenario.parameters;
  engine::Parameters parameters = draw_parameters(random);
  parameters.token_timeout = before.token_timeout;
  parameters.token_retransmit = before.token_retransmit;
  parameters.hold = before.hold;
  parameters.consensus_timeout = before.consensus_timeout;
  parameters.frame_bytes_max = before.frame_bytes_max;
  parameters.ring_begins = before.ring_begins;
  machine(fault.node).reload(parameters);
}

}  // namespace rondel::simulation
