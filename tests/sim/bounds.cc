#include "bounds.h"

#include <fmt/format.h>

#include <algorithm>

#include "packing/assembly.h"
#include "trace/recorder.h"

namespace rondel::simulation {

namespace {

using namespace std::chrono_literals;

// Lists of an old quarrel, found out one after the other: so many times the core may try in vain.
constexpr std::int64_t attempts_max = 5;
// A probe that went to a ring that ended is sent again behind this.
constexpr Duration probe_again_max = 5s;
// What a node may have waiting beyond its gate: the gate is asked before each message, not for each byte; and lists of
// processes and leaves are not asked for.
constexpr std::size_t beyond_gate = 2 * std::size_t{1024} * 1024;

std::int64_t size_of(const Scenario& scenario) { return static_cast<std::int64_t>(scenario.nodes.size()); }

// Of a token without traffic, with what a turn of each loop takes.
Duration rotation_max(const Scenario& scenario) {
  return size_of(scenario) * (scenario.network.delay_max + 2 * scenario.turn_max);
}

// In vain: a lost commit token or first token is missed; who is silent is waited for, and who disagrees once more.
// Numbers are written, and it takes some rotations.
Duration attempt_max(const Scenario& scenario) {
  const engine::Parameters& parameters = scenario.parameters;
  return parameters.token_timeout + 2 * parameters.consensus_timeout + 2 * scenario.write_max +
         2 * parameters.join_interval + 80ms + 10 * rotation_max(scenario);
}

}  // namespace

// The link layer must see that paths are whole again; then rings look for each other, and find each other one by one
// at worst in as many merges as halve their number.
Duration healing_max(const Scenario& scenario) {
  return scenario.network.detection_max + attempts_max * attempt_max(scenario) +
         8 * (scenario.parameters.merge_interval + scenario.parameters.hold);
}

// With the smallest window a rotation carries two frames, and the smallest frame is one packet of 500 bytes; a member
// with a full store lets nobody send until it has freed some, which costs rotations, too.
Duration delivery_max(const Scenario& scenario, std::size_t waiting_bytes) {
  const auto frames = static_cast<std::int64_t>(waiting_bytes / 400) + 10 * size_of(scenario);
  return frames * (rotation_max(scenario) + 1ms) + 3 * probe_again_max + healing_max(scenario);
}

// A token a hold, sent twice if there was loss before, and by each member; the representative looks for other rings,
// and in doubt everybody tells whom it hears.
double idle_packets_max(const Scenario& scenario) {
  const double nodes = static_cast<double>(scenario.nodes.size());
  const double hold = std::max(std::chrono::duration<double>(scenario.parameters.hold).count(), 0.02);
  const double merge = std::chrono::duration<double>(scenario.parameters.merge_interval).count();
  return 3 * nodes / hold + 2 * nodes * nodes / merge + 20;
}

std::optional<std::string> over_bound(const Machine& machine, const Scenario& scenario) {
  const node::Node& node = *machine.node();
  const auto check = [&](const char* what, std::size_t is, std::size_t bound) -> std::optional<std::string> {
    if (is <= bound) return std::nullopt;
    return fmt::format("bounds: node {} keeps {} {}, more than {}", machine.id().value, is, what, bound);
  };
  // Others see that a store is full when the token has come round; so much more they have sent by then.
  const std::size_t rotation_bytes = std::size_t{300} * scenario.frame_bytes_max;
  const std::size_t nodes = scenario.nodes.size();
  std::optional<std::string> over =
      check("bytes that wait", node.waiting_bytes(), machine_waiting_bytes_max + beyond_gate);
  if (!over) over = check("bytes of frames", node.kept_bytes(), 2 * (std::size_t{64} * 1024 * 1024 + rotation_bytes));
  if (!over)
    over = check("bytes of unfinished messages", node.unfinished_bytes(), 2 * nodes * packing::assembled_bytes_max);
  if (!over) over = check("entries of its history", node.history().size(), node::history_entries_max);
  if (!over) over = check("events", node.event_log().events().size(), node::logged_events_max);
  if (!over && node.recorder().on()) {
    over = check("bytes of its recording", node.recorder().bytes(), 2 * machine_recording_bytes_max);
  }
  return over;
}

}  // namespace rondel::simulation
