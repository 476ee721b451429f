#include "session/cfg_session.h"

#include "fixture.h"
#include "ipc/cfg.h"
#include "session/node_addresses.h"

namespace rondel::session {

namespace cfg = ipc::cfg;

namespace {

Outcome addresses_of(const FakeSurroundings& around, std::uint32_t node) {
  cfg::NodeAddresses request;
  request.node = node;
  return cfg_request(pack(request, cfg::request_node_addresses), around);
}

}  // namespace

TEST_CASE("cfg tells the local node") {
  FakeSurroundings around;
  around.node = NodeId{3};
  const Outcome outcome = cfg_request(bare_request(cfg::request_local), around);
  CHECK(facts(outcome) == ReplyFacts{12, 1, 32});
  CHECK(as<cfg::LocalReply>(*outcome.reply).node == 3);
}

TEST_CASE("cfg tells a node's addresses, node 0 being the local one") {
  FakeSurroundings around;
  const std::vector<std::string> texts{"10.0.0.1", "192.168.7.1"};
  around.known[NodeId{1}] = node_addresses(texts);
  for (std::uint32_t node : {0U, 1U}) {
    const Outcome outcome = addresses_of(around, node);
    CHECK(facts(outcome) == ReplyFacts{11, 1, 64});
    const auto head = as<cfg::NodeAddressesReply>(*outcome.reply);
    CHECK(head.family == 2);
    CHECK(head.count == 2);
    const std::vector<std::byte>& bytes = *outcome.reply;
    CHECK(bytes[32] == std::byte{10});
    CHECK(bytes[35] == std::byte{1});
    CHECK(bytes[36] == std::byte{0});
    CHECK(bytes[48] == std::byte{192});
  }
  CHECK(facts(addresses_of(around, 9)) == ReplyFacts{11, 12, 32});
}

TEST_CASE("addresses come from text, IPv6 as well, and what isn't numeric is left out") {
  const std::vector<std::string> texts{"name.example", "fd00::1", "10.0.0.1"};
  const NodeAddresses made = node_addresses(texts);
  CHECK(made.family == 10);
  REQUIRE(made.per_link.size() == 2);
  CHECK(made.per_link[0][0] == std::byte{0xfd});
  CHECK(made.per_link[0][15] == std::byte{1});
  CHECK(node_addresses({}).per_link.empty());
}

TEST_CASE("cfg's other requests are not supported, each under its own response id") {
  FakeSurroundings around;
  const std::map<std::int32_t, std::int32_t> responses{{0, 0},  {1, 1},  {2, 8},  {3, 9},  {4, 13},
                                                       {7, 14}, {8, 15}, {9, 16}, {10, 2}, {11, 3}};
  for (const auto& [request, response] : responses)
    CHECK(facts(cfg_request(bare_request(request), around)) == ReplyFacts{response, 19, 24});
}

TEST_CASE("cfg refuses what is unknown or too short") {
  FakeSurroundings around;
  for (std::int32_t id : {-1, 12, 99}) CHECK(facts(cfg_request(bare_request(id), around)) == invalid);
  CHECK(facts(cfg_request(bare_request(cfg::request_node_addresses), around)) == invalid);
  CHECK(facts(cfg_request(Buffer(15), around)) == invalid);
  Buffer lying = bare_request(cfg::request_local);
  lying.push_back({});
  CHECK(facts(cfg_request(lying, around)) == invalid);
}

}  // namespace rondel::session
