// Frames: numbered multicasts (ring.md 1.4).
//
//   frame   = header, sender u32, sequence u32, sender count i32, ring, unused u32, guarantee i32, payload
//   payload = pieces of messages (packing), or in a recovery frame the frame of the old ring as it was sent
//
// Recovery frame 3 of node 1 on ring 1.d, in front of frame 255 of node 3 on ring 1.9:
//
//   70c0 03 01 01 01000000 00000000 | 01000000 03000000 4b000000 01000000 0d00000000000000 00000000 00000000 |
//   70c0 03 01 02 03000000 00000000 | 03000000 ff000000 8c000000 01000000 0900000000000000 00000000 00000000 | ...
#include "wire/parts.h"

namespace rondel::wire {
namespace {

// Header and fields; the payload is left to the caller.
Result<engine::Frame> read_frame(const Header& header, Bytes packet) {
  if (packet.size() > engine::packet_bytes_limit) {
    return error("frame of {} bytes; at most {}", packet.size(), engine::packet_bytes_limit);
  }
  Reader reader{packet};
  reader.skip(header_bytes);
  engine::Frame frame;
  frame.originator = header.node;
  frame.encapsulated = header.encapsulated == recovery_frame;
  frame.foreign_order = header.order != std::endian::native;
  frame.sender = NodeId{reader.u32(header.order)};
  frame.sequence = Sequence{reader.u32(header.order)};
  frame.sender_count = reader.i32(header.order);
  frame.ring = read_ring(reader, header.order);
  reader.skip(sizeof(std::uint32_t));
  // Every value but 1 has always meant agreed: corosync's receivers don't look.
  const bool safe = reader.i32(header.order) == static_cast<std::int32_t>(engine::Guarantee::safe);
  frame.guarantee = safe ? engine::Guarantee::safe : engine::Guarantee::agreed;
  if (!reader.ok()) return error("frame of {} bytes; at least {}", packet.size(), engine::frame_header_bytes);
  if (!is_node(frame.originator)) return error("frame of originator {}", frame.originator.value);
  if (!is_node(frame.sender)) return error("frame from node id {}", frame.sender.value);
  if (!is_node(frame.ring.representative)) return error("frame of ring {}", to_string(frame.ring));
  return frame;
}

// A frame of an old ring is always an ordinary one, so nesting ends here, however deep a packet pretends to be.
engine::FramePtr decode_inner(const Payload& packet) {
  Reader reader{packet.view()};
  const Result<Header> header = read_header(reader);
  if (!header || header->type != Type::frame || header->encapsulated == recovery_frame) return nullptr;
  Result<engine::Frame> frame = read_frame(*header, packet.view());
  if (!frame) return nullptr;
  frame->payload = packet.from(engine::frame_header_bytes);
  frame->bytes = packet;
  return std::make_shared<const engine::Frame>(std::move(*frame));
}

void write_frame(Writer& writer, const engine::Frame& frame, NodeId target) {
  write_header(writer, {.type = Type::frame,
                        .encapsulated = frame.encapsulated ? recovery_frame : ordinary_frame,
                        .node = frame.originator,
                        .target = target});
  writer.u32(frame.sender.value);
  writer.u32(frame.sequence.value);
  writer.i32(frame.sender_count);
  write_ring(writer, frame.ring);
  writer.u32(0);
  writer.i32(static_cast<std::int32_t>(frame.guarantee));
}

// The received bytes. What differs at most is the target, which udp peers leave undefined.
Packet resend(const engine::Frame& frame, NodeId target) {
  ENSURE(frame.bytes.size() >= engine::frame_header_bytes);
  const std::endian foreign = std::endian::native == std::endian::little ? std::endian::big : std::endian::little;
  const std::endian order = frame.foreign_order ? foreign : std::endian::native;
  Reader reader{frame.bytes.view().subspan(target_offset)};
  if (reader.u32(order) == target.value) return Packet{frame.bytes};
  Writer header{header_bytes};
  header.bytes(frame.bytes.view().first(target_offset));
  header.u32(target.value, order);
  return Packet{header.view(), frame.bytes.from(header_bytes)};
}

}  // namespace

Result<engine::FramePtr> decode_frame(const Header& header, const Payload& packet) {
  Result<engine::Frame> frame = read_frame(header, packet.view());
  if (!frame) return frame.error();
  frame->payload = packet.from(engine::frame_header_bytes);
  frame->bytes = packet;
  if (frame->encapsulated) frame->inner = decode_inner(frame->payload);
  return engine::FramePtr{std::make_shared<const engine::Frame>(std::move(*frame))};
}

Packet encode_message(const engine::FramePtr& made, NodeId target) {
  ENSURE(made != nullptr);
  const engine::Frame& frame = *made;
  if (!frame.bytes.empty()) return resend(frame, target);
  Writer head{2 * engine::frame_header_bytes};
  write_frame(head, frame, target);
  if (!frame.encapsulated) return Packet{head.view(), frame.payload};
  ENSURE(frame.inner != nullptr);
  if (!frame.inner->bytes.empty()) return Packet{head.view(), frame.inner->bytes};
  ENSURE(!frame.inner->encapsulated);
  write_frame(head, *frame.inner, NodeId{});
  return Packet{head.view(), frame.inner->payload};
}

}  // namespace rondel::wire
