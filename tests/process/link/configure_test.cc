// A configuration that changes while the link is open, and openings that fail.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/unique_fd.h"
#include "cluster.h"
#include "link/transports.h"

using namespace rondel;
using namespace rondel::link;
using namespace rondel::link::test;
using namespace std::chrono_literals;

namespace {

struct Nobody final : LinkListener {
  void received(Time, std::span<const Packet>) override {}
  void peer_changed(Time, NodeId, PeerState) override {}
  void frame_bytes_changed() override {}
};

std::string refused(const LinkSettings& bad) {
  runtime::EventLoop loop;
  Nobody nobody;
  KnetLink link{loop, [](int, std::string_view) {}, bad};
  Result<void> opened = link.open(nobody);
  REQUIRE_FALSE(opened);
  return opened.error().text;
}

}  // namespace

TEST_CASE("a node and a link are added and removed under way") {
  set_mtu(1500);
  Cluster cluster{{.nodes = 3, .links = 2}};
  Options fewer = cluster.options();
  fewer.nodes = 2;
  fewer.links = 1;
  for (const std::uint32_t node : {1, 2}) REQUIRE(cluster.node(node).link.configure(settings(fewer, node)));
  REQUIRE(cluster.until([&] { return cluster.node(1).sees(2) && cluster.node(2).sees(1); }));
  CHECK(cluster.node(1).link.status(NodeId{2}).links.size() == 1);
  CHECK(cluster.node(1).link.status(NodeId{3}).links.empty());
  CHECK_FALSE(cluster.node(1).sees(3));
  cluster.node(1).link.broadcast(std::vector{message(0, 100)});
  REQUIRE(cluster.until([&] { return cluster.node(2).heard.size() == 1; }));
  CHECK(cluster.node(3).heard.empty());

  for (const std::uint32_t node : {1, 2}) REQUIRE(cluster.node(node).link.configure(settings(cluster.options(), node)));
  REQUIRE(cluster.until_connected());
  CHECK(cluster.node(1).link.status(NodeId{3}).links.size() == 2);
  cluster.forget_heard();
  cluster.node(1).link.broadcast(std::vector{message(0, 100)});
  CHECK(cluster.until([&] { return cluster.node(2).heard.size() == 1 && cluster.node(3).heard.size() == 1; }));
}

TEST_CASE("a peer that closes is down within a second, one that opens again comes back, and pieces grow again") {
  Cluster cluster{{.nodes = 3}};
  REQUIRE(cluster.until_discovered(1446));
  for (int round = 0; round < 2; ++round) {
    cluster.node(3).link.close();
    REQUIRE(cluster.until([&] { return !cluster.node(1).sees(3) && !cluster.node(2).sees(3); }, 1s));
    CHECK(cluster.node(1).sees(2));
    CHECK(cluster.node(1).link.frame_bytes_best() == 45U * 1446);
    cluster.node(3).peers.clear();
    REQUIRE(cluster.node(3).link.open(cluster.node(3)));
    REQUIRE(cluster.until_discovered(1446));
    // Whatever order links came up in, libknet's smallest pieces are left behind soon.
    const auto pieces = [&] {
      const std::uint64_t before = cluster.node(1).link.status(NodeId{3}).links[0].tx_packets;
      cluster.node(1).link.unicast(NodeId{3}, message(3, 65'000));
      cluster.run_for(20ms);
      return cluster.node(1).link.status(NodeId{3}).links[0].tx_packets - before;
    };
    std::uint64_t last = pieces();
    for (int tries = 0; tries < 40 && last != 45; ++tries) {
      cluster.run_for(100ms);
      last = pieces();
    }
    CHECK(last == 45);
  }
}

TEST_CASE("compression makes fewer datagrams, and the packet arrives as it was") {
  runtime::EventLoop loop;
  LinkSettings one = settings({}, 1);
  one.compression = {.model = "zlib", .threshold_bytes = 1, .level = 1};
  Cluster cluster{{}};
  REQUIRE(cluster.node(1).link.configure(one));
  REQUIRE(cluster.until_discovered(1446));
  auto bytes = std::vector<std::byte>(60'000, std::byte{7});
  const Packet header = message(2, 13);
  header.copy(0, std::span{bytes}.first(13));
  const Packet packet{Payload::copy(bytes)};
  cluster.node(1).link.unicast(NodeId{2}, packet);
  REQUIRE(cluster.until([&] { return !cluster.node(2).heard.empty(); }));
  CHECK(equal(cluster.node(2).heard[0], packet));
  CHECK(cluster.node(1).link.status(NodeId{2}).links[0].tx_packets == 1);
}

TEST_CASE("an MTU by hand needs no discovery") {
  Cluster cluster{{}};
  for (const std::uint32_t node : {1, 2}) {
    LinkSettings by_hand = settings(cluster.options(), node);
    by_hand.knet_mtu = 1000;
    REQUIRE(cluster.node(node).link.configure(by_hand));
  }
  REQUIRE(cluster.until_discovered(946));
  CHECK(cluster.until([&] { return cluster.node(1).link.frame_bytes_best() == 69U * 946; }));
  CHECK(cluster.node(1).size_changes == 1);
}

TEST_CASE("what can't be opened says why in one line") {
  LinkSettings bad = settings({}, 1);
  bad.interfaces[0].transport = "tcp";
  CHECK(refused(bad) == "link 0: knet_transport tcp: unknown, expected udp or sctp");

  bad = settings({}, 1);
  bad.peers[1].addresses[0] = "node2.example";
  CHECK(refused(bad) == "link 0 to node 2: address node2.example: not numeric");

  bad = settings({}, 1);
  bad.peers[1].addresses[0] = address(true, 0, 2);
  CHECK(refused(bad) == "link 0 to node 2: 10.99.0.1 and fd00:0::2 are of different families");

  bad = settings({}, 1);
  bad.self = {5};
  CHECK(refused(bad) == "node 5: this node is not in the nodelist");

  bad = settings({}, 1);
  bad.keys = keys("aes256", "none");
  CHECK(refused(bad) == "crypto: cipher aes256 needs a hash");

  bad = settings({}, 1);
  bad.compression.model = "magic";
  CHECK(refused(bad).find("knet: knet_compression_model magic with level 0 failed: ") == 0);
}

TEST_CASE("a port that somebody else has is named") {
  const UniqueFd other{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  sockaddr_in taken{};
  taken.sin_family = AF_INET;
  taken.sin_port = htons(5405);
  REQUIRE(::inet_pton(AF_INET, address(false, 0, 1).c_str(), &taken.sin_addr) == 1);
  REQUIRE(::bind(other.get(), reinterpret_cast<const sockaddr*>(&taken), sizeof taken) == 0);
  CHECK(refused(settings({}, 1)) == "link 0 to node 2: using 10.99.0.1:5405 failed: Address already in use");
}

TEST_CASE("SCTP carries packets, or is refused in one line where the kernel has none") {
  LinkSettings sctp = settings({.transport = "sctp"}, 1);
  if (Result<const Transport*> usable = usable_transport("sctp"); !usable) {
    CHECK(refused(sctp) == "link 0: " + usable.error().text);
    return;
  }
  Cluster cluster{{.transport = "sctp"}};
  REQUIRE(cluster.until_connected());
  cluster.node(1).link.unicast(NodeId{2}, message(2, 30'000));
  CHECK(cluster.until([&] { return cluster.node(2).heard.size() == 1; }));
}

TEST_CASE("a node alone opens, and broadcasts to nobody") {
  Cluster cluster{{.nodes = 1}};
  cluster.node(1).link.broadcast(std::vector{message(0, 100)});
  cluster.run_for(50ms);
  CHECK(cluster.node(1).heard.empty());
  CHECK(cluster.node(1).peers.empty());
}
