#include "checkers/views.h"

#include <algorithm>

namespace rondel::simulation {

namespace {

using Nodes = std::vector<NodeId>;

Nodes minus(const Nodes& from, const Nodes& taken) {
  Nodes rest;
  std::ranges::set_difference(from, taken, std::back_inserter(rest));
  return rest;
}

bool same(const engine::View& a, const engine::View& b) {
  return a.ring == b.ring && a.members == b.members && a.transitional == b.transitional && a.joined == b.joined &&
         a.left == b.left && a.capabilities == b.capabilities;
}

}  // namespace

void ViewsChecker::installed(const Life& life, const engine::Install& change, RingNumber) {
  State& state = lives_[life];
  if (change.stage == engine::Install::Stage::transitional) {
    if (state.transitional) violation("views: {} installs two transitional views in a row", to_string(life));
    check_lists(life, state, change.view);
    state.transitional = change.view;
    return;
  }
  if (!state.transitional || !same(*state.transitional, change.view)) {
    violation("views: {} installs {} without its transitional view", to_string(life), to_string(change.view.ring));
  }
  state.transitional.reset();
  state.members = change.view.members;
  check_ring(life, change.view);
}

void ViewsChecker::check_lists(const Life& life, const State& state, const engine::View& view) {
  const auto wrong = [&](const char* what) {
    violation("views: {} installs {} with {}", to_string(life), to_string(view.ring), what);
  };
  for (const Nodes* list : {&view.members, &view.transitional, &view.joined, &view.left}) {
    if (!std::ranges::is_sorted(*list) || std::ranges::adjacent_find(*list) != list->end()) wrong("unordered lists");
  }
  if (!std::ranges::binary_search(view.members, life.node)) return wrong("members that do not include itself");
  if (view.members.front() != view.ring.representative) wrong("a representative that is not the lowest member");
  if (!std::ranges::includes(view.members, view.transitional)) wrong("transitional nodes that are no members");
  if (!std::ranges::includes(state.members, view.transitional)) wrong("transitional nodes that were no members");
  if (view.joined != minus(view.members, view.transitional)) wrong("a joined list that is not members - transitional");
  if (view.left != minus(state.members, view.transitional)) wrong("a left list that is not the rest of the last view");
  if (!state.members.empty() && !std::ranges::binary_search(view.transitional, life.node)) {
    wrong("a transitional set without itself");
  }
}

void ViewsChecker::check_ring(const Life& life, const engine::View& view) {
  const auto [entry, fresh] = rings_.try_emplace(view.ring, Ring{life, view.members, view.capabilities});
  if (fresh) return;
  if (entry->second.members != view.members) {
    violation("views: {} and {} have different members in ring {}", to_string(entry->second.witness), to_string(life),
              to_string(view.ring));
  }
  if (entry->second.capabilities != view.capabilities) {
    violation("views: {} and {} have different capabilities in ring {}", to_string(entry->second.witness),
              to_string(life), to_string(view.ring));
  }
}

}  // namespace rondel::simulation
