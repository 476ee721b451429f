// Service messages <-> bytes: the group prefix, and behind it sync (group "sync") or a service's message (group "a")
// (services.md 2, 3, 5). Native byte order: frames of the other one are not decoded (ring.md 1.9).
#pragma once

#include <cstdint>
#include <variant>

#include "base/headed.h"
#include "base/payload.h"
#include "base/result.h"
#include "group/message.h"
#include "sync/message.h"

namespace rondel::wire {

// A message of a service or a function that this release does not know: legal, ignored.
struct UnknownMessage {
  std::int32_t service = 0;  // -1: none, in another totem group than "a" or a new message of "sync"
  std::int32_t function = 0;
};

using ServiceMessage = std::variant<sync::Message, group::Message, UnknownMessage>;

[[nodiscard]] ServiceBytes encode(const sync::Message&);
[[nodiscard]] ServiceBytes encode(const group::Message&);
// Multicasts share the memory of `message`.
[[nodiscard]] Result<ServiceMessage> decode_service(const Payload& message);

}  // namespace rondel::wire
