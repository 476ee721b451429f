// Install: the new ring begins. Before it the old ring's frames are delivered: in its regular view what is contiguous,
// in the transitional view what comes behind a hole and whose sender is still with us (ring.md 3.12).
#include <algorithm>

#include "engine/core.h"

namespace rondel::engine {

void Core::install(Time /*now*/) {
  Recovery recovery = std::move(std::get<Recovery>(state_));

  for (Sequence at{1}; up_to(at, recovery.window.aru()); at = at.next()) {
    const FramePtr frame = recovery.window.find(at);
    if (frame && frame->encapsulated && frame->inner && frame->inner->ring == old_ring_) window_.insert(frame->inner);
  }
  const Sequence old_high = window_.high_received();
  deliver_contiguous(old_high);

  View view;
  view.ring = ring_;
  view.members = sorted(new_members_);
  view.transitional = sorted(transitional_);
  view.joined = sorted(without(new_members_, transitional_));
  view.left = sorted(without(members_, transitional_));
  if (!causes_.empty()) {
    view.cause = causes_.all().front();
    view.further.assign(std::next(causes_.all().begin()), causes_.all().end());
  }
  view.capabilities = ring_capabilities_;

  emit(Install{Install::Stage::transitional, view});
  for (Sequence at = delivered_.next(); up_to(at, old_high); at = at.next()) {
    const FramePtr frame = window_.find(at);
    if (frame && !frame->encapsulated && contains(transitional_, frame->sender)) emit(Deliver{frame});
  }
  phase_ = Phase::synchronising;
  emit(Install{Install::Stage::regular, view});

  // The frames of recovery used up the first numbers of the new ring; they are never delivered as such.
  members_ = new_members_;
  candidates_ = members_;
  failed_.clear();
  window_ = std::move(recovery.window);
  delivered_ = window_.high_received();
  window_.release(delivered_);
  view_ = std::move(view);
  old_ring_ = ring_;
  old_ring_saved_ = false;
  causes_.clear();
  last_aru_ = Sequence{0};
  become(Operational{});
  ++counters_.operational_entered;
  reserve_numbers();
}

}  // namespace rondel::engine
