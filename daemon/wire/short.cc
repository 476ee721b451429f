// The two messages that only name a ring: merge detect and hold cancel (ring.md 1.5, 1.8).
//
//   merge detect = header, sender u32, ring, [trailer]      29 bytes before the trailer
//   hold cancel  = header, ring                             25 bytes
//
// Merge detect of node 1 on ring 1.9: 70c0 03 02 00 01000000 00000000 | 01000000 | 01000000 0900000000000000
#include "wire/parts.h"
#include "wire/trailer.h"

namespace rondel::wire {
namespace {

constexpr std::size_t merge_detect_bytes = 29;
constexpr std::size_t hold_cancel_bytes = 25;

}  // namespace

Result<engine::MergeDetect> decode_merge_detect(const Header& header, Reader reader) {
  const std::size_t size = header_bytes + reader.rest_size();
  engine::MergeDetect merge;
  merge.sender = NodeId{reader.u32(header.order)};
  merge.ring = read_ring(reader, header.order);
  if (!reader.ok()) return error("merge detect of {} bytes; at least {}", size, merge_detect_bytes);
  if (!is_node(merge.sender)) return error("merge detect from node id {}", merge.sender.value);
  if (!is_node(merge.ring.representative)) return error("merge detect of ring {}", to_string(merge.ring));
  if (std::optional<engine::Join::Trailer> trailer = read_join_trailer(reader)) {
    merge.reports = std::move(trailer->reports);
  }
  return merge;
}

Packet encode_message(const engine::MergeDetect& merge, NodeId target) {
  Writer writer{merge_detect_bytes};
  write_header(writer, {.type = Type::merge_detect, .node = merge.sender, .target = target});
  writer.u32(merge.sender.value);
  write_ring(writer, merge.ring);
  if (!merge.reports.empty()) write_reports(writer, merge.reports);
  return headed<Packet>(writer);
}

Result<engine::HoldCancel> decode_hold_cancel(const Header& header, Reader reader) {
  const std::size_t size = header_bytes + reader.rest_size();
  engine::HoldCancel cancel;
  cancel.sender = header.node;
  cancel.ring = read_ring(reader, header.order);
  if (!reader.ok()) return error("hold cancel of {} bytes; at least {}", size, hold_cancel_bytes);
  if (!is_node(cancel.sender)) return error("hold cancel from node id {}", cancel.sender.value);
  if (!is_node(cancel.ring.representative)) return error("hold cancel of ring {}", to_string(cancel.ring));
  return cancel;
}

Packet encode_message(const engine::HoldCancel& cancel, NodeId target) {
  Writer writer{hold_cancel_bytes};
  write_header(writer, {.type = Type::hold_cancel, .node = cancel.sender, .target = target});
  write_ring(writer, cancel.ring);
  return headed<Packet>(writer);
}

}  // namespace rondel::wire
