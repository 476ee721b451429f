#include <doctest/doctest.h>

#include "edit.h"
#include "golden.h"
#include "wire/ring_codec.h"

using namespace rondel;
using namespace rondel::wire;
using engine::Frame;
using engine::FramePtr;

namespace {

constexpr RingId ring{NodeId{1}, RingNumber{9}};

Frame made(std::size_t payload_bytes) {
  Frame frame;
  frame.originator = NodeId{2};
  frame.sender = NodeId{1};
  frame.sequence = Sequence{7};
  frame.sender_count = -3;
  frame.ring = ring;
  frame.payload = Payload::copy(std::vector<std::byte>(payload_bytes, std::byte{0xab}));
  return frame;
}

FramePtr shared(Frame frame) { return std::make_shared<const Frame>(std::move(frame)); }

Payload bytes_of(const Frame& frame) { return encode(shared(frame), NodeId{}).joined(); }

Frame around(FramePtr inner) {
  Frame outer = made(0);
  outer.encapsulated = true;
  outer.inner = std::move(inner);
  return outer;
}

FramePtr decoded_frame(const Payload& packet) {
  const Result<engine::Message> decoded = decode(packet);
  REQUIRE(decoded);
  return std::get<FramePtr>(*decoded);
}

std::string failure(const Payload& packet) {
  const Result<engine::Message> decoded = decode(packet);
  return decoded ? "" : decoded.error().text;
}

}  // namespace

TEST_CASE("a frame's payload is sent without a copy") {
  const Frame frame = made(1000);
  const Packet packet = encode(shared(frame), NodeId{});
  CHECK(packet.head().size() == 45);
  CHECK(packet.body().view().data() == frame.payload.view().data());
}

TEST_CASE("a received frame is sent again as the bytes it came in") {
  const Payload packet = longer(bytes_of(made(3)), 2);
  const Packet again = encode(decoded_frame(packet), NodeId{});
  CHECK(again.head().empty());
  CHECK(again.body().view().data() == packet.view().data());
  CHECK(again.size() == packet.size());
}

TEST_CASE("a received frame with another target gets the one asked for, without a copy of the rest") {
  const Payload packet = bytes_of(made(3));
  const FramePtr frame = decoded_frame(with(packet, 9, std::uint32_t{0xdeadbeef}));
  const Packet again = encode(frame, NodeId{});
  CHECK(to_hex(again.joined().view()) == to_hex(packet.view()));
  CHECK(again.body().view().data() == frame->bytes.view().data() + 13);
}

TEST_CASE("only guarantee 1 is safe; whatever else stands there is agreed, as for corosync") {
  Frame safe = made(1);
  safe.guarantee = engine::Guarantee::safe;
  const Payload packet = bytes_of(safe);
  CHECK(decoded_frame(packet)->guarantee == engine::Guarantee::safe);
  CHECK(decoded_frame(with(packet, 41, std::int32_t{0}))->guarantee == engine::Guarantee::agreed);
  CHECK(decoded_frame(with(packet, 41, std::int32_t{2}))->guarantee == engine::Guarantee::agreed);
}

TEST_CASE("only encapsulated 1 is a recovery frame; whatever else stands there is an ordinary one") {
  const Payload packet = bytes_of(made(1));
  CHECK_FALSE(decoded_frame(packet)->encapsulated);
  CHECK_FALSE(decoded_frame(with(packet, 4, std::uint8_t{0}))->encapsulated);
  CHECK_FALSE(decoded_frame(with(packet, 4, std::uint8_t{3}))->encapsulated);
  CHECK(decoded_frame(with(packet, 4, std::uint8_t{1}))->encapsulated);
}

TEST_CASE("an empty frame is a frame, and 65536 bytes are the most") {
  CHECK(decoded_frame(bytes_of(made(0)))->payload.empty());
  CHECK(failure(bytes_of(made(0)).part(0, 44)) == "frame of 44 bytes; at least 45");
  CHECK(decoded_frame(bytes_of(made(65'536 - 45)))->payload.size() == 65'491);
  CHECK(failure(bytes_of(made(65'537 - 45))) == "frame of 65537 bytes; at most 65536");
}

TEST_CASE("a frame comes from a node and belongs to a ring") {
  const Payload packet = bytes_of(made(0));
  CHECK(failure(with(packet, 5, std::uint32_t{0})) == "frame of originator 0");
  CHECK(failure(with(packet, 13, std::uint32_t{0})) == "frame from node id 0");
  CHECK(failure(with(packet, 25, std::uint32_t{0})) == "frame of ring 0.9");
}

TEST_CASE("a recovery frame carries the received bytes of the frame inside, without a copy") {
  const Payload old_packet = longer(bytes_of(made(4)), 1);
  const FramePtr inner = decoded_frame(old_packet);
  const Packet packet = encode(shared(around(inner)), NodeId{});
  CHECK(packet.head().size() == 45);
  CHECK(packet.body().view().data() == old_packet.view().data());
  const FramePtr again = decoded_frame(packet.joined());
  CHECK(again->encapsulated);
  REQUIRE(again->inner != nullptr);
  CHECK(to_hex(again->inner->bytes.view()) == to_hex(old_packet.view()));
}

TEST_CASE("a recovery frame around a frame that was made here has both headers in front of the payload") {
  const Frame inner = made(4);
  const Packet packet = encode(shared(around(shared(inner))), NodeId{});
  CHECK(packet.head().size() == 90);
  CHECK(packet.body().view().data() == inner.payload.view().data());
  CHECK(to_hex(packet.joined().from(45).view()) == to_hex(bytes_of(inner).view()));
}

TEST_CASE("a recovery frame whose inside is damaged is still a frame of its ring") {
  const Payload packet = bytes_of(around(shared(made(4))));
  const auto inner_of = [](const Payload& damaged) {
    const FramePtr outer = decoded_frame(damaged);
    CHECK(outer->encapsulated);
    CHECK(outer->bytes.size() == damaged.size());
    return outer->inner;
  };
  CHECK(inner_of(packet) != nullptr);
  CHECK(inner_of(packet.part(0, 45)) == nullptr);
  CHECK(inner_of(packet.part(0, 89)) == nullptr);
  CHECK(inner_of(with(packet, 45, std::uint16_t{0})) == nullptr);
  CHECK(inner_of(with(packet, 45 + 3, std::uint8_t{5})) == nullptr);
  CHECK(inner_of(with(packet, 45 + 13, std::uint32_t{0})) == nullptr);
}

TEST_CASE("frames don't nest deeper than a frame in a recovery frame") {
  const Payload packet = bytes_of(around(shared(made(4))));
  const Payload nested = longer(packet.part(0, 45), packet.view());
  CHECK(decoded_frame(nested)->inner == nullptr);
}
