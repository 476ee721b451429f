// What a daemon does to its process at start: background, directories, memory, scheduling.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace rondel::runtime {

// One fork; the parent ends with 0 at once, the child leads a session of its own.
Result<void> fork_to_background();
// Standard input, output and error become /dev/null.
Result<void> detach_standard_streams();

// Makes the directory (not its parents) if it isn't there, and says why it can't be used.
Result<void> prepare_directory(const std::string& path);

enum class CgroupMove { no, yes, automatic };

struct SchedulingOptions {
  bool realtime = true;                                    // SCHED_RR
  std::optional<int> priority{};                           // of SCHED_RR; without: the highest
  std::optional<int> nice{};                               // used without realtime
  CgroupMove move_to_root_cgroup = CgroupMove::automatic;  // automatic: only if SCHED_RR is refused where we are
};

// Each entry is a sentence about something that was wanted and refused; the daemon works without it, less evenly.
[[nodiscard]] std::vector<std::string> choose_scheduling(const SchedulingOptions&);

// A page fault at the wrong time costs a token timeout: keeps all memory, present and future, in place. The sentence
// says why it was refused.
[[nodiscard]] std::optional<std::string> lock_memory();

}  // namespace rondel::runtime
