#include "checkers/own.h"

namespace rondel::simulation {

void OwnChecker::frame_sent(const Life& life, const engine::Frame& frame) {
  if (frame.encapsulated || frame.originator != life.node) return;
  State& state = lives_[life];
  if (state.newest && state.newest->first == frame.ring && up_to(frame.sequence, state.newest->second)) return;
  state.newest = {frame.ring, frame.sequence};
  state.frames.emplace_back(frame.ring, frame.sequence);
}

void OwnChecker::delivered(const Life& life, const engine::Frame& frame) {
  State& state = lives_[life];
  if (frame.originator != life.node || state.frames.empty()) return;
  if (state.frames.front() != std::pair{frame.ring, frame.sequence}) {
    violation("own: {} delivers its frame {} of ring {} while frame {} of ring {} is due", to_string(life),
              frame.sequence.value, to_string(frame.ring), state.frames.front().second.value,
              to_string(state.frames.front().first));
  }
  state.frames.pop_front();
}

void OwnChecker::installed(const Life& life, const engine::Install& change, RingNumber) {
  State& state = lives_[life];
  if (change.stage != engine::Install::Stage::regular || state.frames.empty()) return;
  violation("own: {} installs ring {} without having delivered its frame {} of ring {}", to_string(life),
            to_string(change.view.ring), state.frames.front().second.value, to_string(state.frames.front().first));
}

void OwnChecker::message_sent(const MessageId& id, const group::Name&, const Payload&) {
  ++lives_[id.sender].messages_sent;
}

void OwnChecker::message_delivered(const Life& life, const group::Delivery& delivery) {
  if (delivery.node == life.node) ++lives_[life].messages_delivered;
}

void OwnChecker::finished() {
  for (const auto& [life, state] : lives_) {
    if (!state.frames.empty()) {
      violation("own: {} never delivered its frame {} of ring {}", to_string(life), state.frames.front().second.value,
                to_string(state.frames.front().first));
    }
    if (state.messages_sent != state.messages_delivered) {
      violation("own: {} sent {} messages and delivered {} of them", to_string(life), state.messages_sent,
                state.messages_delivered);
    }
  }
}

}  // namespace rondel::simulation
