// The admin service: a RequestHeader and an AdminRequest, answered by a ReplyHeader and an AdminReply, both of
// lib/proto/admin.proto. Long answers come in pages: as long as `more` is set, ask for the next page and append.
#pragma once

#include "ipc/header.h"

namespace rondel::ipc::admin {

inline constexpr std::int32_t request_ask = 0;
inline constexpr std::int32_t response_ask = 0;
inline constexpr std::size_t request_bytes_max = 4096;     // header included
inline constexpr std::size_t page_bytes_max = 256 * 1024;  // header included

}  // namespace rondel::ipc::admin
