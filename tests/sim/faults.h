// The kinds of trouble that the simulator makes, and how often each came.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rondel::simulation {

enum class Fault : std::uint8_t {
  // Counted in packets.
  loss,
  burst_loss,
  large_loss,  // packets larger than the path lets through
  delay,
  clogged,  // packets that waited in a full link, and came together or were dropped
  duplication,
  reordering,
  garbage,
  corruption,  // bytes of a packet changed
  stale,       // packets of long ago come again
  deafness,    // tokens arrive, multicasts do not
  // Counted in events.
  one_way_cut,
  pair_cut,
  partition,
  false_alarm,  // a forged ICMP message: the link layer believes that a peer has gone
  path_mtu,     // a forged or late ICMP message: the link layer believes in another size of packets
  pause,
  clock_leap,  // a node's clock jumps ahead
  crash,
  crash_in_effects,  // between two effects of one call
  crash_in_write,    // the ring number was on its way to the disk
  lost_file,
  corrupt_file,
  quick_restart,
  restart,
  leave,
  reload,
  twins,  // two nodes with one id
  client_death,
  client_stall,
  left_out,  // a node that is not healed at the end
};
inline constexpr std::size_t fault_count = 31;

[[nodiscard]] constexpr const char* to_string(Fault fault) {
  constexpr std::array<const char*, fault_count> names{"loss",
                                                       "burst loss",
                                                       "loss of large packets",
                                                       "delay",
                                                       "clogged link",
                                                       "duplication",
                                                       "reordering",
                                                       "garbage",
                                                       "corruption",
                                                       "stale packet",
                                                       "deafness",
                                                       "one-way cut",
                                                       "pair cut",
                                                       "partition",
                                                       "false alarm",
                                                       "path MTU",
                                                       "pause",
                                                       "clock leap",
                                                       "crash",
                                                       "crash in effects",
                                                       "crash in write",
                                                       "lost file",
                                                       "corrupt file",
                                                       "quick restart",
                                                       "restart",
                                                       "leave",
                                                       "reload",
                                                       "twins",
                                                       "client death",
                                                       "client stall",
                                                       "left out"};
  return names[static_cast<std::size_t>(fault)];
}

struct FaultCounts {
  std::array<std::uint64_t, fault_count> of{};
  void add(Fault fault, std::uint64_t count = 1) { of[static_cast<std::size_t>(fault)] += count; }
};

}  // namespace rondel::simulation
