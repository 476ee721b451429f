#include "checkers/safe.h"

#include <algorithm>

namespace rondel::simulation {

void SafeChecker::installed(const Life& life, const engine::Install& change, RingNumber) {
  State& state = lives_[life];
  if (change.stage == engine::Install::Stage::transitional) {
    state.behind_transitional = true;
    return;
  }
  Ring& left = rings_[state.ring];
  left.gone_on.insert(life);
  const std::set<std::uint32_t>& own = left.deliveries[life];
  for (const auto& [sequence, witness] : left.safe) {
    if (own.contains(sequence)) continue;
    violation("safe: {} goes on from ring {} without frame {}, which {} delivered as safe", to_string(life),
              to_string(state.ring), sequence, to_string(witness));
  }
  state = State{change.view.ring, change.view.members};
}

void SafeChecker::delivered(const Life& life, const engine::Frame& frame) {
  State& state = lives_[life];
  state.messages = 0;
  if (frame.guarantee != engine::Guarantee::safe) return;
  Ring& ring = rings_[frame.ring];
  ring.deliveries[life].insert(frame.sequence.value);
  if (state.behind_transitional) return;
  ring.safe.try_emplace(frame.sequence.value, life);
  check_members(life, state, ring, frame.sequence);
}

void SafeChecker::message_delivered(const Life& life, const group::Delivery&) { ++lives_[life].messages; }

void SafeChecker::handled(const Life& life, const engine::Frame& frame, std::span<const group::Process>) {
  if (frame.guarantee != engine::Guarantee::safe) return;
  const std::uint64_t found = lives_[life].messages;
  const auto [first, fresh] = rings_[frame.ring].messages.try_emplace(frame.sequence.value, life, found);
  if (fresh || first->second.second == found) return;
  violation("safe: {} finds {} messages in frame {} of ring {}, {} found {}", to_string(life), found,
            frame.sequence.value, to_string(frame.ring), to_string(first->second.first), first->second.second);
}

void SafeChecker::check_members(const Life& life, const State& state, Ring& ring, Sequence sequence) {
  for (const auto& [other, other_state] : lives_) {
    if (other == life || !std::ranges::binary_search(state.members, other.node)) continue;
    // Who has gone on to another ring does not keep this one's frames, but has delivered them.
    const std::optional<Sequence> received = received_(other.node, state.ring);
    const bool has = (received && up_to(sequence, *received)) || ring.deliveries[other].contains(sequence.value);
    // A process that never was in this ring is another one than the member, which is dead.
    const bool member = received || other_state.ring == state.ring || ring.gone_on.contains(other);
    if (member && !has) {
      violation("safe: {} delivers frame {} of ring {} as safe, which {} has not received", to_string(life),
                sequence.value, to_string(state.ring), to_string(other));
    }
  }
}

}  // namespace rondel::simulation
