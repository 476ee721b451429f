// Events of the cpg service as bytes (ipc.md 9.12 to 9.15). One event is made once, however many clients get it: a
// short head of its own and a body that all share.
//
//   deliver          header24 name136 u64(message bytes) u64(node) u64(pid)                          | message
//   partial deliver  header24 name136 u64(message) u64(fragment) u64(node) u64(pid) u64(part)        | fragment
//   change           header24 name136 u64(members) u64(joined) u64(left)                             | members left
//   joined ring change      header24 u64(node) u64(number) u32(n) u32 * n, four bytes of nothing
//   transitional    header24 u64(n) u32 * n
//
// Worked example, a ring of nodes 1 and 2 (56 = 48 + 4 * 2 bytes, the list begins at 44):
//   0d000000 00000000 38000000 00000000 01000000 00000000 | 01000000 00000000 1a00000000000000 | 02000000 | 01000000
//   02000000 00000000
#pragma once

#include "base/headed.h"
#include "group/message.h"
#include "ipc/cpg.h"

namespace rondel::session {

using EventBytes = Headed<sizeof(ipc::cpg::PartialDeliver)>;

[[nodiscard]] EventBytes event_bytes(const group::Delivery&);
[[nodiscard]] EventBytes event_bytes(const group::PartialDelivery&);
[[nodiscard]] EventBytes event_bytes(const group::Change&);
[[nodiscard]] EventBytes event_bytes(const group::RingChange&);
[[nodiscard]] EventBytes event_bytes(const group::RingEnd&);

}  // namespace rondel::session
