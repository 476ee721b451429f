// Install: the new ring begins. Before it the old ring's frames are delivered: in its regular view what is contiguous,
// as far as no safe frame stands there of which nobody knows that all had it; in the transitional view the rest, behind
// a hole only what has its sender still with us (ring.md 3.12, protocol.md 7).
#include "engine/core.h"

namespace rondel::engine {

void Core::install(Time now) {
  Recovery recovery = std::move(std::get<Recovery>(state_));

  for (Sequence at = parameters_.ring_begins.next(); up_to(at, recovery.window.aru()); at = at.next()) {
    const FramePtr frame = recovery.window.find(at);
    if (frame && frame->encapsulated && frame->inner && frame->inner->ring == old_ring_) window_.insert(frame->inner);
  }
  const Sequence old_high = window_.high_received();
  // The members that come along end the old ring's view at one and the same frame, whatever each has heard: what one of
  // them delivered is safe, what none of them did is not.
  safe_ = recovery.delivered_by_one;
  deliver_contiguous(old_high);

  View view;
  view.ring = ring_;
  view.members = sorted(new_members_);
  view.transitional = sorted(transitional_);
  view.joined = sorted(without(new_members_, transitional_));
  view.left = sorted(without(members_, transitional_));
  std::vector<Cause> causes = causes_.all();
  if (const std::optional<Cause> split = cause_of_split()) causes.insert(causes.begin(), *split);
  if (!causes.empty()) {
    view.cause = causes.front();
    view.further.assign(std::next(causes.begin()), causes.end());
  }
  view.capabilities = ring_capabilities_;

  emit(Install{Install::Stage::transitional, view});
  deliver_rest(old_high);
  phase_ = Phase::synchronising;
  emit(Install{Install::Stage::regular, view});

  // The frames of recovery used up the first numbers of the new ring; they are never delivered as such.
  members_ = new_members_;
  candidates_ = members_;
  for (const NodeId node : failed_) forget(hearing_, node);
  failed_.clear();
  hearing_.apart.clear();
  hearing_.careful = false;
  window_ = std::move(recovery.window);
  delivered_ = window_.high_received();
  window_.release(delivered_);
  safe_ = delivered_;
  view_ = std::move(view);
  old_ring_ = ring_;
  old_ring_saved_ = false;
  causes_.clear();
  last_aru_ = parameters_.ring_begins;
  become(Operational{});
  ++counters_.operational_entered;
  plan_telling(now);
  reserve_numbers();
}

}  // namespace rondel::engine
