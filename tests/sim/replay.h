// Recordings of the flight recorder: those of simulated nodes are checked and kept, those in files are replayed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "node/node.h"

namespace rondel::simulation {

struct RecordingWishes {
  bool check = false;  // replay every node's recording at its end
  NodeId keep;         // the last recording of this node
};

[[nodiscard]] std::vector<std::byte> recording_of(const node::Node&, Time now);
// Replays it, with a snapshot before each step. What went wrong.
[[nodiscard]] std::optional<std::string> check_recording(Bytes);

// Prints what an engine comes to with the inputs of this file; with `states_only` nothing but its states. The exit
// code: 0 if all came out as it was recorded, 1 if not, 2 if the file can't be replayed.
[[nodiscard]] int replay_file(const std::string& file, bool states_only);

}  // namespace rondel::simulation
