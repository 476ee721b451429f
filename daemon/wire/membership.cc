// The two messages that make a ring: join, which is also the leave, and commit token (ring.md 1.6, 1.7).
//
//   join         = header, sender u32, candidates u32, failed u32, ring number u64, node u32*, node u32*, [trailer]
//   commit token = header, hop u32, ring, unused u32, filled i32, members i32, node u32*, entry*, [trailer]
//   entry        = old ring, aru u32, high delivered u32, received all u32
//
// Node 3's very first join, and its leave from ring number d, when 1 and 2 are there:
//
//   70c0 03 03 00 03000000 00000000 | 03000000 01000000 00000000 0100000000000000 | 03000000
//   70c0 03 03 00 00000000 00000000 | 03000000 02000000 01000000 0d00000000000000 | 01000000 02000000 | 03000000
#include <algorithm>

#include "wire/parts.h"
#include "wire/trailer.h"

namespace rondel::wire {
namespace {

constexpr std::size_t join_bytes = 33;
constexpr std::size_t commit_token_bytes = 41;
constexpr std::size_t entry_bytes = 24;
// Room for a trailer when memory is reserved; a longer one only costs a second allocation.
constexpr std::size_t trailer_bytes_expected = 96;

engine::CommitToken::Entry read_entry(Reader& reader, std::endian order) {
  engine::CommitToken::Entry entry;
  entry.old_ring = read_ring(reader, order);
  entry.aru = Sequence{reader.u32(order)};
  entry.high_delivered = Sequence{reader.u32(order)};
  entry.received_all = reader.u32(order) != 0;
  return entry;
}

void write_entry(Writer& writer, const engine::CommitToken::Entry& entry) {
  write_ring(writer, entry.old_ring);
  writer.u32(entry.aru.value);
  writer.u32(entry.high_delivered.value);
  writer.u32(entry.received_all ? 1 : 0);
}

}  // namespace

Result<engine::Join> decode_join(const Header& header, Reader reader) {
  const std::size_t size = header_bytes + reader.rest_size();
  engine::Join join;
  join.leaving = header.node == NodeId{};
  join.sender = NodeId{reader.u32(header.order)};
  const std::uint32_t candidates_size = reader.u32(header.order);
  const std::uint32_t failed_size = reader.u32(header.order);
  join.ring_number = RingNumber{reader.u64(header.order)};
  if (!reader.ok()) return error("join of {} bytes; at least {}", size, join_bytes);
  if (!is_node(join.sender)) return error("join from node id {}", join.sender.value);
  Result<std::vector<NodeId>> candidates = read_nodes(reader, header.order, candidates_size, "join: candidates");
  if (!candidates) return candidates.error();
  Result<std::vector<NodeId>> failed = read_nodes(reader, header.order, failed_size, "join: failed nodes");
  if (!failed) return failed.error();
  join.candidates = std::move(*candidates);
  join.failed = std::move(*failed);
  if (join.leaving && (join.failed.empty() || join.failed.back() != join.sender)) {
    return error("leave of node {} whose last failed node is another", join.sender.value);
  }
  join.trailer = read_join_trailer(reader);
  return join;
}

Packet encode_message(const engine::Join& join, NodeId target) {
  Writer writer{join_bytes + sizeof(std::uint32_t) * (join.candidates.size() + join.failed.size()) +
                trailer_bytes_expected};
  write_header(writer, {.type = Type::join, .node = join.leaving ? NodeId{} : join.sender, .target = target});
  writer.u32(join.sender.value);
  writer.u32(static_cast<std::uint32_t>(join.candidates.size()));
  writer.u32(static_cast<std::uint32_t>(join.failed.size()));
  writer.u64(join.ring_number.value);
  write_nodes(writer, join.candidates);
  write_nodes(writer, join.failed);
  if (join.trailer) write_trailer(writer, *join.trailer);
  return headed<Packet>(writer);
}

Result<engine::CommitToken> decode_commit_token(const Header& header, Reader reader) {
  const std::size_t size = header_bytes + reader.rest_size();
  engine::CommitToken commit;
  commit.sender = header.node;
  commit.hop = Sequence{reader.u32(header.order)};
  commit.ring = read_ring(reader, header.order);
  reader.skip(sizeof(std::uint32_t));
  const std::int32_t filled = reader.i32(header.order);
  const std::int32_t members_size = reader.i32(header.order);
  if (!reader.ok()) return error("commit token of {} bytes; at least {}", size, commit_token_bytes);
  if (!is_node(commit.sender)) return error("commit token from node id {}", commit.sender.value);
  if (!is_node(commit.ring.representative)) return error("commit token of ring {}", to_string(commit.ring));
  if (members_size < 1) return error("commit token with {} members", members_size);
  if (filled < 0 || filled > members_size) {
    return error("commit token with {} of {} entries filled", filled, members_size);
  }
  commit.filled = static_cast<std::uint32_t>(filled);
  Result<std::vector<NodeId>> members =
      read_nodes(reader, header.order, static_cast<std::uint32_t>(members_size), "commit token: members");
  if (!members) return members.error();
  if (!std::is_sorted(members->begin(), members->end())) return error("commit token whose members are not ascending");
  commit.members = std::move(*members);
  if (reader.rest_size() / entry_bytes < commit.members.size()) {
    return error("commit token with {} members in {} bytes", commit.members.size(), size);
  }
  commit.entries.reserve(commit.members.size());
  for (std::size_t i = 0; i < commit.members.size(); ++i) commit.entries.push_back(read_entry(reader, header.order));
  commit.trailer = read_commit_trailer(reader);
  return commit;
}

Packet encode_message(const engine::CommitToken& commit, NodeId target) {
  ENSURE(commit.entries.size() == commit.members.size() && commit.filled <= commit.members.size());
  Writer writer{commit_token_bytes + (sizeof(std::uint32_t) + entry_bytes) * commit.members.size() +
                trailer_bytes_expected};
  write_header(writer, {.type = Type::commit_token, .node = commit.sender, .target = target});
  writer.u32(commit.hop.value);
  write_ring(writer, commit.ring);
  writer.u32(0);
  writer.i32(static_cast<std::int32_t>(commit.filled));
  writer.i32(static_cast<std::int32_t>(commit.members.size()));
  write_nodes(writer, commit.members);
  for (const engine::CommitToken::Entry& entry : commit.entries) write_entry(writer, entry);
  if (commit.trailer) write_trailer(writer, *commit.trailer);
  return headed<Packet>(writer);
}

}  // namespace rondel::wire
