#include <doctest/doctest.h>

#include "edit.h"
#include "golden.h"
#include "wire/ring_codec.h"

using namespace rondel;
using namespace rondel::wire;
using engine::Token;

namespace {

Token token_with(std::size_t requests) {
  Token token{.sender = NodeId{1},
              .sequence = Sequence{0xffffffff},
              .hop = Sequence{7},
              .aru = Sequence{0xfffffff0},
              .aru_holder = NodeId{2},
              .ring = {NodeId{1}, RingNumber{0x1'0000'0009}},
              .backlog = 5,
              .flow_count = 6,
              .recovering = true,
              .requests = {}};
  for (std::uint32_t i = 0; i < requests; ++i) token.requests.push_back({token.ring, Sequence{0xfffffff1 + i}});
  return token;
}

Payload bytes_of(const Token& token) { return encode(token, NodeId{2}).joined(); }

std::string failure(const Payload& packet) {
  const Result<engine::Message> decoded = decode(packet);
  return decoded ? "" : decoded.error().text;
}

}  // namespace

TEST_CASE("a token holds no requests, one, or all it may hold") {
  for (const std::size_t requests : {0U, 1U, 2U, 3U, 30U, 76U}) {
    const Token token = token_with(requests);
    const Payload bytes = bytes_of(token);
    CHECK(bytes.size() == 57 + 16 * requests);
    const Result<engine::Message> decoded = decode(bytes);
    REQUIRE(decoded);
    CHECK(std::get<Token>(*decoded) == token);
  }
}

TEST_CASE("short tokens are sent without memory of their own") {
  CHECK(encode(token_with(2), NodeId{2}).body().empty());
  CHECK(encode(token_with(3), NodeId{2}).head().empty());
}

TEST_CASE("a token's count of requests is not believed") {
  const Payload bytes = bytes_of(token_with(30));
  CHECK(failure(with(bytes, 53, std::int32_t{77})) == "token with 77 requests; at most 76");
  CHECK(failure(with(bytes, 53, std::int32_t{-1})) == "token with -1 requests; at most 76");
  CHECK(failure(with(bytes, 53, std::int32_t{0x7fffffff})) == "token with 2147483647 requests; at most 76");
  CHECK(failure(with(bytes_of(token_with(1)), 53, std::int32_t{2})) == "token with 2 requests in 73 bytes");
}

TEST_CASE("a token has a length of 57 to 1500 bytes") {
  const Payload bytes = bytes_of(token_with(0));
  CHECK(failure(bytes.part(0, 56)) == "token of 56 bytes; at least 57");
  CHECK(failure(longer(bytes, 1500 - 57)).empty());
  CHECK(failure(longer(bytes, 1501 - 57)) == "token of 1501 bytes; at most 1500");
}

TEST_CASE("a token comes from a node and belongs to a ring") {
  const Payload bytes = bytes_of(token_with(0));
  CHECK(failure(with(bytes, 5, std::uint32_t{0})) == "token from node id 0");
  CHECK(failure(with(bytes, 29, std::uint32_t{0})) == "token of ring 0.100000009");
}

TEST_CASE("any number but zero says that a member recovers") {
  const Result<engine::Message> decoded = decode(with(bytes_of(token_with(0)), 49, std::int32_t{-2}));
  REQUIRE(decoded);
  CHECK(std::get<Token>(*decoded).recovering);
}
