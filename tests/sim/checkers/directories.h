// Checker 7: group directories are equal at equal points of the order and never list a process of a departed node.
#pragma once

#include <map>
#include <vector>

#include "checkers/checker.h"

namespace rondel::simulation {

class DirectoriesChecker final : public Checker {
 public:
  using Checker::Checker;
  void started(const Life& life) override { lives_[life] = {}; }
  void ended(const Life& life) override { lives_.erase(life); }
  void installed(const Life&, const engine::Install&, RingNumber durable) override;
  void handled(const Life&, const engine::Frame&, std::span<const group::Process>) override;
  void synchronised(const Life&, const engine::View&, std::span<const group::Process>) override;
  void groups_changed(const Life&, const group::Change&) override;

 private:
  struct State {
    bool synchronised = false;
    bool changed = false;  // since the last frame was handled
  };
  struct Seen {
    Life witness;
    std::vector<group::Process> table;
  };
  static constexpr std::uint64_t end_of_synchronisation = 1ULL << 32U;

  void compare(const Life&, const RingId&, std::uint64_t point, std::span<const group::Process>);

  std::map<Life, State> lives_;
  std::map<std::pair<RingId, std::uint64_t>, Seen> points_;
};

}  // namespace rondel::simulation
