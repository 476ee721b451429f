#include "cluster.h"

#include <doctest/doctest.h>
#include <sched.h>
#include <sys/syslog.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace rondel::link::test {

using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t nodes_max = 9;

// The value under `name` in a file of /proc/net that has pairs of a line of names and a line of numbers.
std::uint64_t counter(const char* file, const std::string& group, const std::string& name) {
  std::ifstream lines{file};
  std::string names, numbers;
  while (std::getline(lines, names) && std::getline(lines, numbers)) {
    std::istringstream each_name{names}, each_number{numbers};
    std::string one_name, one_number;
    each_name >> one_name;
    each_number >> one_number;
    if (one_name != group + ":") continue;
    while (each_name >> one_name && each_number >> one_number) {
      if (one_name == name) return std::stoull(one_number);
    }
  }
  FAIL("no counter " << name << " in " << file);
  return 0;
}

// snmp6 has a pair on each line.
std::uint64_t counter6(const std::string& name) {
  std::ifstream lines{"/proc/net/snmp6"};
  std::string one_name, one_number;
  while (lines >> one_name >> one_number) {
    if (one_name == name) return std::stoull(one_number);
  }
  FAIL("no counter " << name);
  return 0;
}

}  // namespace

bool enter_network() {
  if (::unshare(CLONE_NEWNET) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
  if (std::system("ip link set lo up") != 0) return false;
  for (std::uint8_t link = 0; link < links_max; ++link) {
    for (std::uint32_t node = 1; node <= nodes_max; ++node) {
      command(fmt::format("ip addr add {}/32 dev lo", address(false, link, node)));
    }
  }
  for (std::uint32_t node = 1; node <= nodes_max; ++node) {
    command(fmt::format("ip addr add {}/128 dev lo nodad", address(true, 0, node)));
  }
  set_mtu(1500);
  return true;
}

void command(const std::string& line) {
  if (std::system(line.c_str()) == 0) return;
  std::fprintf(stderr, "failed: %s\n", line.c_str());
  std::abort();
}

void set_mtu(std::size_t mtu) { command(fmt::format("ip link set lo mtu {}", mtu)); }

std::string address(bool ipv6, std::uint8_t link, std::uint32_t node) {
  return ipv6 ? fmt::format("fd00:{}::{}", link, node) : fmt::format("10.99.{}.{}", link, node);
}

void cut_link(std::uint8_t link) {
  command("nft 'add table ip cut; add chain ip cut in { type filter hook input priority 0; }'");
  command(fmt::format("nft add rule ip cut in ip daddr 10.99.{}.0/24 drop", link));
}

void heal_links() { command("nft delete table ip cut"); }

Sent sent(bool ipv6) {
  if (ipv6) return {.datagrams = counter6("Udp6OutDatagrams"), .ip_bytes = counter6("Ip6OutOctets")};
  return {.datagrams = counter("/proc/net/snmp", "Udp", "OutDatagrams"),
          .ip_bytes = counter("/proc/net/netstat", "IpExt", "OutOctets")};
}

LinkSettings settings(const Options& options, std::uint32_t self) {
  LinkSettings result;
  result.self = {self};
  result.mode = options.mode;
  result.netmtu = options.netmtu;
  result.keys = options.keys;
  for (std::uint32_t node = 1; node <= options.nodes; ++node) {
    Peer peer{.node = {node}, .name = "", .addresses = {}};
    for (std::uint8_t link = 0; link < options.links; ++link) peer.addresses[link] = address(options.ipv6, link, node);
    result.peers.push_back(std::move(peer));
  }
  for (std::uint8_t link = 0; link < options.links; ++link) {
    // The fastest that libknet can: its clock ticks five times a second.
    result.interfaces.push_back({.number = link,
                                 .transport = options.transport,
                                 .port = static_cast<std::uint16_t>(5405 + link),
                                 .priority = static_cast<std::uint8_t>(1 + link),
                                 .ping_interval = 200ms,
                                 .ping_timeout = 800ms,
                                 .pong_count = 1});
  }
  return result;
}

Keys keys(const std::string& cipher, const std::string& hash, std::uint8_t seed) {
  Keys result;
  result.model = "openssl";
  result.cipher = cipher;
  result.hash = hash;
  for (int i = 0; i < 256; ++i) result.key.push_back(static_cast<std::byte>(seed + 7 * i));
  return result;
}

Packet message(std::uint32_t target, std::size_t size, std::uint8_t mark) {
  const std::uint16_t magic = 0xC070;
  return Packet{Payload::make(size, [&](std::span<std::byte> to) {
    std::uint32_t state = mark;
    for (std::byte& byte : to) {
      state = state * 1'664'525 + 1'013'904'223;
      byte = static_cast<std::byte>(state >> 24U);
    }
    std::memcpy(to.data(), &magic, sizeof magic);
    std::memcpy(to.data() + 9, &target, sizeof target);
  })};
}

bool equal(const Packet& a, const Packet& b) {
  const Payload left = a.joined(), right = b.joined();
  return left.size() == right.size() && std::memcmp(left.view().data(), right.view().data(), left.size()) == 0;
}

Member::Member(runtime::EventLoop& loop, const LinkSettings& link_settings)
    : link{loop,
           [this](int priority, std::string_view line) {
             if (std::getenv("PROBE_LOG") != nullptr) {
               std::fprintf(stderr, "%.3f %p %d %.*s\n",
                            static_cast<double>(runtime::now().time_since_epoch().count()) / 1e9,
                            static_cast<void*>(this), priority, static_cast<int>(line.size()), line.data());
             }
             if (priority <= LOG_WARNING) warnings.emplace_back(line);
           },
           link_settings} {
  link.set_debug(std::getenv("PROBE_LOG") != nullptr);
}

void Member::received(Time, std::span<const Packet> packets) {
  heard.insert(heard.end(), packets.begin(), packets.end());
}
void Member::peer_changed(Time, NodeId peer, PeerState state) { peers[peer] = state; }

bool Member::sees(std::uint32_t peer) const {
  const auto found = peers.find(NodeId{peer});
  return found != peers.end() && found->second == PeerState::up;
}

Cluster::Cluster(const Options& options) : options_{options} {
  for (std::uint32_t id = 1; id <= options.nodes; ++id) {
    members_.push_back(std::make_unique<Member>(loop_, settings(options, id)));
    Result<void> opened = members_.back()->link.open(*members_.back());
    REQUIRE_MESSAGE(opened, opened.error().text);
  }
}

Cluster::~Cluster() {
  for (const auto& member : members_) member->link.close();
}

bool Cluster::until(const std::function<bool()>& done, Duration limit) {
  const Time end = runtime::now() + limit;
  bool result = done();
  if (result) return true;
  std::function<void()> look = [&] {
    result = done();
    if (result || runtime::now() >= end) {
      loop_.stop();
      return;
    }
    loop_.at(runtime::now() + 1ms, look);
  };
  loop_.at(runtime::now(), look);
  loop_.run();
  return result;
}

void Cluster::run_for(Duration time) {
  until([] { return false; }, time);
}

bool Cluster::until_connected() {
  return until([&] {
    for (const auto& member : members_) {
      for (std::uint32_t peer = 1; peer <= options_.nodes; ++peer) {
        const LinkStatus status = member->link.status(NodeId{peer});
        if (members_[peer - 1] != member && !member->sees(peer)) return false;
        for (const auto& one : status.links) {
          if (!one.connected) return false;
        }
      }
    }
    return true;
  });
}

bool Cluster::until_discovered(std::size_t piece) {
  return until_connected() && until([&] {
           for (const auto& member : members_) {
             for (std::uint32_t peer = 1; peer <= options_.nodes; ++peer) {
               for (const auto& one : member->link.status(NodeId{peer}).links) {
                 if (one.mtu != piece) return false;
               }
             }
           }
           return true;
         });
}

void Cluster::silence() {
  for (std::uint32_t id = 1; id <= options_.nodes; ++id) {
    LinkSettings quiet = settings(options_, id);
    for (Interface& interface : quiet.interfaces) interface.ping_interval = interface.ping_timeout = 1h;
    REQUIRE(node(id).link.configure(quiet));
  }
  run_for(300ms);
}

void Cluster::forget_heard() {
  for (const auto& member : members_) member->heard.clear();
}

}  // namespace rondel::link::test
