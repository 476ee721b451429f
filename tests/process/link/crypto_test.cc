// Who has the key is heard, who hasn't isn't; keys change while packets flow.
#include <doctest/doctest.h>

#include "cluster.h"

using namespace rondel;
using namespace rondel::link;
using namespace rondel::link::test;
using namespace std::chrono_literals;

namespace {

// Two nodes with keys of their own, for as long as it would take them to meet.
bool meet(const Keys& first, const Keys& second) {
  runtime::EventLoop loop;
  LinkSettings one = settings({}, 1);
  one.keys = first;
  LinkSettings two = settings({}, 2);
  two.keys = second;
  Member a{loop, one}, b{loop, two};
  REQUIRE(a.link.open(a));
  REQUIRE(b.link.open(b));
  loop.at(runtime::now() + 1000ms, [&] { loop.stop(); });
  loop.run();
  a.link.broadcast(std::vector{message(0, 100)});
  b.link.broadcast(std::vector{message(0, 100)});
  loop.at(runtime::now() + 50ms, [&] { loop.stop(); });
  loop.run();
  const bool met = a.sees(2) && b.sees(1) && !a.heard.empty() && !b.heard.empty();
  const bool half_met = a.sees(2) || b.sees(1) || !a.heard.empty() || !b.heard.empty();
  CHECK(met == half_met);
  return met;
}

// A packet every few milliseconds both ways, numbered by their sizes, until `stop`.
struct Traffic {
  Cluster& cluster;
  std::size_t sent = 0;

  void run(Duration time) {
    const Time end = runtime::now() + time;
    while (runtime::now() < end) {
      cluster.node(1).link.unicast(NodeId{2}, message(2, 100 + sent));
      cluster.node(2).link.unicast(NodeId{1}, message(1, 100 + sent));
      ++sent;
      cluster.run_for(3ms);
    }
  }
};

}  // namespace

TEST_CASE("nodes with the same key meet, whatever model they use") {
  set_mtu(1500);
  Keys nss = keys("aes128", "sha512");
  nss.model = "nss";
  CHECK(meet(keys("aes128", "sha512"), nss));
}

TEST_CASE("another key, or none, isn't heard") {
  CHECK_FALSE(meet(keys("aes256", "sha256"), keys("aes256", "sha256", 1)));
  CHECK_FALSE(meet(keys("aes256", "sha256"), Keys{}));
}

TEST_CASE("keys change in three steps without losing a packet: clear, one key, another, clear") {
  Cluster cluster{{}};
  REQUIRE(cluster.until_connected());
  Traffic traffic{.cluster = cluster};
  traffic.run(50ms);
  for (const Keys& next : {keys("aes256", "sha256"), keys("aes128", "sha1", 9), Keys{}}) {
    for (const std::uint32_t node : {1, 2}) {
      REQUIRE(cluster.node(node).link.crypto_stage(next));
      traffic.run(50ms);
    }
    for (const std::uint32_t node : {1, 2}) {
      cluster.node(node).link.crypto_use();
      traffic.run(50ms);
    }
    for (const std::uint32_t node : {1, 2}) {
      cluster.node(node).link.crypto_retire();
      traffic.run(50ms);
    }
  }
  cluster.run_for(50ms);
  for (const std::uint32_t node : {1, 2}) {
    const std::vector<Packet>& heard = cluster.node(node).heard;
    REQUIRE(heard.size() == traffic.sent);
    for (std::size_t i = 0; i < heard.size(); ++i) CHECK(heard[i].size() == 100 + i);
  }
}

TEST_CASE("the new keys are in force: afterwards the old ones open nothing") {
  Cluster cluster{{.keys = keys("aes256", "sha256")}};
  REQUIRE(cluster.until_connected());
  Member& left_behind = cluster.node(2);
  REQUIRE(cluster.node(1).link.crypto_stage(keys("aes256", "sha256", 77)));
  cluster.node(1).link.crypto_use();
  cluster.node(1).link.crypto_retire();
  left_behind.heard.clear();
  cluster.node(1).link.unicast(NodeId{2}, message(2, 100));
  cluster.run_for(50ms);
  CHECK(left_behind.heard.empty());
}

TEST_CASE("keys that can't work are refused with the reason, and the link goes on with what it had") {
  Cluster cluster{{}};
  const auto refused = [&](const Keys& bad) {
    Result<void> staged = cluster.node(1).link.crypto_stage(bad);
    REQUIRE_FALSE(staged);
    return staged.error().text;
  };
  CHECK(refused(keys("aes256", "none")) == "crypto: cipher aes256 needs a hash");
  CHECK(refused(keys("aes256", "sha3")) == "crypto: hash sha3 is unknown");
  Keys brief = keys("aes256", "sha256");
  brief.key.resize(127);
  CHECK(refused(brief) == "crypto: a key has 128 to 4096 bytes, this one 127");
  CHECK(refused(keys("des", "sha256")) == "crypto: cipher des is unknown");
  Keys unknown = keys("aes256", "sha256");
  unknown.model = "gnutls";
  CHECK(refused(unknown).find("crypto: model gnutls with cipher aes256 and hash sha256 failed: ") == 0);
  unknown.model = "a name that is too long";
  CHECK(refused(unknown).find("a name is too long") != std::string::npos);
  cluster.node(1).link.crypto_use();
  cluster.node(1).link.crypto_retire();
  CHECK(cluster.until_connected());
}
