// What a frame carries (ring.md 6.1), in the byte order of its sender:
//
//   payload   = version:i16=0 type:i16=0 fragmented:u8 continuation:u8 count:u16 length:u16{count} piece{count}
//   fragmented   0: the last piece ends its message; k: it goes on in the sender's next frame, whose continuation is k
//   continuation 0: the first piece begins a message; k: it goes on with the one announced with k
//
// Example, one message of two bytes that ends with this frame: 0000 0000 00 00 0100 0200 xx xx
#pragma once

#include <cstddef>

#include "engine/message.h"

namespace rondel::packing {

inline constexpr std::size_t head_bytes = 8;          // up to and with the count
inline constexpr std::size_t piece_length_bytes = 2;  // each entry of the table of lengths
// Bounds of a payload: what the largest frame can carry, and the least that we cut to (any positive room would do).
inline constexpr std::size_t payload_bytes_limit = engine::frame_bytes_limit - engine::frame_header_bytes;
inline constexpr std::size_t payload_bytes_least = 64;

// Longest message, its group prefix and service header included (ring.md 6.3): corosync aborts soon above it.
inline constexpr std::size_t message_bytes_max = 1'048'576;

}  // namespace rondel::packing
