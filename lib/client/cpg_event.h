// Events of the cpg service, from bytes to what the callbacks get (ipc.md 9.12 to 9.15). Nothing is believed: counts
// and lengths are checked against the bytes that came. Pure.
//
//   deliver  = header(24) group(136) message_bytes(8) node(8) pid(8) message
//   partial  = header(24) group(136) message_bytes(8) fragment_bytes(8) node(8) pid(8) part(8) fragment
//   change   = header(24) group(136) members(8) joined(8) left(8) address(24)*members address*left address*joined
//   ring     = header(24) ring(16) members(4) node(4)*members, and four bytes that mean nothing
//   transitional = header(24) nodes(8) node(4)*nodes
//
// Example: 16 bytes "0123456789abcdef" of process 77 on node 2 to group "load" are 200 bytes: id 5 at 0, size 200 at 8,
// 4 at 24, "load" at 32, 16 at 160, 2 at 168, 77 at 176, the message at 184.
#pragma once

#include <corosync/cpg.h>

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "client/assembly.h"

namespace rondel::client {

struct NoEvent {};  // unknown, or bytes that make no sense

struct MessageEvent {
  cpg_name group;
  Sender sender;
  std::span<std::byte> message;  // into the bytes that were read
};
struct PartEvent {
  cpg_name group;
  Sender sender;
  std::uint32_t message_bytes = 0;
  Part part = Part::first;
  std::span<std::byte> fragment;
};
struct ChangeEvent {
  cpg_name group;
  std::vector<cpg_address> members;
  std::vector<cpg_address> left;
  std::vector<cpg_address> joined;
};
struct RingEvent {
  cpg_ring_id ring;
  std::vector<std::uint32_t> members;
};
struct TransitionalEvent {
  std::vector<std::uint32_t> nodes;
};
using Event = std::variant<NoEvent, MessageEvent, PartEvent, ChangeEvent, RingEvent, TransitionalEvent>;

[[nodiscard]] Event read_event(std::span<std::byte> bytes);

}  // namespace rondel::client
