#include "checkers/order.h"

#include <algorithm>

namespace rondel::simulation {

// Resends come by here as well, so a frame that was changed on its way through a holder is noticed.
void OrderChecker::frame_sent(const Life& life, const engine::Frame& frame) {
  if (frame.encapsulated) return;
  Ring& ring = rings_[frame.ring];
  const auto [entry, fresh] =
      ring.frames.try_emplace(frame.sequence.value, Known{frame.originator, digest(frame.payload.view())});
  if (fresh && frame.originator != life.node) {
    violation("order: {} sends frame {} of ring {} in the name of node {}", to_string(life), frame.sequence.value,
              to_string(frame.ring), frame.originator.value);
  }
  if (!fresh &&
      (entry->second.originator != frame.originator || entry->second.digest != digest(frame.payload.view()))) {
    violation("order: two frames have number {} in ring {}, one sent by {}", frame.sequence.value,
              to_string(frame.ring), to_string(life));
  }
}

void OrderChecker::installed(const Life& life, const engine::Install& change, RingNumber) {
  State& state = lives_[life];
  if (change.stage == engine::Install::Stage::transitional) {
    state.behind_transitional = true;
    state.transitional = change.view.transitional;
    return;
  }
  state = State{};
  state.ring = change.view.ring;
}

void OrderChecker::delivered(const Life& life, const engine::Frame& frame) {
  State& state = lives_[life];
  if (frame.ring != state.ring) {
    violation("order: {} delivers frame {} of ring {}, which is not its own", to_string(life), frame.sequence.value,
              to_string(frame.ring));
    return;
  }
  Ring& ring = rings_[frame.ring];
  const auto known = ring.frames.find(frame.sequence.value);
  if (known == ring.frames.end()) {
    // A ring of one does not multicast: what it delivers it has sent.
    if (frame.originator == life.node) {
      ring.frames[frame.sequence.value] = Known{frame.originator, digest(frame.payload.view())};
    } else {
      violation("once: {} delivers frame {} of ring {} that nobody sent", to_string(life), frame.sequence.value,
                to_string(frame.ring));
    }
  } else if (known->second.originator != frame.originator || known->second.digest != digest(frame.payload.view())) {
    violation("order: {} delivers another frame {} of ring {} than was sent", to_string(life), frame.sequence.value,
              to_string(frame.ring));
  }
  check_position(life, state, ring, frame);
  state.last = frame.sequence;
}

void OrderChecker::check_position(const Life& life, const State& state, Ring& ring, const engine::Frame& frame) {
  if (!state.last) {
    if (state.behind_transitional) return;
    if (!ring.first) ring.first = frame.sequence;
    if (*ring.first != frame.sequence) {
      violation("order: {} begins ring {} with frame {}, others with {}", to_string(life), to_string(frame.ring),
                frame.sequence.value, ring.first->value);
    }
    return;
  }
  if (!before(*state.last, frame.sequence)) {
    violation("order: {} delivers frame {} of ring {} behind frame {}", to_string(life), frame.sequence.value,
              to_string(frame.ring), state.last->value);
    return;
  }
  if (frame.sequence != state.last->next()) check_hole(life, state, ring, frame);
}

void OrderChecker::check_hole(const Life& life, const State& state, const Ring& ring, const engine::Frame& frame) {
  if (!state.behind_transitional) {
    violation("order: {} skips from frame {} to {} of ring {}", to_string(life), state.last->value,
              frame.sequence.value, to_string(frame.ring));
    return;
  }
  for (Sequence missed = state.last->next(); missed != frame.sequence; missed = missed.next()) {
    const auto known = ring.frames.find(missed.value);
    if (known == ring.frames.end()) continue;  // its sender died before it was on the wire
    if (std::ranges::binary_search(state.transitional, known->second.originator)) {
      violation("order: {} skips frame {} of ring {}, whose sender {} is in its transitional set", to_string(life),
                missed.value, to_string(frame.ring), known->second.originator.value);
    }
  }
}

}  // namespace rondel::simulation
