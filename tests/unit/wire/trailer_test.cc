#include "wire/trailer.h"

#include <doctest/doctest.h>

#include "edit.h"
#include "golden.h"
#include "swapped.h"
#include "wire/ring_codec.h"

using namespace rondel;
using namespace rondel::wire;
using engine::CommitToken;
using engine::Join;

namespace {

const Join join{.sender = NodeId{1},
                .candidates = {NodeId{1}},
                .failed = {},
                .ring_number = RingNumber{1},
                .trailer = Join::Trailer{.version = "1.2", .capabilities = {5}}};
const CommitToken commit{.sender = NodeId{1},
                         .hop = Sequence{1},
                         .ring = {NodeId{1}, RingNumber{9}},
                         .members = {NodeId{1}},
                         .entries = {{}},
                         .trailer = CommitToken::Trailer{.capabilities = {5}, .marks = 2}};

template <typename Kind>
Kind decoded(const Payload& packet) {
  const Result<engine::Message> message = decode(packet);
  REQUIRE(message);
  return std::get<Kind>(*message);
}

}  // namespace

TEST_CASE("trailers are pinned to the byte, behind the message") {
  CHECK(to_hex(encode(join, NodeId{}).joined().from(37).view()) == "524e444c07000a03312e321005");
  CHECK(to_hex(encode(commit, NodeId{}).joined().from(69).view()) == "524e444c040008051002");
  CHECK(decoded<Join>(encode(join, NodeId{}).joined()) == join);
  CHECK(decoded<CommitToken>(encode(commit, NodeId{}).joined()) == commit);
}

TEST_CASE("a join tells why its sender left its ring") {
  using engine::Cause;
  Join told = join;
  told.trailer->causes = {{.kind = Cause::Kind::token_lost,
                           .node = NodeId{3},
                           .silence = std::chrono::milliseconds{3000},
                           .told_by = NodeId{2}},
                          {.kind = Cause::Kind::left, .node = NodeId{4}}};
  const Payload packet = encode(told, NodeId{}).joined();
  CHECK(to_hex(packet.from(37).view()) ==
        "524e444c26000a03312e321005"
        "42130a0a746f6b656e5f6c6f7374100318b8172002"
        "42080a046c6566741004");
  CHECK(decoded<Join>(packet) == told);
  // A kind of a later release: "lefu".
  const Payload unknown = with(packet, packet.size() - 3, std::uint8_t{'u'});
  CHECK(decoded<Join>(unknown).trailer->causes.size() == 1);
  // Who sends more than anybody remembers.
  for (std::uint32_t node = 0; node < 20; ++node) {
    told.trailer->causes.push_back({.kind = Cause::Kind::left, .node = NodeId{node}});
  }
  CHECK(decoded<Join>(encode(told, NodeId{}).joined()).trailer->causes.size() == engine::causes_max);
}

TEST_CASE("a trailer that says nothing is not the same as none") {
  CommitToken empty = commit;
  empty.trailer = CommitToken::Trailer{};
  const Payload packet = encode(empty, NodeId{}).joined();
  CHECK(to_hex(packet.from(69).view()) == "524e444c0000");
  CHECK(decoded<CommitToken>(packet) == empty);
}

TEST_CASE("a trailer is read behind a message of the other byte order too") {
  CHECK(decoded<Join>(swapped(encode(join, NodeId{}).joined())) == join);
  CHECK(decoded<CommitToken>(swapped(encode(commit, NodeId{}).joined())) == commit);
}

TEST_CASE("a cut, foreign or damaged trailer is ignored, and the message in front of it counts") {
  const Payload whole = encode(join, NodeId{}).joined();
  Join bare = join;
  bare.trailer.reset();
  for (std::size_t size = 37; size < whole.size(); ++size) CHECK(decoded<Join>(whole.part(0, size)) == bare);
  CHECK(decoded<Join>(with(whole, 37, std::uint8_t{'X'})) == bare);
  CHECK(decoded<Join>(with(whole, 41, std::uint16_t{8})) == bare);    // longer than what is there
  CHECK(decoded<Join>(with(whole, 41, std::uint16_t{6})) == bare);    // cut inside a field
  CHECK(decoded<Join>(with(whole, 44, std::uint8_t{0x7f})) == bare);  // a string beyond the end
  CHECK(decoded<Join>(with(whole, 45, std::uint8_t{0xff})) == bare);  // not printable
  CHECK(decoded<Join>(longer(whole.part(0, 37), 50)) == bare);
}

TEST_CASE("what stands behind a trailer is ignored") {
  CHECK(decoded<Join>(longer(encode(join, NodeId{}).joined(), 9)) == join);
}

TEST_CASE("fields of a later release are ignored") {
  const Payload packet = encode(commit, NodeId{}).joined();
  const Payload later = longer(with(packet, 73, std::uint16_t{6}), from_hex("7801").view());
  CHECK(decoded<CommitToken>(later) == commit);
}

TEST_CASE("a version is cut where others would refuse it") {
  Join long_version = join;
  long_version.trailer->version = std::string(version_bytes_max + 1, 'v');
  const Join read = decoded<Join>(encode(long_version, NodeId{}).joined());
  REQUIRE(read.trailer);
  CHECK(read.trailer->version.size() == version_bytes_max);
  Writer raw;
  raw.bytes(from_hex("524e444c43000a41").view());
  for (int i = 0; i < 65; ++i) raw.u8('v');
  CHECK_FALSE(read_join_trailer(Reader{raw.view()}));
}
