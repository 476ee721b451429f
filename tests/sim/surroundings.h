// What every machine of one run shares.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "checkers/checker.h"
#include "engine/counters.h"
#include "faults.h"
#include "network.h"
#include "scenario.h"
#include "scheduler.h"
#include "trace.h"

namespace rondel::simulation {

using Transitions = std::array<std::array<std::uint64_t, engine::state_count>, engine::state_count>;

struct Totals {
  std::uint64_t lives = 0, views = 0, frames = 0, messages = 0, message_bytes = 0, synchronisations = 0;
  std::uint64_t safe_frames = 0, safe_frames_behind = 0;  // delivered in a regular view, and behind a transitional one
  std::uint64_t twins_noticed = 0, unreadable = 0;
  FaultCounts faults;
  Transitions transitions{};

  void add(const Totals& other) {
    lives += other.lives;
    views += other.views;
    frames += other.frames;
    safe_frames += other.safe_frames;
    safe_frames_behind += other.safe_frames_behind;
    messages += other.messages;
    twins_noticed += other.twins_noticed;
    unreadable += other.unreadable;
    message_bytes += other.message_bytes;
    synchronisations += other.synchronisations;
    for (std::size_t i = 0; i < fault_count; ++i) faults.of[i] += other.faults.of[i];
    add(other.transitions);
  }
  void add(const Transitions& other) {
    for (std::size_t from = 0; from < engine::state_count; ++from) {
      for (std::size_t to = 0; to < engine::state_count; ++to) transitions[from][to] += other[from][to];
    }
  }
};

struct Surroundings {
  const Scenario& scenario;
  Scheduler scheduler;
  Trace trace;
  Totals totals;
  Network network;
  Violations violations;
  std::vector<std::unique_ptr<Checker>> checkers;
  bool noise_believed = false;  // a corrupt file's number is in use: no file may be lost now, its number would be lower
  std::vector<std::byte> recording;  // of the node whose is to be kept

  Surroundings(const Scenario& given, Trace::Text text)
      : scenario{given}, trace{text}, network{scheduler, given.seed, totals.faults, given.network} {}

  template <typename Tell>
  void tell(Tell&& tell_one) {
    for (const std::unique_ptr<Checker>& checker : checkers) tell_one(*checker);
  }
};

}  // namespace rondel::simulation
