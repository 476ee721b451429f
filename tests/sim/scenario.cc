#include "scenario.h"

#include <algorithm>
#include <initializer_list>
#include <set>

namespace rondel::simulation {

namespace {

using namespace std::chrono_literals;

template <typename T>
T one_of(Pcg32& random, std::initializer_list<T> choices) {
  return choices.begin()[random.below(static_cast<std::uint32_t>(choices.size()))];
}

// Small clusters are the common ones, and the ones in which much happens in little time.
std::uint32_t draw_size(Pcg32& random) {
  const std::uint32_t kind = random.below(100);
  if (kind < 6) return 1;
  if (kind < 75) return random.between(2, 5);
  if (kind < 95) return random.between(6, 9);
  return random.between(10, 16);
}

std::vector<NodeId> draw_nodes(Pcg32& random, std::uint32_t size) {
  std::set<NodeId> nodes;
  const bool sparse = random.below(5) == 0;
  for (std::uint32_t id = 1; nodes.size() < size; ++id) nodes.insert(NodeId{sparse ? random.between(1, 65535) : id});
  return {nodes.begin(), nodes.end()};
}

void draw_frame_sizes(Pcg32& random, Scenario& scenario) {
  const std::size_t netmtu =
      random.below(3) == 0 ? random.between(600, 65536) : one_of<std::size_t>(random, {600, 1500, 9000, 65536});
  scenario.frame_bytes_max = std::min(netmtu - engine::frame_header_bytes, engine::frame_bytes_limit);
  scenario.frame_bytes_best = scenario.frame_bytes_max - (random.below(2) == 0 ? 0 : scenario.frame_bytes_max / 16);
}

NetworkSettings draw_network(Pcg32& random) {
  NetworkSettings network;
  network.delay_min = one_of<Duration>(random, {50us, 100us, 300us, 1ms});
  network.delay_max = network.delay_min * one_of<int>(random, {1, 2, 5});
  network.loss_ppm = one_of<std::uint32_t>(random, {0, 0, 100, 2'000, 20'000, 100'000});
  network.duplication_ppm = one_of<std::uint32_t>(random, {0, 0, 1'000, 20'000});
  network.reordering_ppm = one_of<std::uint32_t>(random, {0, 0, 1'000, 20'000});
  network.garbage_ppm = one_of<std::uint32_t>(random, {0, 0, 1'000});
  network.detection_max = one_of<Duration>(random, {50ms, 500ms, 2s});
  network.needs_link_up = random.below(10) < 7;
  if (random.below(40) == 0) network.corruption_ppm = one_of<std::uint32_t>(random, {500, 20'000});
  return network;
}

WorkloadSettings draw_workload(Pcg32& random) {
  WorkloadSettings workload;
  workload.clients_max = random.between(1, 4);
  workload.interval = one_of<Duration>(random, {5ms, 20ms, 100ms, 500ms});
  workload.message_bytes_max = one_of<std::uint32_t>(random, {100, 1'000, 5'000, 20'000});
  workload.huge_ppm = one_of<std::uint32_t>(random, {0, 0, 5'000, 30'000});
  workload.burst_max = one_of<std::uint32_t>(random, {1, 5, 60});
  workload.bytes_max = 6'000'000;
  workload.safe_percent = one_of<std::uint32_t>(random, {0, 3, 30, 100});
  workload.spell = one_of<Duration>(random, {0s, 0s, 300ms, 2s});
  return workload;
}

// All of them, or some.
std::set<NodeId> draw_core(Pcg32& random, const Scenario& scenario) {
  std::set<NodeId> core{scenario.nodes.begin(), scenario.nodes.end()};
  if (random.below(2) == 0 || !scenario.ordered()) return core;
  const std::uint32_t first = random.below(static_cast<std::uint32_t>(scenario.nodes.size()));
  for (const NodeId node : scenario.nodes) {
    if (node != scenario.nodes[first] && random.below(3) == 0) core.erase(node);
  }
  return core;
}

void calm(NetworkSettings& network) {
  network.loss_ppm = network.duplication_ppm = network.reordering_ppm = network.garbage_ppm = 0;
}

}  // namespace

std::optional<NodeId> Scenario::twin() const {
  if (nodes.empty() || !is_twin(nodes.back())) return std::nullopt;
  return id_of(nodes.back());
}

engine::Parameters draw_parameters(Pcg32& random) {
  engine::Parameters parameters;
  const std::uint32_t token = one_of<std::uint32_t>(random, {300, 1000, 1000, 3000});
  const std::uint32_t retransmit = token * 10 / 42;
  parameters.token_timeout = std::chrono::milliseconds{token};
  parameters.token_retransmit = std::chrono::milliseconds{retransmit};
  parameters.hold = std::chrono::milliseconds{retransmit * 8 / 10 - 10};
  parameters.consensus_timeout = std::chrono::milliseconds{token * 12 / 10};
  parameters.send_join_spread = random.below(4) == 0 ? Duration{80ms} : Duration{0};
  parameters.fail_to_receive_visits = one_of<std::uint32_t>(random, {100, 2500, 2500});
  parameters.sequence_unchanged_max = one_of<std::uint32_t>(random, {5, 30, 30});
  parameters.window_frames = one_of<std::uint32_t>(random, {2, 10, 50, 50, 300});
  parameters.visit_frames_max = one_of<std::uint32_t>(random, {1, 5, 17, 17, 60});
  parameters.miss_visits = one_of<std::uint32_t>(random, {1, 2, 5, 5});
  parameters.cancel_hold_on_retransmit = random.below(4) == 0;
  parameters.ring_begins = one_of<Sequence>(
      random, {Sequence{0}, Sequence{0}, Sequence{0}, Sequence{0xffffffffU - 300}, Sequence{0x7fffffffU - 300}});
  parameters.store_bytes_max = one_of<std::size_t>(random, {64U * 1024 * 1024, 64U * 1024 * 1024, 200'000});
  return parameters;
}

Scenario draw_scenario(std::uint64_t seed, const ScenarioWishes& wishes) {
  Pcg32 random{seed, 1};
  Scenario scenario;
  scenario.seed = seed;
  const std::uint32_t size = draw_size(random);
  scenario.nodes = draw_nodes(random, wishes.nodes.value_or(size));
  if (random.below(60) == 0 && scenario.nodes.size() > 1) {
    scenario.nodes.push_back(NodeId{scenario.nodes[random.below(2)].value + twin_distance});
  }
  scenario.parameters = draw_parameters(random);
  draw_frame_sizes(random, scenario);
  scenario.parameters.frame_bytes_max = scenario.frame_bytes_max;
  scenario.network = draw_network(random);
  scenario.workload = draw_workload(random);
  scenario.recording = wishes.recording;
  scenario.trouble = wishes.trouble.value_or(std::chrono::seconds{random.between(3, 12)});
  scenario.fault_interval = one_of<Duration>(random, {50ms, 200ms, 700ms, 2s});
  scenario.turn_max = one_of<Duration>(random, {20us, 100us, 1ms});
  scenario.write_max = one_of<Duration>(random, {100us, 5ms, 200ms});
  scenario.core = draw_core(random, scenario);
  scenario.plan = draw_plan(scenario);
  std::erase_if(scenario.plan, [&](const PlannedFault& fault) {
    return wishes.without.contains(fault.number) || (wishes.only && !wishes.only->contains(fault.number));
  });
  if (wishes.calm) calm(scenario.network);
  return scenario;
}

}  // namespace rondel::simulation
