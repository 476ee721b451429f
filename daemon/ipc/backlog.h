// Backlog: events of one client whose event ring is full, in order. They are charged with what they make us hold, so
// that many tiny events count as well, and a small body is copied: it is a part of a frame of up to 64 KiB, which would
// stay as long as one client has not read one message of it, and the bound would bound nothing.
#pragma once

#include <cstddef>
#include <deque>

#include "base/bytes.h"
#include "base/headed.h"
#include "base/payload.h"

namespace rondel::ipc {

class Backlog {
 public:
  using Event = Headed<200>;
  // A larger one holds on to at most four times its bytes.
  static constexpr std::size_t copied_bytes_max = 16U * 1024;

  void push(Bytes head, const Payload& body) {
    const bool shared = body.empty() || body.size() > copied_bytes_max;
    if (shared && head.size() <= Event::head_bytes_max)
      events_.emplace_back(head, body);
    else
      events_.emplace_back(concatenate(head, body));
    bytes_ += charge(events_.back());
  }
  [[nodiscard]] const Event& front() const { return events_.front(); }
  void pop() {
    bytes_ -= charge(events_.front());
    events_.pop_front();
  }
  void clear() {
    events_.clear();
    bytes_ = 0;
  }
  [[nodiscard]] bool empty() const { return events_.empty(); }
  [[nodiscard]] std::size_t events() const { return events_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  static std::size_t charge(const Event& event) { return sizeof(Event) + event.body().size(); }
  static Payload concatenate(Bytes head, const Payload& body) {
    return Payload::make(head.size() + body.size(), [&](std::span<std::byte> to) {
      std::memcpy(to.data(), head.data(), head.size());
      if (!body.empty()) std::memcpy(to.data() + head.size(), body.view().data(), body.size());
    });
  }

  std::deque<Event> events_;
  std::size_t bytes_ = 0;
};

}  // namespace rondel::ipc
