#include "summary.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rondel::simulation {

namespace {

using engine::State;

// All that the state machine has (ring.md 3.24); the other changes do not exist.
constexpr std::array<std::pair<State, State>, 7> possible_changes{{{State::gather, State::gather},
                                                                   {State::gather, State::commit},
                                                                   {State::commit, State::gather},
                                                                   {State::commit, State::recovery},
                                                                   {State::recovery, State::gather},
                                                                   {State::recovery, State::operational},
                                                                   {State::operational, State::gather}}};

std::uint64_t count(const Transitions& transitions, State from, State to) {
  return transitions[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

}  // namespace

void Summary::add(const Outcome& outcome) {
  ++runs_;
  totals_.add(outcome.totals);
  simulated_ += outcome.simulated;
  slowest_healing_ = std::max(slowest_healing_, outcome.healed_after);
}

std::string Summary::text(double cpu_seconds) const {
  const double simulated = seconds(simulated_);
  cpu_seconds = std::max(cpu_seconds, 1e-6);
  std::string text = fmt::format(
      "{} runs in {:.1f} s of CPU, {:.1f} seeds a second; {:.2f} simulated hours, {:.0f} simulated seconds a second\n",
      runs_, cpu_seconds, static_cast<double>(runs_) / cpu_seconds, simulated / 3600, simulated / cpu_seconds);
  text += fmt::format(
      "{} lives of nodes, {} views, {} synchronisations\n{} frames and {} messages delivered, {:.1f} MB sent\n"
      "{} safe frames delivered, {} of them behind a transitional view\nslowest healing: {:.2f} s\n\nfaults\n",
      totals_.lives, totals_.views, totals_.synchronisations, totals_.frames, totals_.messages,
      static_cast<double>(totals_.message_bytes) / 1e6, totals_.safe_frames + totals_.safe_frames_behind,
      totals_.safe_frames_behind, seconds(slowest_healing_));
  for (std::size_t i = 0; i < fault_count; ++i) {
    text += fmt::format("  {:<22}{:>10}\n", to_string(static_cast<Fault>(i)), totals_.faults.of[i]);
  }
  text += "\nstate changes\n";
  for (const auto& [from, to] : possible_changes) {
    text +=
        fmt::format("  {:>11} -> {:<12}{:>10}\n", to_string(from), to_string(to), count(totals_.transitions, from, to));
  }
  return text;
}

std::string Summary::missing() const {
  std::string text;
  if (totals_.safe_frames == 0) text += "never occurred: a safe frame\n";
  if (totals_.safe_frames_behind == 0) text += "never occurred: a safe frame behind a transitional view\n";
  for (std::size_t i = 0; i < fault_count; ++i) {
    if (totals_.faults.of[i] == 0) text += fmt::format("never occurred: {}\n", to_string(static_cast<Fault>(i)));
  }
  for (const auto& [from, to] : possible_changes) {
    if (count(totals_.transitions, from, to) == 0) {
      text += fmt::format("never occurred: {} -> {}\n", to_string(from), to_string(to));
    }
  }
  return text;
}

}  // namespace rondel::simulation
