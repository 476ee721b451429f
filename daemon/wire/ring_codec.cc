#include "wire/ring_codec.h"

#include "wire/parts.h"

namespace rondel::wire {
namespace {

// A decoder's result of one kind as a message of any kind.
template <typename Kind>
Result<engine::Message> as_message(Result<Kind> decoded) {
  if (!decoded) return decoded.error();
  return engine::Message{std::move(*decoded)};
}

}  // namespace

Packet encode(const engine::Message& message, NodeId target) {
  return std::visit([&](const auto& kind) { return encode_message(kind, target); }, message);
}

Result<engine::Message> decode(const Payload& packet) {
  Reader reader{packet.view()};
  const Result<Header> header = read_header(reader);
  if (!header) return header.error();
  switch (header->type) {
    case Type::token:
      return as_message(decode_token(*header, reader));
    case Type::frame:
      return as_message(decode_frame(*header, packet));
    case Type::merge_detect:
      return as_message(decode_merge_detect(*header, reader));
    case Type::join:
      return as_message(decode_join(*header, reader));
    case Type::commit_token:
      return as_message(decode_commit_token(*header, reader));
    case Type::hold_cancel:
      break;
  }
  return as_message(decode_hold_cancel(*header, reader));
}

std::optional<NodeId> target_of(Bytes packet) {
  Reader reader{packet};
  const Result<Header> header = read_header(reader);
  if (!header) return std::nullopt;
  return header->target;
}

}  // namespace rondel::wire
