// Every size of packet passes on every size of link, and costs exactly the datagrams and bytes that frame_size says:
// the kernel counts.
#include <doctest/doctest.h>

#include <set>

#include "cluster.h"
#include "link/frame_size.h"

using namespace rondel;
using namespace rondel::link;
using namespace rondel::link::test;
using namespace std::chrono_literals;

namespace {

// Around a piece, around two, and what each netmtu makes of frames: the longest, the best, and the longest in
// recovery's wrapping.
std::set<std::size_t> sizes(std::size_t piece) {
  std::set<std::size_t> result{13, 57, piece - 1, piece, piece + 1, 2 * piece, 2 * piece + 1, knet_packet_bytes_max};
  for (const std::size_t netmtu : {600, 1500, 4096, 8192, 16384, 64000, 65000, 65536}) {
    const std::size_t max = frame_bytes_max(netmtu);
    result.insert({max, frame_bytes_best(max, piece), max + mcast_header_bytes});
  }
  result.erase(result.upper_bound(knet_packet_bytes_max), result.end());
  return result;
}

// IP packets of one packet's pieces, added up.
std::size_t ip_bytes(std::size_t packet_bytes, std::size_t piece, const Wrapping& wrapping) {
  std::size_t result = 0;
  for (; packet_bytes > piece; packet_bytes -= piece) {
    result += ip_packet_bytes(piece + knet_data_header_bytes, wrapping);
  }
  return result + ip_packet_bytes(packet_bytes + knet_data_header_bytes, wrapping);
}

void check_sizes(bool ipv6, std::size_t mtu, const Keys& key) {
  CAPTURE(ipv6);
  CAPTURE(mtu);
  CAPTURE(key.cipher);
  CAPTURE(key.hash);
  set_mtu(mtu);
  const Wrapping wrapping = link::wrapping(ipv6 ? Family::ipv6 : Family::ipv4, udp_header_bytes, key);
  const std::size_t piece = data_mtu(std::min<std::size_t>(mtu, 65'535), wrapping);
  Cluster cluster{{.ipv6 = ipv6, .keys = key}};
  REQUIRE(cluster.until_discovered(piece));
  cluster.silence();
  CHECK(cluster.node(1).link.frame_bytes_best() == frame_bytes_best(65'491, piece));
  for (const std::size_t size : sizes(piece)) {
    CAPTURE(size);
    cluster.forget_heard();
    const Sent before = sent(ipv6);
    cluster.node(1).link.unicast(NodeId{2}, message(2, size));
    REQUIRE(cluster.until([&] { return !cluster.node(2).heard.empty(); }, 2s));
    const Sent after = sent(ipv6);
    CHECK(equal(cluster.node(2).heard[0], message(2, size)));
    CHECK(after.datagrams - before.datagrams == datagrams(size, piece));
    CHECK(after.ip_bytes - before.ip_bytes == ip_bytes(size, piece, wrapping));
  }
}

}  // namespace

TEST_CASE("IPv4 in clear") {
  for (const std::size_t mtu : {1500, 9000, 65'536}) check_sizes(false, mtu, {});
}

TEST_CASE("IPv4 encrypted") {
  for (const std::size_t mtu : {1500, 9000, 65'536}) check_sizes(false, mtu, keys("aes256", "sha256"));
}

TEST_CASE("IPv6 in clear") {
  for (const std::size_t mtu : {1500, 9000, 65'536}) check_sizes(true, mtu, {});
}

TEST_CASE("IPv6 encrypted") {
  for (const std::size_t mtu : {1500, 9000, 65'536}) check_sizes(true, mtu, keys("aes256", "sha256"));
}

TEST_CASE("IPv4 with other ciphers and hashes") {
  check_sizes(false, 1500, keys("aes128", "sha1"));
  check_sizes(false, 1500, keys("aes192", "sha512"));
  check_sizes(false, 1500, keys("none", "sha384"));
}
