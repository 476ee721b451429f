#include "engine/view.h"

#include <doctest/doctest.h>

using rondel::NodeId;
using rondel::engine::Cause;

TEST_CASE("a cause reads as a sentence and as a word") {
  const Cause lost{Cause::Kind::token_lost, NodeId{2}, std::chrono::milliseconds{3650}};
  CHECK(to_string(lost) == "no token for 3650 ms, last seen from node 2");
  CHECK(std::string{to_string(lost.kind)} == "token_lost");
  CHECK(to_string(Cause{Cause::Kind::left, NodeId{3}, {}}) == "node 3 left");
  CHECK(to_string(Cause{Cause::Kind::consensus_timeout, NodeId{}, {}}) == "no agreement in time");
}
