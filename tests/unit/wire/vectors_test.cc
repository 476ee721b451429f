// The specification's byte vectors (ring.md appendix B), in both directions.
#include <doctest/doctest.h>

#include "golden.h"
#include "wire/ring_codec.h"

using namespace rondel;
using namespace rondel::wire;
using engine::CommitToken;
using engine::Frame;
using engine::FramePtr;
using engine::HoldCancel;
using engine::Join;
using engine::MergeDetect;
using engine::Token;

namespace {

constexpr RingId ring_9{NodeId{1}, RingNumber{9}};
constexpr const char* barrier_frame =
    "70c0030102010000000000000001000000"
    "0700000009000000010000000900000000000000"
    "0000000000000000"
    "0000000001002800"
    "0100040073796e63"
    "00000000000000002000000000000000"
    "01000000090000000000000000000000";

// Values of this kind are comparable: what is encoded is the vector, and the vector decodes to the value.
template <typename Kind>
void check_both_ways(const Kind& value, std::uint32_t target, const char* hex) {
  const Payload vector = from_hex(hex);
  CHECK(to_hex(encode(value, NodeId{target}).joined().view()) == to_hex(vector.view()));
  const Result<engine::Message> decoded = decode(vector);
  REQUIRE(decoded);
  REQUIRE(std::holds_alternative<Kind>(*decoded));
  CHECK(std::get<Kind>(*decoded) == value);
  CHECK(target_of(vector.view()) == NodeId{target});
}

}  // namespace

TEST_CASE("vector: hold cancel from node 2 on ring 1.9") {
  check_both_ways(HoldCancel{NodeId{2}, ring_9}, 0, "70c00305000200000000000000010000000900000000000000");
}

TEST_CASE("vector: merge detect from node 1 on ring 1.9") {
  check_both_ways(MergeDetect{NodeId{1}, ring_9}, 0, "70c0030200010000000000000001000000010000000900000000000000");
}

TEST_CASE("vector: the very first join of node 3") {
  check_both_ways(
      Join{.sender = NodeId{3}, .candidates = {NodeId{3}}, .failed = {}, .ring_number = RingNumber{1}, .trailer = {}},
      0,
      "70c003030003000000000000000300000001000000000000000100000000000000"
      "03000000");
}

TEST_CASE("vector: leave of node 3 from ring number d") {
  check_both_ways(Join{.sender = NodeId{3},
                       .leaving = true,
                       .candidates = {NodeId{1}, NodeId{2}},
                       .failed = {NodeId{3}},
                       .ring_number = RingNumber{0xd},
                       .trailer = {}},
                  0,
                  "70c003030000000000000000000300000002000000010000000d00000000000000"
                  "0100000002000000"
                  "03000000");
}

TEST_CASE("vector: first token of ring 1.9") {
  check_both_ways(Token{.sender = NodeId{1},
                        .sequence = {},
                        .hop = {},
                        .aru = Sequence{0xffffffff},
                        .aru_holder = NodeId{1},
                        .ring = ring_9,
                        .requests = {}},
                  2,
                  "70c00300000100000002000000"
                  "0000000000000000ffffffff01000000"
                  "010000000900000000000000"
                  "00000000000000000000000000000000");
}

TEST_CASE("vector: token with a request") {
  check_both_ways(Token{.sender = NodeId{1},
                        .sequence = Sequence{251},
                        .hop = Sequence{11358},
                        .aru = Sequence{250},
                        .aru_holder = NodeId{1},
                        .ring = ring_9,
                        .requests = {{ring_9, Sequence{251}}}},
                  2,
                  "70c00300000100000002000000"
                  "fb0000005e2c0000fa00000001000000"
                  "010000000900000000000000"
                  "00000000000000000000000001000000"
                  "010000000900000000000000fb000000");
}

TEST_CASE("vector: commit token, first and second hop") {
  const CommitToken::Entry node_1{RingId{NodeId{1}, RingNumber{5}}, Sequence{6}, Sequence{6}, true};
  const CommitToken::Entry node_2{RingId{NodeId{2}, RingNumber{5}}, Sequence{6}, Sequence{6}, true};
  CommitToken commit{.sender = NodeId{1},
                     .hop = Sequence{1},
                     .ring = ring_9,
                     .filled = 1,
                     .members = {NodeId{1}, NodeId{2}},
                     .entries = {node_1, {}},
                     .trailer = {}};
  check_both_ways(commit, 2,
                  "70c00304000100000002000000"
                  "01000000"
                  "010000000900000000000000"
                  "000000000100000002000000"
                  "0100000002000000"
                  "010000000500000000000000060000000600000001000000"
                  "000000000000000000000000000000000000000000000000");
  commit.sender = NodeId{2};
  commit.hop = Sequence{2};
  commit.filled = 2;
  commit.entries[1] = node_2;
  check_both_ways(commit, 1,
                  "70c00304000200000001000000"
                  "02000000"
                  "010000000900000000000000"
                  "000000000200000002000000"
                  "0100000002000000"
                  "010000000500000000000000060000000600000001000000"
                  "020000000500000000000000060000000600000001000000");
}

TEST_CASE("vector: frame 7 of node 1 with a barrier") {
  const Payload vector = from_hex(barrier_frame);
  Frame frame;
  frame.originator = frame.sender = NodeId{1};
  frame.sequence = Sequence{7};
  frame.sender_count = 9;
  frame.ring = ring_9;
  frame.payload = vector.from(45);
  CHECK(to_hex(encode(FramePtr{std::make_shared<const Frame>(frame)}, NodeId{}).joined().view()) ==
        to_hex(vector.view()));

  const Result<engine::Message> decoded = decode(vector);
  REQUIRE(decoded);
  const Frame& read = *std::get<FramePtr>(*decoded);
  CHECK(read.originator == NodeId{1});
  CHECK(read.sender == NodeId{1});
  CHECK(read.sequence == Sequence{7});
  CHECK(read.sender_count == 9);
  CHECK(read.ring == ring_9);
  CHECK(read.guarantee == engine::Guarantee::agreed);
  CHECK_FALSE(read.encapsulated);
  CHECK_FALSE(read.foreign_order);
  CHECK(read.bytes.view().data() == vector.view().data());
  CHECK(read.payload.view().data() == vector.view().data() + 45);
}

TEST_CASE("vector: a recovery frame and the frame inside") {
  const Payload vector = from_hex(
      "70c0030101010000000000000001000000030000004b000000010000000d000000000000000000000000000000"
      "70c0030102030000000000000003000000ff0000008c000000010000000900000000000000"
      "0000000000000000"
      "abcd");
  const Result<engine::Message> decoded = decode(vector);
  REQUIRE(decoded);
  const Frame& outer = *std::get<FramePtr>(*decoded);
  CHECK(outer.encapsulated);
  CHECK(outer.sequence == Sequence{3});
  CHECK(outer.sender_count == 75);
  CHECK(outer.ring == RingId{NodeId{1}, RingNumber{0xd}});
  REQUIRE(outer.inner != nullptr);
  CHECK(outer.inner->originator == NodeId{3});
  CHECK(outer.inner->sequence == Sequence{255});
  CHECK(outer.inner->sender_count == 140);
  CHECK(outer.inner->ring == ring_9);
  CHECK(to_hex(outer.inner->payload.view()) == "abcd");

  // Made here: around a received frame, and around one that was made here as well.
  Frame made = outer;
  made.bytes = made.payload = Payload{};
  CHECK(to_hex(encode(FramePtr{std::make_shared<const Frame>(made)}, NodeId{}).joined().view()) ==
        to_hex(vector.view()));
  Frame inner = *outer.inner;
  inner.bytes = Payload{};
  made.inner = std::make_shared<const Frame>(inner);
  CHECK(to_hex(encode(FramePtr{std::make_shared<const Frame>(made)}, NodeId{}).joined().view()) ==
        to_hex(vector.view()));
}
