#include "link/frame_size.h"

#include <doctest/doctest.h>

using namespace rondel::link;

namespace {

Wrapping path(Family family, std::size_t hash, bool encrypted) {
  return {.family = family, .transport_header_bytes = udp_header_bytes, .hash_bytes = hash, .encrypted = encrypted};
}

// One line of knet.md 4.3: found on the wire or computed by the rule that was found there.
struct Line {
  Family family;
  std::size_t link_mtu;
  std::size_t hash;
  bool encrypted;
  std::size_t data_mtu, udp_payload, ip_packet, pieces_of_65491;
};

constexpr Family v4 = Family::ipv4;
constexpr Family v6 = Family::ipv6;
constexpr Line lines[] = {
    {v4, 1500, 0, false, 1446, 1460, 1488, 46},
    {v4, 1500, 20, true, 1397, 1460, 1488, 47},
    {v4, 1500, 32, true, 1397, 1472, 1500, 47},
    {v4, 1500, 64, true, 1365, 1472, 1500, 48},
    {v4, 9000, 0, false, 8946, 8960, 8988, 8},
    {v4, 9000, 20, true, 8901, 8964, 8992, 8},
    {v4, 9000, 32, true, 8885, 8960, 8988, 8},
    {v4, 9000, 64, true, 8853, 8960, 8988, 8},
    {v4, 65535, 0, false, 65481, 65495, 65523, 2},
    {v4, 65535, 20, true, 65429, 65492, 65520, 2},
    {v4, 65535, 32, true, 65429, 65504, 65532, 2},
    {v4, 65535, 64, true, 65397, 65504, 65532, 2},
    {v6, 1500, 0, false, 1426, 1440, 1488, 46},
    {v6, 1500, 20, true, 1381, 1444, 1492, 48},
    {v6, 1500, 32, true, 1365, 1440, 1488, 48},
    {v6, 1500, 64, true, 1333, 1440, 1488, 50},
    {v6, 9000, 0, false, 8926, 8940, 8988, 8},
    {v6, 9000, 20, true, 8885, 8948, 8996, 8},
    {v6, 9000, 32, true, 8869, 8944, 8992, 8},
    {v6, 9000, 64, true, 8837, 8944, 8992, 8},
    {v6, 65535, 0, false, 65461, 65475, 65523, 2},
    {v6, 65535, 20, true, 65413, 65476, 65524, 2},
    {v6, 65535, 32, true, 65397, 65472, 65520, 2},
    {v6, 65535, 64, true, 65365, 65472, 65520, 2},
    // Smaller paths and a hash alone.
    {v4, 576, 0, false, 522, 536, 564, 126},
    {v4, 576, 32, false, 490, 536, 564, 134},
    {v4, 576, 20, true, 485, 548, 576, 136},
    {v4, 576, 32, true, 469, 544, 572, 140},
    {v4, 576, 64, true, 437, 544, 572, 150},
    {v4, 1280, 0, false, 1226, 1240, 1268, 54},
    {v4, 1280, 32, false, 1194, 1240, 1268, 55},
    {v4, 1280, 20, true, 1189, 1252, 1280, 56},
    {v4, 1280, 32, true, 1173, 1248, 1276, 56},
    {v4, 1280, 64, true, 1141, 1248, 1276, 58},
    {v4, 1500, 32, false, 1414, 1460, 1488, 47},
    {v6, 1500, 48, true, 1349, 1440, 1488, 49},
    {v6, 1500, 16, true, 1381, 1440, 1488, 48},
};

Keys keys(const char* cipher, const char* hash) {
  Keys result;
  result.cipher = cipher;
  result.hash = hash;
  return result;
}

}  // namespace

TEST_CASE("the piece size, its datagram and its IP packet are those that libknet was seen to send") {
  for (const Line& line : lines) {
    CAPTURE(line.link_mtu);
    CAPTURE(line.hash);
    CAPTURE(line.encrypted);
    const Wrapping wrapping = path(line.family, line.hash, line.encrypted);
    CHECK(data_mtu(line.link_mtu, wrapping) == line.data_mtu);
    CHECK(datagram_bytes(line.data_mtu + knet_data_header_bytes, wrapping) == line.udp_payload);
    CHECK(ip_packet_bytes(line.data_mtu + knet_data_header_bytes, wrapping) == line.ip_packet);
    CHECK(datagrams(65'491, line.data_mtu) == line.pieces_of_65491);
  }
}

TEST_CASE("a full piece never makes an IP packet longer than the link") {
  for (const Family family : {v4, v6}) {
    for (const std::size_t hash : {0, 16, 20, 32, 48, 64}) {
      for (const bool encrypted : {false, true}) {
        for (std::size_t link_mtu = 500; link_mtu <= 2000; ++link_mtu) {
          const Wrapping wrapping = path(family, hash, encrypted);
          const std::size_t piece = data_mtu(link_mtu, wrapping);
          REQUIRE(piece > 0);
          REQUIRE(ip_packet_bytes(piece + knet_data_header_bytes, wrapping) <= link_mtu);
        }
      }
    }
  }
}

TEST_CASE("a link that is too small carries nothing") {
  CHECK(data_mtu(0, path(v4, 0, false)) == 0);
  CHECK(data_mtu(54, path(v4, 0, false)) == 0);
  CHECK(data_mtu(55, path(v4, 0, false)) == 1);
  CHECK(data_mtu(28 + 16 + 64, path(v4, 64, true)) == 0);
}

TEST_CASE("the floor is libknet's") {
  CHECK(data_mtu_floor(path(v4, 0, false)) == 482);
  CHECK(data_mtu_floor(path(v4, 32, false)) == 450);
  CHECK(data_mtu_floor(path(v4, 16, true)) == 437);
  CHECK(data_mtu_floor(path(v4, 20, true)) == 437);
  CHECK(data_mtu_floor(path(v4, 32, true)) == 421);
  CHECK(data_mtu_floor(path(v6, 48, true)) == 405);
  CHECK(data_mtu_floor(path(v6, 64, true)) == 389);
}

TEST_CASE("an envelope pads up to whole blocks, by a block more if they are whole already") {
  const Wrapping sha256 = path(v4, 32, true);
  CHECK(datagram_bytes(26, sha256) == 80);  // a ping
  CHECK(datagram_bytes(9, sha256) == 64);
  CHECK(datagram_bytes(32, sha256) == 16 + 48 + 32);
  CHECK(datagram_bytes(31, sha256) == 16 + 32 + 32);
  CHECK(datagram_bytes(26, path(v4, 20, true)) == 68);
  CHECK(datagram_bytes(26, path(v4, 32, false)) == 58);
  CHECK(datagram_bytes(26, path(v4, 0, false)) == 26);
}

TEST_CASE("SCTP's header is longer than UDP's") {
  Wrapping sctp = path(v4, 0, false);
  sctp.transport_header_bytes = sctp_header_bytes;
  CHECK(data_mtu(1500, sctp) == 1426);
}

TEST_CASE("keys say what is around a piece") {
  const Wrapping clear = wrapping(v6, udp_header_bytes, keys("none", "none"));
  CHECK(clear.hash_bytes == 0);
  CHECK_FALSE(clear.encrypted);
  const Wrapping both = wrapping(v6, udp_header_bytes, keys("aes192", "sha384"));
  CHECK(both.family == v6);
  CHECK(both.hash_bytes == 48);
  CHECK(both.encrypted);
  CHECK(wrapping(v4, udp_header_bytes, keys("none", "md5")).hash_bytes == 16);
  CHECK(hash_bytes("sha512") == 64);
  CHECK_FALSE(hash_bytes("sha3").has_value());
}

TEST_CASE("datagrams of a packet") {
  CHECK(datagrams(0, 1446) == 0);
  CHECK(datagrams(1, 1446) == 1);
  CHECK(datagrams(1446, 1446) == 1);
  CHECK(datagrams(1447, 1446) == 2);
  CHECK(datagrams(65'536, 482) == 136);
}

TEST_CASE("the longest frame leaves room for a second header") {
  CHECK(frame_bytes_max(65'536) == 65'491);
  CHECK(frame_bytes_max(1500) == 1455);
  CHECK(frame_bytes_max(65'000) == 64'955);
  CHECK(frame_bytes_max(600) == 555);
  // Numbers that the configuration file may hold and no link can keep.
  CHECK(frame_bytes_max(0) == 555);
  CHECK(frame_bytes_max(4'000'000'000) == 65'491);
}

TEST_CASE("the best frame is whole pieces") {
  CHECK(frame_bytes_best(65'491, 1446) == 45 * 1446);
  CHECK(frame_bytes_best(1455, 1446) == 1446);
  CHECK(frame_bytes_best(1446, 1446) == 1446);
  // Shorter than a piece: one datagram anyway.
  CHECK(frame_bytes_best(1445, 1446) == 1445);
  CHECK(frame_bytes_best(555, 0) == 555);
}
