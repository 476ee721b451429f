// Any bytes as a ring message: never a crash, and what decodes is encoded to something that decodes to the same.
#include <cstdint>
#include <memory>

#include "base/ensure.h"
#include "wire/ring_codec.h"

using namespace rondel;

namespace {

bool same(Bytes a, Bytes b) { return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin()); }

// The fields and the payload. Byte order and received bytes are how a frame came, not what it is.
bool same(const engine::Frame& a, const engine::Frame& b) {
  if ((a.inner == nullptr) != (b.inner == nullptr)) return false;
  if (a.inner && !same(*a.inner, *b.inner)) return false;
  const bool payload = a.encapsulated || same(a.payload.view(), b.payload.view());
  return payload && a.originator == b.originator && a.sender == b.sender && a.sequence == b.sequence &&
         a.sender_count == b.sender_count && a.ring == b.ring && a.guarantee == b.guarantee &&
         a.encapsulated == b.encapsulated;
}

bool same(const engine::Message& a, const engine::Message& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&](const auto& kind) {
        const auto& other = std::get<std::decay_t<decltype(kind)>>(b);
        if constexpr (std::is_same_v<std::decay_t<decltype(kind)>, engine::FramePtr>) {
          return same(*kind, *other);
        } else {
          return kind == other;
        }
      },
      a);
}

// Encodes and decodes again.
void check(const engine::Message& message, NodeId target) {
  const Packet packet = wire::encode(message, target);
  const Payload bytes = packet.joined();
  ENSURE(bytes.size() == packet.size());
  ENSURE(wire::target_of(bytes.view()) == target);
  const Result<engine::Message> again = wire::decode(bytes);
  ENSURE(again.has_value());
  ENSURE(same(message, *again));
}

engine::FramePtr made_here(engine::Frame frame, bool inner_too) {
  frame.bytes = Payload{};
  if (frame.inner && inner_too) frame.inner = made_here(*frame.inner, false);
  return std::make_shared<const engine::Frame>(std::move(frame));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Payload packet = Payload::copy(std::as_bytes(std::span{data, size}));
  const std::optional<NodeId> target = wire::target_of(packet.view());
  const Result<engine::Message> message = wire::decode(packet);
  if (!message) return 0;
  ENSURE(target.has_value());
  check(*message, *target);
  check(*message, NodeId{target->value + 1});

  const auto* frame = std::get_if<engine::FramePtr>(&*message);
  if (frame == nullptr) return 0;
  ENSURE(same(wire::encode(*message, *target).joined().view(), packet.view()));
  // Made here it comes out in our order; without its inner frame there is nothing to make.
  if ((*frame)->encapsulated && !(*frame)->inner) return 0;
  check(made_here(**frame, false), NodeId{});
  check(made_here(**frame, true), NodeId{});
  return 0;
}
