#include "checkers/transitional.h"

#include <algorithm>

namespace rondel::simulation {

namespace {

void mix(std::uint64_t& hash, std::uint64_t number) {
  hash = (hash ^ number) * 0x9e3779b97f4a7c15ULL;
  hash ^= hash >> 31U;
}

}  // namespace

void TransitionalChecker::delivered(const Life& life, const engine::Frame& frame) {
  State& state = lives_[life];
  Story& story = state.behind_transitional ? state.transitional : state.regular;
  ++story.frames;
  mix(story.frames_hash, frame.sequence.value);
  mix(story.frames_hash, frame.originator.value);
}

void TransitionalChecker::message_delivered(const Life& life, const group::Delivery& delivery) {
  State& state = lives_[life];
  Story& story = state.behind_transitional ? state.transitional : state.regular;
  ++story.messages;
  mix(story.messages_hash, digest(delivery.message.view()));
  mix(story.messages_hash, delivery.node.value);
  mix(story.messages_hash, delivery.pid);
}

void TransitionalChecker::installed(const Life& life, const engine::Install& change, RingNumber) {
  State& state = lives_[life];
  if (change.stage == engine::Install::Stage::transitional) {
    state.behind_transitional = true;
    return;
  }
  const engine::View& view = change.view;
  if (state.ring != RingId{}) {
    const auto [entry, fresh] = passages_.try_emplace({state.ring, view.ring}, Passage{life, state, view.transitional});
    const Passage& first = entry->second;
    if (!fresh) {
      const auto differ = [&](const char* where, const Story& a, const Story& b) {
        violation(
            "transitional: {} and {} went from ring {} to {} together, but {} the first delivered {} frames and {} "
            "messages, the second {} and {}",
            to_string(first.witness), to_string(life), to_string(state.ring), to_string(view.ring), where, a.frames,
            a.messages, b.frames, b.messages);
      };
      if (first.state.regular != state.regular)
        differ("before the transitional view", first.state.regular, state.regular);
      if (first.state.transitional != state.transitional) {
        differ("behind the transitional view", first.state.transitional, state.transitional);
      }
      if (first.nodes != view.transitional) {
        violation("transitional: {} and {} went from ring {} to {} with different transitional sets",
                  to_string(first.witness), to_string(life), to_string(state.ring), to_string(view.ring));
      }
    }
  }
  state = State{};
  state.ring = view.ring;
}

}  // namespace rondel::simulation
