// Replay: an engine gets again what it got once, and must come to the same states and effects. What it comes to at the
// end of a chunk must also be the next chunk's snapshot, to the byte.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/counters.h"
#include "trace/file.h"

namespace rondel::trace {

struct ReplayOptions {
  // Before each step the engine is replaced by one made from its snapshot: proves that a snapshot forgets nothing.
  bool through_snapshots = false;
  // Called before and after each record is fed.
  std::function<void(const Record&)> before;
  std::function<void(const Record&, engine::State)> after;
};

struct Replayed {
  std::uint64_t first_record = 0;
  std::uint64_t records = 0;
  // The first thing that came out differently, and where.
  std::optional<std::string> difference;
  bool unfinished = false;  // the last record has no outcome: the process ended in it
  engine::State state{};    // at the end
  engine::Counters counters;
};

// An error: the recording can't be read, or not by this program.
[[nodiscard]] Result<Replayed> replay(const Recording&, const ReplayOptions& = {});

}  // namespace rondel::trace
