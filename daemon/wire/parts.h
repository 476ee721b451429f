// What the ring messages have in common (ring.md 1.1, 1.2), and the codec of each: internal to wire.
//
//   message  = header, body of its type, anything (ignored unless it is a trailer of ours)
//   header   = magic u16, version u8, type u8, encapsulated u8, node u32, target u32
//   ring     = representative u32, number u64
//
// Packed, without padding, in the sender's byte order; the magic tells which. For example a hold cancel of node 2 on
// ring 1.9, from a little-endian node, to all:
//
//   70c0 03 05 00 02000000 00000000 | 01000000 0900000000000000
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/headed.h"
#include "base/ids.h"
#include "base/payload.h"
#include "base/result.h"
#include "engine/message.h"

namespace rondel::wire {

inline constexpr std::uint16_t magic = 0xc070;
inline constexpr std::uint8_t version = 3;
inline constexpr std::size_t header_bytes = 13;
inline constexpr std::size_t target_offset = 9;

enum class Type : std::uint8_t { token = 0, frame = 1, merge_detect = 2, join = 3, commit_token = 4, hold_cancel = 5 };
// In a frame's header: recovery frames hold a frame of the old ring. Any other value than 1 means an ordinary frame to
// corosync, which writes 2 there, and 0 in messages that are no frames.
inline constexpr std::uint8_t recovery_frame = 1;
inline constexpr std::uint8_t ordinary_frame = 2;

struct Header {
  std::endian order = std::endian::native;
  Type type = Type::token;
  std::uint8_t encapsulated = 0;
  NodeId node;
  NodeId target;
};

[[nodiscard]] Result<Header> read_header(Reader&);
void write_header(Writer&, const Header&);  // in our own byte order, whatever `order` says

[[nodiscard]] RingId read_ring(Reader&, std::endian);
void write_ring(Writer&, RingId);

// Ids that a node can have: knet's host ids are 16 bits wide, 0 is nobody.
[[nodiscard]] bool is_node(NodeId);
// The list's members in its order, or nothing but an error if one cannot be or is there twice: sets with duplicates
// never become equal on all nodes (ring.md 1.6).
[[nodiscard]] Result<std::vector<NodeId>> read_nodes(Reader&, std::endian, std::uint32_t count, const char* what);
void write_nodes(Writer&, const std::vector<NodeId>&);

// Decoders: the reader stands behind the header.
[[nodiscard]] Result<engine::Token> decode_token(const Header&, Reader);
[[nodiscard]] Result<engine::FramePtr> decode_frame(const Header&, const Payload& packet);
[[nodiscard]] Result<engine::MergeDetect> decode_merge_detect(const Header&, Reader);
[[nodiscard]] Result<engine::Join> decode_join(const Header&, Reader);
[[nodiscard]] Result<engine::CommitToken> decode_commit_token(const Header&, Reader);
[[nodiscard]] Result<engine::HoldCancel> decode_hold_cancel(const Header&, Reader);

[[nodiscard]] Packet encode_message(const engine::Token&, NodeId target);
[[nodiscard]] Packet encode_message(const engine::FramePtr&, NodeId target);
[[nodiscard]] Packet encode_message(const engine::MergeDetect&, NodeId target);
[[nodiscard]] Packet encode_message(const engine::Join&, NodeId target);
[[nodiscard]] Packet encode_message(const engine::CommitToken&, NodeId target);
[[nodiscard]] Packet encode_message(const engine::HoldCancel&, NodeId target);

// Short messages need no memory of their own.
template <typename Whole>
[[nodiscard]] Whole headed(const Writer& writer) {
  if (writer.size() <= Whole::head_bytes_max) return Whole{writer.view(), Payload{}};
  return Whole{Payload::copy(writer.view())};
}

}  // namespace rondel::wire
