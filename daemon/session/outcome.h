// What a session answers: values only. A session never calls the node or the server; ipc carries this out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "group/message.h"

namespace rondel::session {

// A connected client. Numbers grow, so a greater one is a newer connection.
using ClientId = std::uint64_t;

// No request causes more than one message for the ring.
struct Outcome {
  std::optional<std::vector<std::byte>> reply;  // on the response channel
  std::optional<group::Message> to_ring;        // for Node::send
  std::optional<std::string> warning;           // one line for the log: what this client did wrong
  bool safe = false;                            // to_ring is delivered when all nodes have it
  bool is_part = false;                         // of a long message: the client is stopped by answers from here on
};

}  // namespace rondel::session
