// Iterations: a client walks through the process table one answer at a time (ipc.md 9.9). Each walk has its own
// snapshot, so the number of walks a connection may have open is bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "group/message.h"

namespace rondel::session {

enum class IterationType : std::uint32_t { names_only = 1, one_group = 2, all = 3 };

// The entries of a walk in corosync's order: the group that appears last in the table comes first; in a group the first
// process is followed by the others backwards. Names only: each group once, node and pid 0.
[[nodiscard]] std::vector<group::Process> iteration_order(std::span<const group::Process> table, IterationType,
                                                          const group::Name& one_group);

class Iterations {
 public:
  static constexpr std::size_t open_iterations_max = 16;

  // The handle of a new walk, or nothing if too many are open.
  [[nodiscard]] std::optional<std::uint64_t> open(std::vector<group::Process> entries);
  enum class Step : std::uint8_t { entry, end, bad_handle };
  [[nodiscard]] Step next(std::uint64_t handle, group::Process& entry);
  [[nodiscard]] bool close(std::uint64_t handle);
  void clear() { open_.clear(); }

 private:
  struct Walk {
    std::vector<group::Process> entries;
    std::size_t position = 0;
  };
  std::map<std::uint64_t, Walk> open_;
  std::uint64_t last_handle_ = 0;  // a handle is never used twice on a connection
};

}  // namespace rondel::session
