// What a session answers: values only. A session never calls the node or the server; ipc carries this out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/payload.h"
#include "group/message.h"

namespace rondel::session {

// A message to a client on its event channel: a short head made for it, and a body that all receivers share.
struct ClientEvent {
  std::vector<std::byte> head;
  Payload body;
  [[nodiscard]] std::size_t size() const { return head.size() + body.size(); }
};

struct Outcome {
  std::optional<std::vector<std::byte>> reply;  // on the response channel
  std::vector<group::Message> to_ring;          // for Node::send, in this order
  std::optional<std::string> warning;           // one line for the log: what this client did wrong
};

// What a session may look at while it answers.
struct Surroundings {
  NodeId self;
  std::span<const group::Process> processes;
  group::RingChange initial_ring_change;
  bool may_send = true;  // the ring takes messages now: not synchronising, queue not full
};

}  // namespace rondel::session
