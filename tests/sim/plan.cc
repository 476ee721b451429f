#include "plan.h"

#include <fmt/format.h>

#include "scenario.h"

namespace rondel::simulation {

namespace {

using namespace std::chrono_literals;

class Planner {
 public:
  explicit Planner(const Scenario& scenario) : scenario_{scenario}, random_{scenario.seed, 5} {}

  [[nodiscard]] Plan all() {
    Plan plan;
    Time at{};
    for (;;) {
      at += draw(0us, scenario_.fault_interval * 2);
      if (at.time_since_epoch() >= scenario_.trouble) return plan;
      PlannedFault fault = one();
      fault.at = at;
      fault.number = static_cast<std::uint32_t>(plan.size()) + 1;
      plan.push_back(std::move(fault));
    }
  }

 private:
  using Paths = std::vector<std::pair<NodeId, NodeId>>;

  [[nodiscard]] PlannedFault one() {
    const std::uint32_t kind = random_.below(100);
    if (kind < 48 && scenario_.nodes.size() > 1) return of_network(kind);
    if (kind < 62) return pause();
    if (kind < 66) return clock_leap();
    if (kind < 96) return death();
    return {.kind = Fault::reload, .node = any(), .amount = random_.next()};
  }

  [[nodiscard]] PlannedFault of_network(std::uint32_t kind) {
    if (kind < 6) return cut(Fault::one_way_cut, {any_path()});
    if (kind < 11) return cut(Fault::pair_cut, both_ways(any_path()));
    if (kind < 18) return cut(Fault::partition, partition());
    if (kind < 21) return {.kind = Fault::deafness, .node = any(), .lasts = draw(10ms, 3s)};
    if (kind < 27)
      return {.kind = Fault::delay, .paths = {any_path()}, .lasts = draw(10ms, 2s), .by = draw(1ms, 100ms)};
    if (kind < 32) return clog();
    if (kind < 36)
      return {.kind = Fault::large_loss,
              .paths = some_paths(),
              .lasts = draw(50ms, 4s),
              .amount = 500 + random_.below(2000)};
    if (kind < 39) return {.kind = Fault::stale, .node = any(), .amount = random_.between(1, 20)};
    if (kind < 41) return {.kind = Fault::false_alarm, .paths = {any_path()}, .lasts = draw(1ms, 1s)};
    if (kind < 43)
      return {.kind = Fault::path_mtu, .node = any(), .lasts = draw(10ms, 4s), .amount = random_.between(100, 9000)};
    return {.kind = Fault::burst_loss, .paths = some_paths(), .lasts = draw(100us, 300ms)};
  }

  [[nodiscard]] PlannedFault cut(Fault kind, Paths paths) {
    return {.kind = kind, .paths = std::move(paths), .lasts = draw(1ms, 6s)};
  }

  // Packets wait in the link, and come together at its end; beyond so many they are dropped.
  [[nodiscard]] PlannedFault clog() {
    return {.kind = Fault::clogged, .paths = some_paths(), .lasts = draw(5ms, 1s), .amount = random_.between(1, 200)};
  }

  [[nodiscard]] PlannedFault pause() {
    const Duration longest = random_.below(4) == 0 ? Duration{8s} : Duration{400ms};
    return {.kind = Fault::pause, .node = any(), .lasts = draw(1ms, longest)};
  }

  [[nodiscard]] PlannedFault clock_leap() {
    return {.kind = Fault::clock_leap,
            .node = any(),
            .by = draw(10ms, random_.below(3) == 0 ? Duration{10s} : Duration{1s})};
  }

  [[nodiscard]] PlannedFault death() {
    PlannedFault fault{.node = any()};
    const std::uint32_t kind = random_.below(100);
    fault.kind = kind < 20 ? Fault::leave : kind < 60 ? Fault::crash_in_effects : Fault::crash;
    if (fault.kind == Fault::crash_in_effects) fault.amount = random_.below(60);
    const bool quick = random_.below(3) == 0;
    fault.lasts = quick ? draw(1ms, 60ms) : draw(200ms, 6s);
    const std::uint32_t file = random_.below(16);
    if (file < 2) fault.file = Fault::lost_file;
    if (file == 2) fault.file = Fault::corrupt_file;
    return fault;
  }

  [[nodiscard]] NodeId any() {
    return scenario_.nodes[random_.below(static_cast<std::uint32_t>(scenario_.nodes.size()))];
  }

  [[nodiscard]] std::pair<NodeId, NodeId> any_path() {
    const auto size = static_cast<std::uint32_t>(scenario_.nodes.size());
    const std::uint32_t from = random_.below(size);
    return {scenario_.nodes[from], scenario_.nodes[(from + random_.between(1, size - 1)) % size]};
  }

  [[nodiscard]] static Paths both_ways(std::pair<NodeId, NodeId> path) { return {path, {path.second, path.first}}; }

  // One, all that lead to a node, or all that come from it: links fail as a port of a switch does.
  [[nodiscard]] Paths some_paths() {
    const std::uint32_t kind = random_.below(4);
    if (kind < 2) return {any_path()};
    const NodeId node = any();
    Paths paths;
    for (const NodeId other : scenario_.nodes) {
      if (other != node) paths.emplace_back(kind == 2 ? node : other, kind == 2 ? other : node);
    }
    return paths;
  }

  // Two to four parts.
  [[nodiscard]] Paths partition() {
    const std::uint32_t parts = random_.between(2, 4);
    std::vector<std::uint32_t> part;
    for (std::size_t i = 0; i < scenario_.nodes.size(); ++i) part.push_back(random_.below(parts));
    Paths paths;
    for (std::size_t i = 0; i < part.size(); ++i) {
      for (std::size_t j = 0; j < part.size(); ++j) {
        if (part[i] != part[j]) paths.emplace_back(scenario_.nodes[i], scenario_.nodes[j]);
      }
    }
    return paths;
  }

  [[nodiscard]] Duration draw(Duration low, Duration high) {
    const auto us = std::chrono::duration_cast<std::chrono::microseconds>(high - low).count();
    return low + std::chrono::microseconds{random_.below(static_cast<std::uint32_t>(us) + 1)};
  }

  const Scenario& scenario_;
  Pcg32 random_;
};

double ms(Duration duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

}  // namespace

Plan draw_plan(const Scenario& scenario) { return Planner{scenario}.all(); }

std::string to_string(const PlannedFault& fault) {
  std::string text =
      fmt::format("{}: at {:.1f} ms: {}", fault.number, ms(fault.at.time_since_epoch()), to_string(fault.kind));
  if (fault.node != NodeId{}) text += fmt::format(" of node {}", fault.node.value);
  for (const auto& [from, to] : fault.paths) text += fmt::format(" {}->{}", from.value, to.value);
  if (fault.amount != 0 && fault.kind != Fault::reload) text += fmt::format(", {}", fault.amount);
  if (fault.by != Duration{}) text += fmt::format(", by {:.1f} ms", ms(fault.by));
  if (fault.lasts != Duration{}) text += fmt::format(", for {:.1f} ms", ms(fault.lasts));
  if (fault.file != Fault{}) text += fmt::format(", {}", to_string(fault.file));
  return text;
}

}  // namespace rondel::simulation
