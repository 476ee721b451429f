#include "link/send_queue.h"

#include <algorithm>

namespace rondel::link {

void SendQueue::add(const Packet& packet, bool to_all) {
  waiting_.push_back({.packet = packet, .to_all = to_all});
  bytes_ += packet.size();
  while (bytes_ > bytes_max_ && waiting_.size() > 1) drop_one();
}

const Packet& SendQueue::front() const {
  ENSURE(!waiting_.empty());
  return waiting_.front().packet;
}

void SendQueue::pop() {
  ENSURE(!waiting_.empty());
  bytes_ -= waiting_.front().packet.size();
  waiting_.pop_front();
}

void SendQueue::clear() {
  waiting_.clear();
  bytes_ = 0;
}

// The oldest packet to all; if none waits, the oldest. The newest stays in any case.
void SendQueue::drop_one() {
  const auto newest = waiting_.end() - 1;
  auto victim = std::find_if(waiting_.begin(), newest, [](const Waiting& waiting) { return waiting.to_all; });
  if (victim == newest) victim = waiting_.begin();
  bytes_ -= victim->packet.size();
  waiting_.erase(victim);
  ++dropped_;
}

}  // namespace rondel::link
