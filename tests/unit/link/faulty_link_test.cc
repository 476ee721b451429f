#include "link/faulty_link.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "packets.h"

using namespace rondel;
using namespace rondel::link;
using namespace std::chrono_literals;

namespace {

// Records what is asked of it; hands packets up when the test says so.
struct Wire final : Link {
  LinkListener* listener = nullptr;
  std::vector<NodeId> unicasts;
  std::size_t broadcasts = 0;
  bool refuse = false;

  Result<void> open(LinkListener& to) override {
    if (refuse) return error("no");
    listener = &to;
    return {};
  }
  void close() override { listener = nullptr; }
  Result<void> configure(const LinkSettings&) override { return error("configure came through"); }
  Result<void> crypto_stage(const Keys&) override { return error("stage came through"); }
  void crypto_use() override {}
  void crypto_retire() override {}
  void unicast(NodeId node, const Packet&) override { unicasts.push_back(node); }
  void broadcast(std::span<const Packet> packets) override { broadcasts += packets.size(); }
  std::size_t frame_bytes_max() const override { return 1455; }
  std::size_t frame_bytes_best() const override { return 1446; }
  std::size_t piece_bytes() const override { return 723; }
  LinkStatus status(NodeId node) const override { return {.node = node, .reachable = true, .links = {}}; }
};

struct Ear final : LinkListener {
  std::vector<int> heard;
  std::vector<std::pair<NodeId, PeerState>> peers;
  int sizes = 0;

  void received(Time, std::span<const Packet> packets) override {
    for (const Packet& packet : packets) heard.push_back(std::to_integer<int>(packet.body().view()[13]));
  }
  void peer_changed(Time, NodeId node, PeerState state) override { peers.emplace_back(node, state); }
  void frame_bytes_changed() override { ++sizes; }
};

std::vector<Packet> numbered(std::uint8_t count) {
  std::vector<Packet> packets;
  for (std::uint8_t i = 0; i < count; ++i) {
    auto bytes = test::message(0, 14);
    bytes[13] = std::byte{i};
    packets.emplace_back(Payload::copy(bytes));
  }
  return packets;
}

std::vector<int> zero_to(int count) {
  std::vector<int> result;
  for (int i = 0; i < count; ++i) result.push_back(i);
  return result;
}

constexpr Time start{};

std::vector<int> heard_with(const Faults& faults, std::uint64_t seed) {
  Wire wire;
  Ear ear;
  FaultyLink link{wire, faults, seed};
  REQUIRE(link.open(ear));
  wire.listener->received(start, numbered(200));
  link.expire(start + 1s);
  return ear.heard;
}

}  // namespace

TEST_CASE("without faults everything goes through, both ways") {
  Wire wire;
  Ear ear;
  FaultyLink link{wire, {}, 1};
  REQUIRE(link.open(ear));
  wire.listener->received(start, numbered(10));
  CHECK(ear.heard == zero_to(10));
  wire.listener->peer_changed(start, NodeId{3}, PeerState::up);
  CHECK(ear.peers == std::vector{std::pair{NodeId{3}, PeerState::up}});
  wire.listener->frame_bytes_changed();
  CHECK(ear.sizes == 1);
  link.unicast(NodeId{2}, test::packet(2, 57));
  link.broadcast(numbered(4));
  CHECK(wire.unicasts == std::vector{NodeId{2}});
  CHECK(wire.broadcasts == 4);
  CHECK(link.frame_bytes_max() == 1455);
  CHECK(link.frame_bytes_best() == 1446);
  CHECK(link.piece_bytes() == 723);
  CHECK(link.status(NodeId{2}).reachable);
  CHECK(link.configure({}).error().text == "configure came through");
  CHECK(link.crypto_stage({}).error().text == "stage came through");
  CHECK_FALSE(link.deadline().has_value());
}

TEST_CASE("what must be lost is lost, and nothing else") {
  CHECK(heard_with({.lose_per_million = 1'000'000}, 1).empty());
  const std::vector<int> heard = heard_with({.lose_per_million = 250'000}, 5);
  CHECK(heard.size() > 120);
  CHECK(heard.size() < 180);
  CHECK(std::is_sorted(heard.begin(), heard.end()));
}

TEST_CASE("repeats come twice") {
  std::vector<int> heard = heard_with({.repeat_per_million = 1'000'000}, 1);
  CHECK(heard.size() == 400);
  heard.erase(std::unique(heard.begin(), heard.end()), heard.end());
  CHECK(heard == zero_to(200));
}

TEST_CASE("delays change the order and lose nothing") {
  std::vector<int> heard = heard_with({.delay_per_million = 500'000}, 3);
  CHECK(heard.size() == 200);
  CHECK_FALSE(std::is_sorted(heard.begin(), heard.end()));
  std::sort(heard.begin(), heard.end());
  CHECK(heard == zero_to(200));
}

TEST_CASE("a seed repeats its faults exactly, another seed has others") {
  const Faults faults{.lose_per_million = 100'000, .repeat_per_million = 100'000, .delay_per_million = 100'000};
  CHECK(heard_with(faults, 42) == heard_with(faults, 42));
  CHECK(heard_with(faults, 42) != heard_with(faults, 43));
}

TEST_CASE("a delayed packet waits for its time, then for the next call") {
  Wire wire;
  Ear ear;
  FaultyLink link{wire, {.delay_per_million = 1'000'000, .delay_max = 10ms}, 7};
  REQUIRE(link.open(ear));
  wire.listener->received(start, numbered(1));
  CHECK(ear.heard.empty());
  REQUIRE(link.deadline().has_value());
  CHECK(*link.deadline() <= start + 10ms);
  link.expire(*link.deadline() - 1ns);
  CHECK(ear.heard.empty());
  link.set_faults({});
  wire.listener->received(*link.deadline(), numbered(2));
  CHECK(ear.heard == std::vector{0, 0, 1});
  CHECK_FALSE(link.deadline().has_value());
  CHECK(link.counters().delayed == 1);
  CHECK(link.counters().passed == 2);
}

TEST_CASE("once closed nothing comes, not even what was delayed; a failed open is no open") {
  Wire wire;
  Ear ear;
  FaultyLink link{wire, {.delay_per_million = 1'000'000}, 7};
  REQUIRE(link.open(ear));
  wire.listener->received(start, numbered(3));
  link.close();
  link.expire(start + 1s);
  link.received(start + 1s, numbered(1));
  CHECK(ear.heard.empty());
  wire.refuse = true;
  CHECK_FALSE(link.open(ear));
  link.set_faults({});
  link.received(start, numbered(1));
  CHECK(ear.heard.empty());
}
