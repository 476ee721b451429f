// Files as they are in the world, and the example we deliver.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

#include "fake_surroundings.h"

namespace rondel::config {
namespace {

using std::chrono_literals::operator""ms;
using test::FakeSurroundings;
using test::load_text;
using test::printed;

std::string text_of(const std::string& name) {
  std::ifstream file{std::string{TEST_DATA} + "/" + name};
  REQUIRE(file);
  return {std::istreambuf_iterator<char>{file}, {}};
}

TEST_CASE("Debian's") {
  const Loaded loaded = load_text(text_of("debian.conf"));
  CHECK(printed(loaded) == "c:26: warning: quorum: accepted, but without effect in this version (counting of votes)");
  CHECK(loaded.settings.self == NodeId{1});
  CHECK(loaded.settings.logging.file == "/var/log/corosync/corosync.log");
  CHECK(loaded.settings.logging.subsystems.at("QUORUM").debug == DebugLevel::off);
}

TEST_CASE("of a Pacemaker cluster with two links and a quorum device") {
  FakeSurroundings here;
  here.host = "beta";
  here.files[default_key_file] = std::string(256, 'k');
  here.names["alpha.example.com"] = {{Family::ipv4, "198.51.100.1"}};
  here.names["beta.example.com"] = {{Family::ipv6, "2001:db8::2"}, {Family::ipv4, "198.51.100.2"}};
  here.names["gamma.example.com"] = {{Family::ipv4, "198.51.100.3"}};
  const Loaded loaded = load_text(text_of("pacemaker.conf"), here);
  CHECK(printed(loaded) == "c:46: warning: quorum: accepted, but without effect in this version (counting of votes)");
  const Settings& settings = loaded.settings;
  CHECK(settings.self == NodeId{2});
  CHECK(settings.parameters.token_timeout == 5650ms);
  CHECK(settings.link.keys.cipher == "aes256");
  CHECK(settings.link.keys.key.size() == 256);
  CHECK(settings.link.peers.at(1) == link::Peer{{2}, "beta", {{0, "198.51.100.2"}, {1, "192.0.2.2"}}});
  CHECK(settings.link.interfaces.at(0).port == 5405);
  CHECK(settings.link.interfaces.at(0).priority == 10);
  CHECK(settings.link.interfaces.at(1).port == 5410);
  CHECK(settings.link.interfaces.at(1).ping_timeout == 2825ms);
}

TEST_CASE("of a Proxmox cluster") {
  FakeSurroundings here;
  here.host = "pve2";
  here.files[default_key_file] = std::string(256, 'k');
  const Loaded loaded = load_text(text_of("proxmox.conf"), here);
  CHECK(printed(loaded) == "c:21: warning: quorum: accepted, but without effect in this version (counting of votes)");
  CHECK(loaded.settings.self == NodeId{2});
  CHECK(loaded.settings.config_version == 4);
  CHECK(loaded.settings.link.keys.hash == "sha256");
}

TEST_CASE("grown since corosync 2") {
  FakeSurroundings here;
  here.local = {{Family::ipv4, "10.0.0.2"}};
  const Loaded loaded = load_text(text_of("corosync2.conf"), here);
  CHECK(loaded.usable());
  CHECK(printed(loaded) ==
        "c:2: warning: compatibility: unknown key, ignoring\n"
        "c:13: warning: totem.vsftype: unknown key, ignoring\n"
        "c:17: warning: totem.interface.ringnumber: ignoring: linknumber names the link\n"
        "c:18: warning: totem.interface.bindnetaddr: ignoring: the nodelist has the addresses\n"
        "c:47: warning: logging.logger_subsys.subsys: there is no subsystem \"AMF\", ignoring\n"
        "c:50: warning: logging.logger_subsys.tags: unknown key, ignoring");
  CHECK(loaded.settings.self == NodeId{2});
  CHECK(loaded.settings.parameters.token_retransmit == 980ms);
  CHECK(loaded.settings.parameters.visit_frames_max == 20);
}

TEST_CASE("three daemons on one machine") {
  for (const char* node : {"one", "2", "127.0.0.3"}) {
    const Loaded loaded = load_text(text_of("loopback.conf"), {}, node);
    CHECK(loaded.problems.empty());
    CHECK(loaded.settings.link.peers.size() == 3);
    CHECK(loaded.settings.parameters.token_timeout == 1650ms);
    CHECK(!loaded.settings.system.realtime);
  }
}

TEST_CASE("the example that we deliver") {
  FakeSurroundings here;
  here.host = "alpha";
  const Loaded loaded = load_text(text_of("../../../conf/corosync.conf.example"), here);
  CHECK(printed(loaded).empty());
  CHECK(loaded.settings.link.peers.size() == 3);
  CHECK(loaded.settings.self == NodeId{1});
}

}  // namespace
}  // namespace rondel::config
