// The cfg service, as far as this release serves it: who am I, and what are a node's addresses (ipc.md 10).
#pragma once

#include "ipc/header.h"

namespace rondel::ipc::cfg {

enum Request : std::int32_t { request_node_addresses = 5, request_local = 6, request_count = 12 };
enum Response : std::int32_t { response_node_addresses = 11, response_local = 12 };

struct alignas(8) NodeAddresses {
  RequestHeader header;
  std::uint32_t node = 0;  // 0: the local one
  std::uint32_t pad = 0;
};
static_assert(sizeof(NodeAddresses) == 24);

struct alignas(8) NodeAddressesReply {  // `count` raw addresses of 16 bytes follow, one a link
  ReplyHeader header;
  std::uint32_t family = 0;
  std::uint32_t count = 0;  // packed tight
};
static_assert(sizeof(NodeAddressesReply) == 32);

struct alignas(8) LocalReply {
  ReplyHeader header;
  std::uint32_t node = 0;
  std::uint32_t pad = 0;
};
static_assert(sizeof(LocalReply) == 32);

}  // namespace rondel::ipc::cfg
