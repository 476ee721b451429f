#include "engine/flow.h"

#include <doctest/doctest.h>

using rondel::engine::Flow;
using rondel::engine::FlowLimits;
using rondel::engine::Token;

namespace {

constexpr FlowLimits limits{50, 17};

}  // namespace

TEST_CASE("a visit may send its maximum, and never more than the window has left") {
  Flow flow;
  Token token;
  CHECK(flow.allowed(token, 100, limits) == 17);
  token.flow_count = 45;
  CHECK(flow.allowed(token, 100, limits) == 5);
  token.flow_count = 50;
  CHECK(flow.allowed(token, 100, limits) == 0);
}

TEST_CASE("a token that claims more than the window does not open it") {
  Flow flow;
  Token token;
  token.flow_count = 51;
  CHECK(flow.allowed(token, 100, limits) == 0);
}

TEST_CASE("members with waiting frames share the window") {
  Flow flow;
  flow.backlog_last_visit = 10;
  Token token;
  token.backlog = 100;
  CHECK(flow.allowed(token, 10, limits) == 5);  // 50 * 10 / 100
  token.backlog = 1000;
  CHECK(flow.allowed(token, 10, limits) == 17);  // a share of 0 does not limit
}

TEST_CASE("each visit replaces what the last one wrote into the token") {
  Flow flow;
  Token token;
  flow.account(token, 17, 30);
  CHECK(token.flow_count == 17);
  CHECK(token.backlog == 30);
  flow.account(token, 3, 13);
  CHECK(token.flow_count == 3);
  CHECK(token.backlog == 13);
}
