#include "wire/parts.h"

#include <algorithm>

namespace rondel::wire {
namespace {

constexpr std::uint8_t last_type = 5;
constexpr std::uint32_t node_id_max = 65'535;

}  // namespace

Result<Header> read_header(Reader& reader) {
  const std::size_t size = reader.rest_size();
  if (size < header_bytes) return error("a ring message of {} bytes is shorter than its header", size);
  Header header;
  const std::uint16_t mark = reader.u16();
  if (mark == swap_bytes(magic)) {
    header.order = std::endian::native == std::endian::little ? std::endian::big : std::endian::little;
  } else if (mark != magic) {
    return error("magic {:#06x} is not a ring message's", mark);
  }
  if (const std::uint8_t read = reader.u8(); read != version) {
    return error("ring message of version {}; this is version {}", read, version);
  }
  const std::uint8_t type = reader.u8();
  if (type > last_type) return error("ring message of unknown type {}", type);
  header.type = static_cast<Type>(type);
  header.encapsulated = reader.u8();
  header.node = NodeId{reader.u32(header.order)};
  header.target = NodeId{reader.u32(header.order)};
  return header;
}

void write_header(Writer& writer, const Header& header) {
  writer.u16(magic);
  writer.u8(version);
  writer.u8(static_cast<std::uint8_t>(header.type));
  writer.u8(header.encapsulated);
  writer.u32(header.node.value);
  writer.u32(header.target.value);
}

RingId read_ring(Reader& reader, std::endian order) {
  RingId ring;
  ring.representative = NodeId{reader.u32(order)};
  ring.number = RingNumber{reader.u64(order)};
  return ring;
}

void write_ring(Writer& writer, RingId ring) {
  writer.u32(ring.representative.value);
  writer.u64(ring.number.value);
}

bool is_node(NodeId node) { return node.value >= 1 && node.value <= node_id_max; }

Result<std::vector<NodeId>> read_nodes(Reader& reader, std::endian order, std::uint32_t count, const char* what) {
  if (count > engine::members_max) return error("{} of {} nodes; at most {}", what, count, engine::members_max);
  if (reader.rest_size() / sizeof(std::uint32_t) < count) {
    return error("{} of {} nodes in {} bytes", what, count, reader.rest_size());
  }
  std::vector<NodeId> nodes(count);
  for (NodeId& node : nodes) {
    node = NodeId{reader.u32(order)};
    if (!is_node(node)) return error("{} with node id {}", what, node.value);
  }
  std::vector<NodeId> sorted = nodes;
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end()) {
    return error("{} with node {} twice", what, twice->value);
  }
  return nodes;
}

void write_nodes(Writer& writer, const std::vector<NodeId>& nodes) {
  ENSURE(nodes.size() <= engine::members_max);
  for (const NodeId node : nodes) writer.u32(node.value);
}

}  // namespace rondel::wire
