// The cpg service: requests, responses, events (ipc.md 9).
#pragma once

#include "ipc/header.h"

namespace rondel::ipc::cpg {

inline constexpr std::size_t message_bytes_atomic_max = 1'047'552;  // above it the library sends parts
inline constexpr std::uint32_t join_flag_initial_ring = 1;
inline constexpr std::uint32_t guarantee_safe = 3;

enum Request : std::int32_t {
  request_join = 0,
  request_leave = 1,
  request_multicast = 2,
  request_membership = 3,
  request_local = 4,
  request_iteration_initialize = 5,
  request_iteration_next = 6,
  request_iteration_finalize = 7,
  request_finalize = 8,
  request_zero_copy_alloc = 9,
  request_zero_copy_free = 10,
  request_zero_copy_execute = 11,
  request_partial_multicast = 12,
  request_count = 13,
  // Ours, far from what corosync may number one day; it answers this one as it does all that it doesn't know.
  request_transitional = 1000,  // "tell me of transitional views": only a header
};

enum Response : std::int32_t {
  response_join = 0,
  response_leave = 1,
  response_zero_copy_execute = 2,
  response_membership = 3,
  response_local = 7,
  response_iteration_initialize = 9,
  response_iteration_next = 10,
  response_iteration_finalize = 11,
  response_finalize = 12,
  response_partial_multicast = 18,
  response_transitional = 1000,
};

enum Event : std::int32_t {
  event_change = 4,
  event_deliver = 5,
  event_ring = 13,
  event_partial_deliver = 17,
  event_transitional = 1001,
};

struct alignas(8) Join {
  RequestHeader header;
  GroupName group;
  std::uint32_t pid = 0;
  std::uint32_t pad_a = 0;
  std::uint32_t flags = 0;
  std::uint32_t pad_b = 0;
};
static_assert(sizeof(Join) == 168);

struct alignas(8) Leave {
  RequestHeader header;
  GroupName group;
  std::uint32_t pid = 0;
  std::uint32_t pad = 0;
};
static_assert(sizeof(Leave) == 160);

struct alignas(8) Multicast {  // the message follows
  ReplyHeader header;
  std::uint32_t guarantee = 0;
  std::uint32_t pad_a = 0;
  std::uint32_t message_bytes = 0;
  std::uint32_t pad_b = 0;
};
static_assert(sizeof(Multicast) == 40);

struct alignas(8) PartialMulticast {  // the fragment follows
  ReplyHeader header;
  std::uint32_t guarantee = 0;
  std::uint32_t pad_a = 0;
  std::uint32_t message_bytes = 0;
  std::uint32_t pad_b = 0;
  std::uint32_t fragment_bytes = 0;
  std::uint32_t pad_c = 0;
  std::uint32_t part = 0;  // 1 first, 2 continued, 3 last
  std::uint32_t pad_d = 0;
};
static_assert(sizeof(PartialMulticast) == 56);

struct alignas(8) Membership {
  RequestHeader header;
  GroupName group;
};
static_assert(sizeof(Membership) == 152);

inline constexpr std::size_t membership_entries_max = 384;
struct alignas(8) MembershipReply {
  ReplyHeader header;
  std::uint32_t count = 0;
  std::uint32_t pad = 0;
  GroupAddress members[membership_entries_max];
};
static_assert(sizeof(MembershipReply) == 9248);

struct alignas(8) LocalReply {
  ReplyHeader header;
  std::uint32_t node = 0;
  std::uint32_t pad = 0;
};
static_assert(sizeof(LocalReply) == 32);

struct alignas(8) IterationInitialize {
  RequestHeader header;
  GroupName group;
  std::uint32_t type = 0;  // 1 names only, 2 one group, 3 all
  std::uint32_t pad = 0;
};
static_assert(sizeof(IterationInitialize) == 160);

struct alignas(8) HandleReply {
  ReplyHeader header;
  std::uint64_t handle = 0;
};
static_assert(sizeof(HandleReply) == 32);

struct alignas(8) HandleRequest {  // iteration next, iteration finalize, zero copy execute
  RequestHeader header;
  std::uint64_t handle = 0;
};
static_assert(sizeof(HandleRequest) == 24);

struct alignas(8) IterationReply {
  ReplyHeader header;
  GroupName group;
  std::uint32_t node = 0;
  std::uint32_t pid = 0;  // packed tight
};
static_assert(sizeof(IterationReply) == 168);

struct alignas(8) ZeroCopyAlloc {
  RequestHeader header;
  std::uint64_t map_bytes = 0;
  char path[128] = {};
};
static_assert(sizeof(ZeroCopyAlloc) == 152);

struct alignas(8) ZeroCopyFree {
  RequestHeader header;
  std::uint64_t map_bytes = 0;
  std::uint64_t token = 0;
};
static_assert(sizeof(ZeroCopyFree) == 32);

struct alignas(8) ZeroCopyMapping {  // head of the shared file; the user's data follows at 56
  std::uint32_t map_bytes = 0;
  std::uint32_t pad = 0;
  std::uint64_t token = 0;
  Multicast request;
};
static_assert(sizeof(ZeroCopyMapping) == 56);

struct alignas(8) Deliver {  // the message follows
  ReplyHeader header;
  GroupName group;
  std::uint32_t message_bytes = 0;
  std::uint32_t pad_a = 0;
  std::uint32_t node = 0;
  std::uint32_t pad_b = 0;
  std::uint32_t pid = 0;
  std::uint32_t pad_c = 0;
};
static_assert(sizeof(Deliver) == 184);

struct alignas(8) PartialDeliver {  // the fragment follows
  ReplyHeader header;
  GroupName group;
  std::uint32_t message_bytes = 0;
  std::uint32_t pad_a = 0;
  std::uint32_t fragment_bytes = 0;
  std::uint32_t pad_b = 0;
  std::uint32_t node = 0;
  std::uint32_t pad_c = 0;
  std::uint32_t pid = 0;
  std::uint32_t pad_d = 0;
  std::uint32_t part = 0;
  std::uint32_t pad_e = 0;
};
static_assert(sizeof(PartialDeliver) == 200);

struct alignas(8) Change {  // members, then left, then joined follow, as GroupAddress
  ReplyHeader header;
  GroupName group;
  std::uint32_t members = 0;
  std::uint32_t pad_a = 0;
  std::uint32_t joined = 0;
  std::uint32_t pad_b = 0;
  std::uint32_t left = 0;
  std::uint32_t pad_c = 0;
};
static_assert(sizeof(Change) == 184);

// The node ids begin at 44, four bytes before the size of the fixed part: a message has 48 + 4 n bytes.
struct alignas(8) RingChange {
  ReplyHeader header;
  RingIdentity ring;
  std::uint32_t members = 0;
  std::uint32_t first_member = 0;
};
static_assert(sizeof(RingChange) == 48);
inline constexpr std::size_t ring_change_members_offset = 44;

struct alignas(8) Transitional {  // the node ids follow
  ReplyHeader header;
  std::uint32_t nodes = 0;
  std::uint32_t pad = 0;
};
static_assert(sizeof(Transitional) == 32);

}  // namespace rondel::ipc::cpg
