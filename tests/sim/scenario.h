// Scenario: everything that is fixed for one seed before it runs.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "base/ids.h"
#include "base/random.h"
#include "base/time.h"
#include "engine/parameters.h"
#include "plan.h"
#include "replay.h"

namespace rondel::simulation {

struct NetworkSettings {
  Duration delay_min{}, delay_max{};  // of each packet
  std::uint32_t loss_ppm = 0, duplication_ppm = 0, reordering_ppm = 0, garbage_ppm = 0;
  std::uint32_t corruption_ppm = 0;
  Duration detection_max{};    // how late a link layer notices that a peer came or went
  bool needs_link_up = false;  // nothing is sent to a peer that the link layer holds for gone, as libknet does
};

struct WorkloadSettings {
  std::uint32_t clients_max = 3;  // on each node
  Duration interval{};            // mean time between two actions on a node
  std::uint32_t message_bytes_max = 0;
  std::uint32_t huge_ppm = 0;      // of messages of up to a megabyte
  std::uint32_t burst_max = 1;     // messages in one action
  std::uint64_t bytes_max = 0;     // of one run
  std::uint32_t safe_percent = 0;  // of messages
  Duration spell{};                // all are busy and idle in turns of this length; 0: always busy
};

struct Scenario {
  std::uint64_t seed = 0;
  std::vector<NodeId> nodes;  // their addresses: the id, or that of a twin
  std::set<NodeId> core;      // those that are healed in the end
  engine::Parameters parameters;
  std::size_t frame_bytes_max = 0, frame_bytes_best = 0;
  NetworkSettings network;
  WorkloadSettings workload;
  Duration trouble{};         // how long faults go on
  Duration fault_interval{};  // mean time between two of them
  Duration turn_max{};        // what a turn of a node's event loop takes at most
  Duration write_max{};       // what a write to the disk takes at most
  Plan plan;
  RecordingWishes recording;

  // With corrupted bytes or two nodes of one id nothing is promised but to go on, within bounds, and to say so.
  [[nodiscard]] bool ordered() const { return network.corruption_ppm == 0 && !twin(); }
  // The node whose id another one has, too.
  [[nodiscard]] std::optional<NodeId> twin() const;
};

// A twin has its own address, and the id of another node.
inline constexpr std::uint32_t twin_distance = 0x10000;
[[nodiscard]] constexpr NodeId id_of(NodeId address) { return NodeId{address.value % twin_distance}; }
[[nodiscard]] constexpr bool is_twin(NodeId address) { return address.value >= twin_distance; }

struct ScenarioWishes {
  std::optional<std::uint32_t> nodes;
  std::optional<Duration> trouble;
  std::optional<std::set<std::uint32_t>> only;  // of the planned faults
  std::set<std::uint32_t> without;
  bool calm = false;  // no faults of single packets
  RecordingWishes recording;
};

[[nodiscard]] Scenario draw_scenario(std::uint64_t seed, const ScenarioWishes&);
// Parameters as config derives them from a token timeout (ring.md 4.1).
[[nodiscard]] engine::Parameters draw_parameters(Pcg32&);

}  // namespace rondel::simulation
