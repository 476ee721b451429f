// The kinds of trouble that the simulator makes, and how often each came.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rondel::simulation {

// The first ones are counted in packets, the others in events.
enum class Fault : std::uint8_t {
  loss,
  burst_loss,
  delay,
  duplication,
  reordering,
  garbage,
  one_way_cut,
  pair_cut,
  partition,
  deafness,  // tokens arrive, multicasts do not
  pause,
  crash,
  crash_in_effects,  // between two effects of one call
  crash_in_write,    // the ring number was on its way to the disk
  lost_file,
  quick_restart,
  restart,
  leave,
  reload,
  client_death,
};
inline constexpr std::size_t fault_count = 20;

[[nodiscard]] constexpr const char* to_string(Fault fault) {
  constexpr std::array<const char*, fault_count> names{
      "loss",      "burst loss",    "delay",    "duplication", "reordering", "garbage",          "one-way cut",
      "pair cut",  "partition",     "deafness", "pause",       "crash",      "crash in effects", "crash in write",
      "lost file", "quick restart", "restart",  "leave",       "reload",     "client death"};
  return names[static_cast<std::size_t>(fault)];
}

struct FaultCounts {
  std::array<std::uint64_t, fault_count> of{};
  void add(Fault fault, std::uint64_t count = 1) { of[static_cast<std::size_t>(fault)] += count; }
};

}  // namespace rondel::simulation
