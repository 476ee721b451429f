#include "engine/window.h"

#include <algorithm>

#include "base/ensure.h"

namespace rondel::engine {

namespace {

std::size_t bytes_of(const Frame& frame) {
  const std::size_t inner = frame.inner ? frame.inner->payload.size() : 0;
  return frame_header_bytes + std::max(frame.payload.size(), inner);
}

}  // namespace

bool Window::insert(const FramePtr& frame) {
  const Sequence number = frame->sequence;
  if (!covers(number) || holds(number)) return false;
  const auto index = static_cast<std::size_t>(number.since(first_));
  if (index >= slots_.size()) slots_.resize(index + 1);
  slots_[index] = Slot{frame, 0};
  bytes_ += bytes_of(*frame);
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

FramePtr Window::next_held(Sequence number) const {
  for (Sequence at = number.next(); up_to(at, high_received_); at = at.next()) {
    if (FramePtr found = find(at)) return found;
  }
  return nullptr;
}

std::uint32_t Window::note_miss(Sequence number) {
  ENSURE(covers(number) && !holds(number));
  const auto index = static_cast<std::size_t>(number.since(first_));
  if (index >= slots_.size()) slots_.resize(index + 1);
  return ++slots_[index].misses;
}

void Window::release(Sequence up_to_here) {
  while (up_to(first_, up_to_here) && up_to(first_, aru_)) {
    if (!slots_.empty()) {
      if (slots_.front().frame) bytes_ -= bytes_of(*slots_.front().frame);
      slots_.pop_front();
    }
    first_ = first_.next();
  }
}

const Window::Slot* Window::slot(Sequence number) const {
  const std::int32_t offset = number.since(first_);
  if (offset < 0 || static_cast<std::size_t>(offset) >= slots_.size()) return nullptr;
  return &slots_[static_cast<std::size_t>(offset)];
}

}  // namespace rondel::engine
