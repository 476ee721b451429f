#include "engine/view.h"

#include <doctest/doctest.h>

using rondel::NodeId;
using rondel::engine::Cause;

TEST_CASE("a cause reads as a sentence and as a word") {
  const Cause lost{.kind = Cause::Kind::token_lost, .node = NodeId{2}, .silence = std::chrono::milliseconds{3650}};
  CHECK(to_string(lost) == "no token for 3650 ms, last seen from node 2");
  CHECK(std::string{to_string(lost.kind)} == "token_lost");
  CHECK(to_string(Cause{.kind = Cause::Kind::left, .node = NodeId{3}}) == "node 3 left");
  CHECK(to_string(Cause{.kind = Cause::Kind::consensus_timeout}) == "no agreement in time");
}

TEST_CASE("all causes of a change are one sentence") {
  rondel::engine::View view;
  view.cause = {.kind = Cause::Kind::left, .node = NodeId{3}};
  CHECK(why(view) == "node 3 left");
  view.further = {{.kind = Cause::Kind::consensus_timeout, .node = NodeId{2}}};
  CHECK(why(view) == "node 3 left; node 2 did not answer in time");
}
