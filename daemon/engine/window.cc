#include "engine/window.h"

#include "base/ensure.h"

namespace rondel::engine {

bool Window::insert(const FramePtr& frame) {
  const Sequence number = frame->sequence;
  if (!covers(number) || holds(number)) return false;
  const auto index = static_cast<std::size_t>(number.since(first_));
  if (index >= slots_.size()) slots_.resize(index + 1);
  slots_[index] = Slot{frame, 0};
  high_received_ = later(high_received_, number);
  while (holds(aru_.next())) aru_ = aru_.next();
  return true;
}

bool Window::covers(Sequence number) const {
  const std::int32_t offset = number.since(first_);
  return offset >= 0 && offset < static_cast<std::int32_t>(window_slots_max);
}

FramePtr Window::find(Sequence number) const {
  const Slot* found = slot(number);
  return found == nullptr ? nullptr : found->frame;
}

bool Window::holds(Sequence number) const {
  const Slot* found = slot(number);
  return found != nullptr && found->frame != nullptr;
}

std::uint32_t Window::note_miss(Sequence number) {
  ENSURE(covers(number) && !holds(number));
  const auto index = static_cast<std::size_t>(number.since(first_));
  if (index >= slots_.size()) slots_.resize(index + 1);
  return ++slots_[index].misses;
}

void Window::release(Sequence up_to_here) {
  while (up_to(first_, up_to_here) && up_to(first_, aru_)) {
    if (!slots_.empty()) slots_.pop_front();
    first_ = first_.next();
  }
}

const Window::Slot* Window::slot(Sequence number) const {
  const std::int32_t offset = number.since(first_);
  if (offset < 0 || static_cast<std::size_t>(offset) >= slots_.size()) return nullptr;
  return &slots_[static_cast<std::size_t>(offset)];
}

}  // namespace rondel::engine
