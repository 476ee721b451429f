#include "checkers/directories.h"

#include <algorithm>

namespace rondel::simulation {

void DirectoriesChecker::installed(const Life& life, const engine::Install&, RingNumber) {
  lives_[life].synchronised = false;
}

void DirectoriesChecker::groups_changed(const Life& life, const group::Change& change) {
  lives_[life].changed = true;
  if (!std::ranges::is_sorted(change.members, {}, [](const group::Member& m) { return std::pair{m.node, m.pid}; })) {
    violation("directories: {} tells members out of order", to_string(life));
  }
}

void DirectoriesChecker::handled(const Life& life, const engine::Frame& frame, std::span<const group::Process> table) {
  State& state = lives_[life];
  const std::uint64_t point = frame.sequence.value;
  if (state.synchronised && (state.changed || points_.contains({frame.ring, point}))) {
    compare(life, frame.ring, point, table);
  }
  state.changed = false;
}

void DirectoriesChecker::synchronised(const Life& life, const engine::View& view,
                                      std::span<const group::Process> table) {
  lives_[life].synchronised = true;
  for (const group::Process& process : table) {
    if (!std::ranges::binary_search(view.members, process.node)) {
      violation("directories: {} lists a process of node {}, which is not in ring {}", to_string(life),
                process.node.value, to_string(view.ring));
    }
  }
  compare(life, view.ring, end_of_synchronisation, table);
}

void DirectoriesChecker::compare(const Life& life, const RingId& ring, std::uint64_t point,
                                 std::span<const group::Process> table) {
  const auto [entry, fresh] = points_.try_emplace({ring, point});
  if (fresh) {
    entry->second = {life, {table.begin(), table.end()}};
  } else if (!std::ranges::equal(entry->second.table, table)) {
    violation("directories: {} and {} know different processes ({} and {}) in ring {} at {}",
              to_string(entry->second.witness), to_string(life), entry->second.table.size(), table.size(),
              to_string(ring), point == end_of_synchronisation ? "the end of sync" : fmt::format("frame {}", point));
  }
}

}  // namespace rondel::simulation
