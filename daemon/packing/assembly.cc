#include "packing/assembly.h"

#include <cstring>
#include <optional>
#include <utility>

#include "base/bytes.h"

namespace rondel::packing {

namespace {

// A message in very many tiny pieces is joined now and then, so that they don't cost more memory than the message.
constexpr std::size_t pieces_max = 1024;

struct Head {
  std::uint8_t fragmented = 0;
  std::uint8_t continuation = 0;
  std::uint16_t count = 0;
};

// The head, if the lengths behind it add up to exactly the payload (version and type are not checked by anybody).
std::optional<Head> read_head(Bytes payload) {
  Reader reader{payload};
  reader.skip(4);
  Head head;
  head.fragmented = reader.u8();
  head.continuation = reader.u8();
  head.count = reader.u16();
  std::uint64_t data_bytes = 0;
  for (std::size_t i = 0; i < head.count && reader.ok(); ++i) data_bytes += reader.u16();
  if (!reader.ok() || head.count == 0 || data_bytes != reader.rest_size()) return std::nullopt;
  return head;
}

}  // namespace

void Assembly::receive(NodeId from, const Payload& frame_payload, std::vector<Incoming>& out) {
  const std::optional<Head> head = read_head(frame_payload.view());
  if (!head) {
    counters_.malformed += 1;
    return;
  }
  Context& context = contexts_[static_cast<std::size_t>(phase_)][from];
  if (head->continuation != context.fragment) {
    counters_.mismatches += 1;
    context.drop();
    context.throwing_away = head->continuation != 0;
  }
  context.fragment = head->fragmented;

  Reader lengths{frame_payload.view().subspan(head_bytes)};
  std::size_t offset = head_bytes + piece_length_bytes * head->count;
  for (std::size_t i = 0; i < head->count; ++i) {
    const std::size_t size = lengths.u16();
    Payload piece = frame_payload.part(offset, size);
    offset += size;
    const bool unfinished = head->fragmented != 0 && i + 1 == head->count;
    if (unfinished) {
      hold(context, std::move(piece));
    } else {
      finish(context, from, std::move(piece), out);
    }
  }
}

void Assembly::hold(Context& context, Payload piece) {
  if (context.throwing_away || piece.empty()) return;
  if (context.bytes + piece.size() > assembled_bytes_max) {
    counters_.too_long += 1;
    context.drop();
    context.throwing_away = true;
    return;
  }
  context.bytes += piece.size();
  context.pieces.push_back(std::move(piece));
  if (context.pieces.size() == pieces_max) context.pieces = {context.joined()};
}

void Assembly::finish(Context& context, NodeId from, Payload piece, std::vector<Incoming>& out) {
  if (context.throwing_away) {
    context.throwing_away = false;
    return;
  }
  if (context.pieces.empty()) {
    out.push_back({from, std::move(piece)});
    return;
  }
  if (context.bytes + piece.size() > assembled_bytes_max) {
    counters_.too_long += 1;
  } else {
    context.bytes += piece.size();
    context.pieces.push_back(std::move(piece));
    out.push_back({from, context.joined()});
  }
  context.drop();
}

void Assembly::Context::drop() {
  pieces.clear();
  bytes = 0;
}

Payload Assembly::Context::joined() const {
  return Payload::make(bytes, [this](std::span<std::byte> to) {
    std::size_t done = 0;
    for (const Payload& piece : pieces) {
      const Bytes from = piece.view();
      if (from.empty()) continue;
      std::memcpy(to.data() + done, from.data(), from.size());
      done += from.size();
    }
  });
}

void Assembly::forget(std::span<const NodeId> left) {
  for (std::map<NodeId, Context>& contexts : contexts_) {
    for (NodeId node : left) contexts.erase(node);
  }
}

void Assembly::forget_all() {
  for (std::map<NodeId, Context>& contexts : contexts_) contexts.clear();
}

std::size_t Assembly::held_bytes() const {
  std::size_t bytes = 0;
  for (const std::map<NodeId, Context>& contexts : contexts_) {
    for (const auto& [node, context] : contexts) bytes += context.bytes;
  }
  return bytes;
}

}  // namespace rondel::packing
