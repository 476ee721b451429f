#include "sync/sync.h"

#include <algorithm>
#include <utility>

#include "base/ensure.h"

namespace rondel::sync {

Sync::Sync(NodeId self, std::vector<Service> own) : self_{self}, own_{std::move(own)} {
  ENSURE(std::ranges::is_sorted(own_));
  ENSURE(own_.size() <= services_max);
}

void Sync::abort(std::vector<Step>& out) {
  if (state_ == State::idle) return;
  for (Service service : own_) {
    if (in_progress(service)) out.emplace_back(Abort{service});
  }
  state_ = State::idle;
  counters_.aborted += 1;
}

void Sync::begin(const engine::View& view, std::vector<Step>& out) {
  abort(out);
  state_ = State::listing;
  ring_ = view.ring;
  members_ = {view.members.begin(), view.members.end()};
  ENSURE(members_.contains(self_));
  heard_.clear();
  services_.clear();
  for (Service service : own_) services_.insert(static_cast<std::int32_t>(service));
  counters_.begun += 1;

  out.emplace_back(Send{ServiceList{ring_, {services_.begin(), services_.end()}}});
  for (Service service : own_) out.emplace_back(Init{service});
}

void Sync::receive(NodeId from, const Message& message, std::vector<Step>& out) {
  const RingId ring = std::visit([](const auto& any) { return any.ring; }, message);
  if (state_ == State::idle || ring != ring_ || !members_.contains(from)) {
    counters_.stale_messages += 1;
    return;
  }
  if (const auto* list = std::get_if<ServiceList>(&message)) {
    receive_list(from, *list, out);
  } else {
    receive_barrier(from, out);
  }
}

void Sync::receive_list(NodeId from, const ServiceList& list, std::vector<Step>& out) {
  if (state_ != State::listing) {
    counters_.stale_messages += 1;
    return;
  }
  // Services that are unknown here get their turn too, with nothing to do: all members must count the same steps.
  services_.insert(list.services.begin(), list.services.end());
  heard_.insert(from);
  if (!all_heard()) return;
  process(services_.begin(), out);
}

void Sync::receive_barrier(NodeId from, std::vector<Step>& out) {
  if (state_ != State::barrier) {
    counters_.stale_messages += 1;
    return;
  }
  heard_.insert(from);
  if (!all_heard()) return;
  for (Service service : own_) {
    if (in_progress(service)) out.emplace_back(Activate{service});
  }
  process(services_.upper_bound(at_), out);
}

void Sync::process(std::set<std::int32_t>::const_iterator at, std::vector<Step>& out) {
  if (at == services_.end()) {
    state_ = State::idle;
    counters_.completed += 1;
    out.emplace_back(Complete{});
    return;
  }
  state_ = State::barrier;
  at_ = *at;
  heard_.clear();
  for (Service service : own_) {
    if (in_progress(service)) out.emplace_back(Process{service});
  }
  out.emplace_back(Send{Barrier{ring_}});
}

bool Sync::in_progress(Service service) const {
  return state_ == State::barrier && at_ == static_cast<std::int32_t>(service);
}

}  // namespace rondel::sync
