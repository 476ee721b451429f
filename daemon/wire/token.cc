// The token (ring.md 1.3).
//
//   token   = header, sequence u32, hop u32, aru u32, aru holder u32, ring, backlog u32, flow count u32,
//             recovering i32, requests i32, request*
//   request = ring, sequence u32
//
// 57 bytes and 16 for each request: at most 30, or 76 in a ring of ours; which one holds the engine knows. The first
// token of ring 1.9, node 1 to node 2:
//
//   70c0 03 00 00 01000000 02000000 | 00000000 00000000 ffffffff 01000000 | 01000000 0900000000000000 |
//   00000000 00000000 00000000 00000000
#include "wire/parts.h"

namespace rondel::wire {
namespace {

constexpr std::size_t token_bytes = 57;
constexpr std::size_t request_bytes = 16;
// Longer ones are dropped by corosync, trailing bytes or not (ring.md 1.11).
constexpr std::size_t token_packet_bytes_max = 1'500;

}  // namespace

Result<engine::Token> decode_token(const Header& header, Reader reader) {
  const std::size_t size = header_bytes + reader.rest_size();
  if (size > token_packet_bytes_max) return error("token of {} bytes; at most {}", size, token_packet_bytes_max);
  engine::Token token;
  token.sender = header.node;
  token.sequence = Sequence{reader.u32(header.order)};
  token.hop = Sequence{reader.u32(header.order)};
  token.aru = Sequence{reader.u32(header.order)};
  token.aru_holder = NodeId{reader.u32(header.order)};
  token.ring = read_ring(reader, header.order);
  token.backlog = reader.u32(header.order);
  token.flow_count = reader.u32(header.order);
  token.recovering = reader.i32(header.order) != 0;
  const std::int32_t requests = reader.i32(header.order);
  if (!reader.ok()) return error("token of {} bytes; at least {}", size, token_bytes);
  if (!is_node(token.sender)) return error("token from node id {}", token.sender.value);
  if (!is_node(token.ring.representative)) return error("token of ring {}", to_string(token.ring));
  if (requests < 0 || static_cast<std::size_t>(requests) > engine::requests_max_of_ours) {
    return error("token with {} requests; at most {}", requests, engine::requests_max_of_ours);
  }
  token.requests.resize(static_cast<std::size_t>(requests));
  for (engine::Token::Request& request : token.requests) {
    request.ring = read_ring(reader, header.order);
    request.sequence = Sequence{reader.u32(header.order)};
  }
  if (!reader.ok()) return error("token with {} requests in {} bytes", requests, size);
  return token;
}

Packet encode_message(const engine::Token& token, NodeId target) {
  ENSURE(token.requests.size() <= engine::requests_max_of_ours);
  Writer writer{token_bytes + request_bytes * token.requests.size()};
  write_header(writer, {.type = Type::token, .node = token.sender, .target = target});
  writer.u32(token.sequence.value);
  writer.u32(token.hop.value);
  writer.u32(token.aru.value);
  writer.u32(token.aru_holder.value);
  write_ring(writer, token.ring);
  writer.u32(token.backlog);
  writer.u32(token.flow_count);
  writer.i32(token.recovering ? 1 : 0);
  writer.i32(static_cast<std::int32_t>(token.requests.size()));
  for (const engine::Token::Request& request : token.requests) {
    write_ring(writer, request.ring);
    writer.u32(request.sequence.value);
  }
  return headed<Packet>(writer);
}

}  // namespace rondel::wire
