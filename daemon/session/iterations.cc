#include "session/iterations.h"

namespace rondel::session {

std::vector<group::Process> iteration_order(std::span<const group::Process> table, IterationType type,
                                            const group::Name& one_group) {
  std::vector<std::vector<const group::Process*>> groups;  // in order of appearance
  std::map<std::string_view, std::size_t> places;
  for (const group::Process& process : table) {
    if (type == IterationType::one_group && process.group != one_group) continue;
    const auto [place, is_new] = places.try_emplace(process.group.view(), groups.size());
    if (is_new) groups.emplace_back();
    if (is_new || type != IterationType::names_only) groups[place->second].push_back(&process);
  }
  std::vector<group::Process> entries;
  for (auto members = groups.rbegin(); members != groups.rend(); ++members) {
    entries.push_back(*members->front());
    if (type == IterationType::names_only) entries.back() = group::Process{NodeId{}, 0, members->front()->group};
    for (std::size_t i = members->size(); i-- > 1;) entries.push_back(*(*members)[i]);
  }
  return entries;
}

std::optional<std::uint64_t> Iterations::open(std::vector<group::Process> entries) {
  if (open_.size() >= open_iterations_max) return std::nullopt;
  open_.emplace(++last_handle_, Walk{std::move(entries), 0});
  return last_handle_;
}

Iterations::Step Iterations::next(std::uint64_t handle, group::Process& entry) {
  const auto found = open_.find(handle);
  if (found == open_.end()) return Step::bad_handle;
  Walk& walk = found->second;
  if (walk.position == walk.entries.size()) return Step::end;
  entry = walk.entries[walk.position++];
  return Step::entry;
}

bool Iterations::close(std::uint64_t handle) { return open_.erase(handle) == 1; }

}  // namespace rondel::session
