// What the service messages have in common (services.md 1, 2.2), and the codec of each group: internal to wire.
//
//   packed   = groups u16, name size u16*, names, message
//   message  = head, body of its service and function
//   head     = id i32, pad 4, size i32, pad 4
//   name     = size u32, pad 4, 128 bytes of which `size` count
//
// One group is named always: "a" (id = service << 16 | function) or "sync" (plain ids). `size` is that of the message
// with its head. All in the sender's byte order; pads are zero from us and anything from others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/headed.h"
#include "base/payload.h"
#include "base/result.h"
#include "group/message.h"
#include "sync/message.h"

namespace rondel::wire {

inline constexpr std::size_t head_bytes = 16;
inline constexpr std::size_t name_bytes = 8 + group::name_bytes_max;

inline constexpr std::string_view services_group = "a";
inline constexpr std::string_view sync_group = "sync";

struct Head {
  std::int32_t id = 0;
  std::int32_t size = 0;
};

[[nodiscard]] Head read_head(Reader&);
// The group prefix and the head of a message of `size` bytes.
void write_start(Writer&, std::string_view group, std::int32_t id, std::size_t size);
[[nodiscard]] std::size_t prefix_bytes(std::string_view group);

[[nodiscard]] Result<group::Name> read_name(Reader&);
void write_name(Writer&, const group::Name&);

// `message` starts with its head, whose size is that of the whole.
[[nodiscard]] Result<sync::Message> decode_barrier(const Payload& message);
[[nodiscard]] Result<sync::Message> decode_service_list(const Payload& message);
[[nodiscard]] bool is_group_function(std::int32_t function);
[[nodiscard]] Result<group::Message> decode_group(std::int32_t function, const Payload& message);

}  // namespace rondel::wire
