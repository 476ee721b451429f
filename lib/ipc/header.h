// Framing of what client and daemon say to each other, and the numbers both sides share (ipc.md 3, 4, 8). Layouts are
// those of x86_64: every structure here is copied to and from shared memory as it stands.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rondel::ipc {

inline constexpr std::size_t message_bytes_max = 1'048'576;  // request, response or event, header included

struct alignas(8) RequestHeader {  // "hdr16"
  std::int32_t id = 0;
  std::int32_t pad_a = 0;
  std::int32_t size = 0;  // whole message
  std::int32_t pad_b = 0;
};
static_assert(sizeof(RequestHeader) == 16);

struct alignas(8) ReplyHeader {  // "hdr24": responses, events, and the two cpg multicast requests
  std::int32_t id = 0;
  std::int32_t pad_a = 0;
  std::int32_t size = 0;
  std::int32_t pad_b = 0;
  std::int32_t error = 0;  // a cs_error_t
  std::int32_t pad_c = 0;
};
static_assert(sizeof(ReplyHeader) == 24);

// cs_error_t by number; the names of corotypes.h are the public ones.
enum Status : std::int32_t {
  status_ok = 1,
  status_library = 2,
  status_try_again = 6,
  status_invalid_param = 7,
  status_no_memory = 8,
  status_bad_handle = 9,
  status_busy = 10,
  status_access = 11,
  status_not_exist = 12,
  status_name_too_long = 13,
  status_exist = 14,
  status_no_space = 15,
  status_interrupt = 16,
  status_not_supported = 19,
  status_failed_operation = 21,
  status_too_big = 26,
  status_no_sections = 27,
};

struct alignas(8) GroupName {  // "cname"
  std::uint32_t length = 0;
  std::uint32_t pad = 0;
  char value[128] = {};
};
static_assert(sizeof(GroupName) == 136);

struct alignas(8) GroupAddress {  // "caddr"
  std::uint32_t node = 0;
  std::uint32_t pad_a = 0;
  std::uint32_t pid = 0;
  std::uint32_t pad_b = 0;
  std::uint32_t reason = 0;
  std::uint32_t pad_c = 0;
};
static_assert(sizeof(GroupAddress) == 24);

struct alignas(8) RingIdentity {  // "ringid16"
  std::uint32_t node = 0;
  std::uint32_t pad = 0;
  std::uint64_t number = 0;
};
static_assert(sizeof(RingIdentity) == 16);

}  // namespace rondel::ipc
