// What a link needs to know, as values: config makes them from totem, interface and nodelist (config.md 2.1-2.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/time.h"

namespace rondel::link {

inline constexpr std::size_t links_max = 8;

enum class Mode : std::uint8_t { passive, active, round_robin };

// Secrets and how they are used. An empty cipher and hash ("none") is clear traffic.
struct Keys {
  std::string model = "nss";    // libknet's crypto plugin: nss or openssl
  std::string cipher = "none";  // none aes128 aes192 aes256
  std::string hash = "none";    // none md5 sha1 sha256 sha384 sha512
  std::vector<std::byte> key;   // 128..4096 bytes when hash is not none
  bool operator==(const Keys&) const = default;
  [[nodiscard]] bool encrypted() const { return hash != "none" || cipher != "none"; }
};

struct Compression {
  std::string model = "none";
  std::uint32_t threshold_bytes = 0;  // 0: the library's default, 1: always
  std::int32_t level = 0;
  bool operator==(const Compression&) const = default;
};

// One link of the whole cluster: [interface] of corosync.conf.
struct Interface {
  std::uint8_t number = 0;
  std::string transport = "udp";  // knet_transport; names in the table of link/transports.h
  std::uint16_t port = 5405;      // on every node the same
  std::uint8_t priority = 1;
  Duration ping_interval{};
  Duration ping_timeout{};
  std::uint32_t ping_precision = 2048;
  std::uint8_t pong_count = 2;
  bool operator==(const Interface&) const = default;
};

struct Peer {
  NodeId node;
  std::string name;                               // of the nodelist; may be empty
  std::map<std::uint8_t, std::string> addresses;  // link number -> numeric address (config resolved it)
  bool operator==(const Peer&) const = default;
};

struct LinkSettings {
  NodeId self;
  std::vector<Peer> peers;            // all nodes of the nodelist, this one included
  std::vector<Interface> interfaces;  // ascending by number
  Mode mode = Mode::passive;
  std::size_t netmtu = 65'536;  // totem.netmtu
  std::uint32_t knet_mtu = 0;   // 0: discovery
  Duration pmtud_interval = std::chrono::seconds{30};
  bool block_unlisted_addresses = true;
  Keys keys;
  Compression compression;
  bool operator==(const LinkSettings&) const = default;
};

}  // namespace rondel::link
