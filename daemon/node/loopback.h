// Loopback: what a node sends to itself, the token of a ring of one above all. It waits here for the next turn of the
// event loop instead of being handed back at once: a busy ring of one would never return otherwise.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

#include "engine/message.h"

namespace rondel::node {

// How many of a node's own messages are handled in one turn, before links and clients have theirs.
inline constexpr std::size_t loopback_messages_per_turn = 8;

class Loopback {
 public:
  void add(engine::Message message) { messages_.push_back(std::move(message)); }
  [[nodiscard]] bool empty() const { return messages_.empty(); }
  [[nodiscard]] std::optional<engine::Message> next() {
    if (messages_.empty()) return std::nullopt;
    engine::Message message = std::move(messages_.front());
    messages_.pop_front();
    return message;
  }
  void clear() { messages_.clear(); }

 private:
  std::deque<engine::Message> messages_;
};

}  // namespace rondel::node
