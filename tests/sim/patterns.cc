#include "patterns.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "checkers/directories.h"
#include "checkers/once.h"
#include "checkers/order.h"
#include "checkers/own.h"
#include "checkers/ring_numbers.h"
#include "checkers/transitional.h"
#include "checkers/views.h"

namespace rondel::simulation {

namespace {

using namespace std::chrono_literals;
using engine::NodeList;
using engine::Pair;

constexpr Duration look_interval = 10ms;
constexpr Duration forming_max = 20s;
constexpr Duration quiet = 120s;
constexpr Duration work_interval = 100ms;

// From a cut to the last view change it causes, and from healing to one ring of all.
Duration bound_of(const engine::Parameters& parameters) {
  return std::max<Duration>(2 * parameters.token_timeout + 3 * parameters.consensus_timeout, 7s);
}

Scenario scenario_of(const Pattern& pattern) {
  Scenario scenario;
  scenario.seed = pattern.nodes;
  for (std::uint32_t node = 1; node <= pattern.nodes; ++node) scenario.nodes.push_back(NodeId{node});
  scenario.parameters.token_timeout = 1000ms;
  scenario.parameters.token_retransmit = 238ms;
  scenario.parameters.hold = 180ms;
  scenario.parameters.consensus_timeout = 1200ms;
  scenario.frame_bytes_max = scenario.frame_bytes_best = 1455;
  scenario.parameters.frame_bytes_max = scenario.frame_bytes_max;
  scenario.network.delay_min = 100us;
  scenario.network.delay_max = 300us;
  scenario.network.detection_max = 700ms;
  scenario.network.needs_link_up = pattern.needs_link_up;
  scenario.workload.message_bytes_max = 1000;
  scenario.workload.bytes_max = pattern.busy ? 10'000'000 : 0;
  scenario.turn_max = 100us;
  scenario.write_max = 5ms;
  return scenario;
}

// The pairs of `count` nodes whose bits are set, in the order 1-2, 1-3, 2-3, 1-4, ...
std::vector<Pair> pairs_of(std::uint32_t count, std::uint32_t bits) {
  std::vector<Pair> pairs;
  std::uint32_t at = 0;
  for (std::uint32_t high = 2; high <= count; ++high) {
    for (std::uint32_t low = 1; low < high; ++low) {
      if ((bits >> at++ & 1U) != 0) pairs.push_back({NodeId{low}, NodeId{high}});
    }
  }
  return pairs;
}

// The same number for patterns that renaming makes equal.
std::set<Pair> smallest_renaming(std::uint32_t count, const std::vector<Pair>& pairs) {
  std::vector<std::uint32_t> names(count);
  std::iota(names.begin(), names.end(), 1U);
  std::set<Pair> smallest;
  do {
    std::set<Pair> renamed;
    for (const Pair& pair : pairs) {
      renamed.insert(engine::pair_of(NodeId{names[pair.low.value - 1]}, NodeId{names[pair.high.value - 1]}));
    }
    if (smallest.empty() || renamed < smallest) smallest = renamed;
  } while (std::ranges::next_permutation(names).found);
  return smallest;
}

void add(std::vector<Pattern>& patterns, std::uint32_t count, const std::vector<Pattern::Path>& cut) {
  for (const bool needs_link_up : {false, true}) {
    patterns.push_back({count, cut, needs_link_up, patterns.size() / 2 % 2 == 1});
  }
}

NodeList sorted_members(const node::Node& node) { return node.view().members; }

}  // namespace

std::string Pattern::text() const {
  std::string text = fmt::format("{} nodes,", nodes);
  for (const Path& path : cut) text += fmt::format(" {}>{}", path.from.value, path.to.value);
  return text + (needs_link_up ? ", sends to reachable nodes only" : "") + (busy ? ", busy" : ", idle");
}

std::vector<Pattern> all_patterns(bool all_of_five) {
  std::vector<Pattern> patterns;
  for (std::uint32_t count = 3; count <= 5; ++count) {
    std::set<std::set<Pair>> seen;
    for (std::uint32_t bits = 1; bits < 1U << (count * (count - 1) / 2); ++bits) {
      const std::vector<Pair> pairs = pairs_of(count, bits);
      if (count == 5 && !all_of_five && !seen.insert(smallest_renaming(count, pairs)).second) continue;
      std::vector<Pattern::Path> cut;
      for (const Pair& pair : pairs) {
        cut.push_back({pair.low, pair.high});
        cut.push_back({pair.high, pair.low});
      }
      add(patterns, count, cut);
    }
    for (std::uint32_t from = 1; from <= count; ++from) {
      for (std::uint32_t to = 1; to <= count; ++to) {
        if (from != to) add(patterns, count, {{NodeId{from}, NodeId{to}}});
      }
    }
  }
  return patterns;
}

PatternRun::PatternRun(const Pattern& pattern, Trace::Text text)
    : pattern_{pattern}, scenario_{scenario_of(pattern)}, surroundings_{scenario_, text}, random_{scenario_.seed, 6} {
  const auto checkers = [&]<typename... Checkers>() {
    (surroundings_.checkers.push_back(std::make_unique<Checkers>(surroundings_.violations)), ...);
  };
  checkers.template operator()<ViewsChecker, OrderChecker, OnceChecker, OwnChecker, TransitionalChecker,
                               RingNumbersChecker, DirectoriesChecker>();
  for (const NodeId node : scenario_.nodes) machines_.push_back(std::make_unique<Machine>(surroundings_, node));
  for (const Pattern::Path& path : pattern_.cut) pairs_.insert(engine::pair_of(path.from, path.to));
}

PatternRun::~PatternRun() = default;

PatternRun::Result PatternRun::run() {
  Result result = live();
  if (surroundings_.violations.first()) result.problem = surroundings_.violations.first();
  return result;
}

PatternRun::Result PatternRun::live() {
  Result result;
  Scheduler& scheduler = surroundings_.scheduler;
  for (const std::unique_ptr<Machine>& machine : machines_) {
    machine->boot();
    work(*machine);
  }
  const Time begun = scheduler.now();
  while (!united() && scheduler.now() - begun < forming_max) run_until(scheduler.now() + look_interval);
  run_until(scheduler.now() + 2s);
  if (!united()) return result.problem = "no ring to begin with: " + situation(), result;
  first_ring_ = machines_.front()->node()->view().ring;

  const Time cut_at = scheduler.now();
  for (const Pattern::Path& path : pattern_.cut) surroundings_.network.cut(path.from, path.to);
  std::uint64_t views = surroundings_.totals.views;
  result.settled_after = Duration{};
  while (scheduler.now() - cut_at < bound_of(scenario_.parameters)) {
    run_until(scheduler.now() + look_interval);
    if (surroundings_.totals.views == views) continue;
    views = surroundings_.totals.views;
    result.settled_after = scheduler.now() - cut_at;
  }
  if (!settled()) return result.problem = "not settled within the bound: " + situation(), result;
  result.kept = united();
  run_until(scheduler.now() + quiet);
  if (surroundings_.totals.views != views) {
    result.problem = fmt::format("{} views more in two minutes: {}", surroundings_.totals.views - views, situation());
    return result;
  }
  result.problem = not_named(!result.kept);
  if (result.problem) return result;

  const Time healed_at = scheduler.now();
  surroundings_.network.heal({scenario_.nodes.begin(), scenario_.nodes.end()});
  while (!united() && scheduler.now() - healed_at < bound_of(scenario_.parameters)) {
    run_until(scheduler.now() + look_interval);
  }
  if (!united()) return result.problem = "not one ring within the bound after healing: " + situation(), result;
  result.healed_after = scheduler.now() - healed_at;
  views = surroundings_.totals.views;
  run_until(scheduler.now() + 20s);
  if (surroundings_.totals.views != views) result.problem = "healed, and yet views change: " + situation();
  for (const std::unique_ptr<Machine>& machine : machines_) {
    if (!machine->node()->cut_pairs().empty()) result.problem = "healed, and yet pairs are called cut: " + situation();
  }
  return result;
}

void PatternRun::run_until(Time end) {
  while (!surroundings_.violations.first() && surroundings_.scheduler.step(end)) {
  }
}

void PatternRun::work(Machine& machine) {
  const Duration wait = pattern_.busy ? work_interval : 50 * work_interval;
  surroundings_.scheduler.after(wait, [this, &machine] {
    machine.act();
    work(machine);
  });
}

bool PatternRun::one_ring_each() const {
  return std::ranges::all_of(machines_, [](const std::unique_ptr<Machine>& machine) {
    return machine->node()->state() == engine::State::operational && machine->node()->synchronised();
  });
}

bool PatternRun::united() const {
  const engine::View& view = machines_.front()->node()->view();
  return one_ring_each() && view.members.size() == machines_.size() &&
         std::ranges::all_of(machines_, [&](const auto& machine) { return machine->node()->view().ring == view.ring; });
}

bool PatternRun::settled() const {
  if (united()) return machines_.front()->node()->view().ring == first_ring_;
  if (!one_ring_each()) return false;
  for (const std::unique_ptr<Machine>& machine : machines_) {
    const NodeList reachable = component_of(machine->id());
    if (sorted_members(*machine->node()) != engine::set_of(machine->id(), reachable, pairs_)) return false;
    for (const std::unique_ptr<Machine>& other : machines_) {
      const bool together = engine::contains(machine->node()->view().members, other->id());
      if (together && other->node()->view().ring != machine->node()->view().ring) return false;
    }
  }
  return true;
}

// Whom a node can know of: those it reaches through others, in both directions.
NodeList PatternRun::component_of(NodeId node) const {
  NodeList found{node};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const NodeId other : scenario_.nodes) {
      if (other != found[i] && !pairs_.contains(engine::pair_of(other, found[i]))) engine::merge({other}, found);
    }
  }
  return engine::sorted(found);
}

// Every node names all pairs of those that it can know of; and where somebody was left out, that is the cause.
std::optional<std::string> PatternRun::not_named(bool in_causes) const {
  for (const std::unique_ptr<Machine>& machine : machines_) {
    const NodeList known = component_of(machine->id());
    std::vector<Pair> expected;
    for (const Pair& pair : pairs_) {
      if (engine::contains(known, pair.low) && engine::contains(known, pair.high)) expected.push_back(pair);
    }
    const std::vector<Pair> named = machine->node()->cut_pairs();
    if (named != expected) {
      std::string text = fmt::format("node {} names", machine->id().value);
      for (const Pair& pair : named) text += fmt::format(" {}-{}", pair.low.value, pair.high.value);
      return text + " only or too much";
    }
    const bool whole = known.size() == machine->node()->view().members.size();
    const bool given = std::ranges::any_of(machine->node()->history(), [](const node::HistoryEntry& entry) {
      return entry.view.cause.kind == engine::Cause::Kind::partly_connected ||
             entry.view.cause.kind == engine::Cause::Kind::failed_to_receive;  // of the next node, which sends again
    });
    if (in_causes && !whole && !given) {
      return fmt::format("node {} gives another cause: {}", machine->id().value,
                         engine::to_string(machine->node()->view().cause));
    }
  }
  return std::nullopt;
}

std::string PatternRun::situation() const {
  std::string text;
  for (const std::unique_ptr<Machine>& machine : machines_) {
    const node::Node& node = *machine->node();
    text += fmt::format(" node {} is in {} [", machine->id().value, to_string(node.view().ring));
    for (const NodeId member : node.view().members) text += fmt::format(" {}", member.value);
    text += fmt::format(" ], {};", engine::to_string(node.state()));
  }
  return text;
}

int run_patterns(bool all_of_five, std::optional<std::uint32_t> only, bool trace) {
  const std::vector<Pattern> patterns = all_patterns(all_of_five);
  Duration slowest_settling{}, slowest_healing{};
  std::size_t failures = 0, kept = 0;
  for (std::size_t at = 0; at < patterns.size(); ++at) {
    if (only && *only != at) continue;
    const PatternRun::Result result = PatternRun{patterns[at], trace ? Trace::Text::all : Trace::Text::none}.run();
    slowest_settling = std::max(slowest_settling, result.settled_after);
    slowest_healing = std::max(slowest_healing, result.healed_after);
    kept += result.kept ? 1 : 0;
    if (!result.problem) continue;
    ++failures;
    fmt::print("pattern {} ({}): {}\nsee it again: rondel-sim patterns{} --only {} --trace\n", at, patterns[at].text(),
               *result.problem, all_of_five ? " --all" : "", at);
  }
  const auto seconds = [](Duration duration) { return std::chrono::duration<double>(duration).count(); };
  fmt::print(
      "{} patterns, {} failed; in {} the ring was kept; slowest: settled after {:.2f} s, healed after {:.2f} s\n",
      only ? 1 : patterns.size(), failures, kept, seconds(slowest_settling), seconds(slowest_healing));
  return failures == 0 ? 0 : 1;
}

}  // namespace rondel::simulation
