#include <doctest/doctest.h>

#include "edit.h"
#include "golden.h"
#include "wire/ring_codec.h"

using namespace rondel;
using namespace rondel::wire;
using engine::CommitToken;
using engine::Join;

namespace {

std::vector<NodeId> nodes(std::uint32_t first, std::size_t count) {
  std::vector<NodeId> list;
  for (std::size_t i = 0; i < count; ++i) list.push_back(NodeId{first + static_cast<std::uint32_t>(i)});
  return list;
}

Join join_of(std::size_t candidates, std::size_t failed) {
  return {.sender = NodeId{1},
          .candidates = nodes(1, candidates),
          .failed = nodes(1000, failed),
          .ring_number = RingNumber{0x123456789},
          .trailer = {}};
}

CommitToken commit_of(std::size_t members) {
  CommitToken commit{.sender = NodeId{1},
                     .hop = Sequence{3},
                     .ring = {NodeId{1}, RingNumber{9}},
                     .filled = static_cast<std::uint32_t>(members),
                     .members = nodes(1, members),
                     .entries = {},
                     .trailer = {}};
  for (std::uint32_t i = 0; i < members; ++i) {
    commit.entries.push_back({{NodeId{i + 1}, RingNumber{5}}, Sequence{i}, Sequence{i + 1}, i % 2 == 0});
  }
  return commit;
}

template <typename Kind>
Payload bytes_of(const Kind& message) {
  return encode(message, NodeId{}).joined();
}

template <typename Kind>
void check_round_trip(const Kind& message, std::size_t size) {
  const Payload bytes = bytes_of(message);
  CHECK(bytes.size() == size);
  const Result<engine::Message> decoded = decode(bytes);
  REQUIRE(decoded);
  CHECK(std::get<Kind>(*decoded) == message);
}

std::string failure(const Payload& packet) {
  const Result<engine::Message> decoded = decode(packet);
  return decoded ? "" : decoded.error().text;
}

}  // namespace

TEST_CASE("joins with lists from empty to full") {
  check_round_trip(join_of(0, 0), 33);
  check_round_trip(join_of(1, 0), 37);
  check_round_trip(join_of(0, 1), 37);
  check_round_trip(join_of(384, 384), 33 + 4 * 768);
}

TEST_CASE("the order of a join's lists is kept") {
  Join join = join_of(0, 0);
  join.candidates = {NodeId{2}, NodeId{1}, NodeId{65'535}};
  check_round_trip(join, 45);
}

TEST_CASE("a join's counts are not believed") {
  const Payload bytes = bytes_of(join_of(2, 1));
  CHECK(failure(bytes.part(0, 32)) == "join of 32 bytes; at least 33");
  CHECK(failure(with(bytes, 17, std::uint32_t{4})) == "join: candidates of 4 nodes in 12 bytes");
  CHECK(failure(with(bytes, 21, std::uint32_t{2})) == "join: failed nodes of 2 nodes in 4 bytes");
  CHECK(failure(with(bytes, 17, std::uint32_t{0xffffffff})) == "join: candidates of 4294967295 nodes; at most 384");
  CHECK(failure(longer(with(bytes, 21, std::uint32_t{385}), 4 * 385)) ==
        "join: failed nodes of 385 nodes; at most 384");
}

TEST_CASE("a join lists nodes, each once") {
  const Payload bytes = bytes_of(join_of(2, 1));
  CHECK(failure(with(bytes, 37, std::uint32_t{1})) == "join: candidates with node 1 twice");
  CHECK(failure(with(bytes, 37, std::uint32_t{0})) == "join: candidates with node id 0");
  CHECK(failure(with(bytes, 41, std::uint32_t{65'536})) == "join: failed nodes with node id 65536");
  CHECK(failure(with(bytes, 13, std::uint32_t{0})) == "join from node id 0");
  CHECK(failure(with(bytes, 41, std::uint32_t{1})).empty());  // in both lists: a leaver heard of another one's leave
}

TEST_CASE("a leave ends its failed list with the leaver") {
  Join leave = join_of(1, 1);
  leave.leaving = true;
  leave.failed = {NodeId{3}, NodeId{1}};
  check_round_trip(leave, 45);
  leave.failed = {NodeId{1}, NodeId{3}};
  CHECK(failure(bytes_of(leave)) == "leave of node 1 whose last failed node is another");
  leave.failed = {};
  CHECK(failure(bytes_of(leave)) == "leave of node 1 whose last failed node is another");
}

TEST_CASE("commit tokens of one member up to all") {
  check_round_trip(commit_of(1), 41 + 28);
  check_round_trip(commit_of(2), 41 + 28 * 2);
  check_round_trip(commit_of(384), 41 + 28 * 384);
}

TEST_CASE("a commit token's counts are not believed") {
  const Payload bytes = bytes_of(commit_of(2));
  CHECK(failure(bytes.part(0, 40)) == "commit token of 40 bytes; at least 41");
  CHECK(failure(with(bytes, 37, std::int32_t{0})) == "commit token with 0 members");
  CHECK(failure(with(bytes, 37, std::int32_t{-1})) == "commit token with -1 members");
  CHECK(failure(with(bytes, 37, std::int32_t{385})) == "commit token: members of 385 nodes; at most 384");
  CHECK(failure(with(bytes, 37, std::int32_t{100})) == "commit token: members of 100 nodes in 56 bytes");
  CHECK(failure(with(bytes, 33, std::int32_t{3})) == "commit token with 3 of 2 entries filled");
  CHECK(failure(with(bytes, 33, std::int32_t{-1})) == "commit token with -1 of 2 entries filled");
  CHECK(failure(bytes.part(0, bytes.size() - 1)) == "commit token with 2 members in 96 bytes");
}

TEST_CASE("a commit token's members ascend, which is the order of the ring") {
  const Payload bytes = bytes_of(commit_of(2));
  CHECK(failure(with(bytes, 41, std::uint32_t{3})) == "commit token whose members are not ascending");
  CHECK(failure(with(bytes, 41, std::uint32_t{2})) == "commit token: members with node 2 twice");
  CHECK(failure(with(bytes, 41, std::uint32_t{0})) == "commit token: members with node id 0");
  CHECK(failure(with(bytes, 5, std::uint32_t{0})) == "commit token from node id 0");
  CHECK(failure(with(bytes, 17, std::uint32_t{0})) == "commit token of ring 0.9");
}
