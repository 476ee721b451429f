#include "config/load.h"

#include <doctest/doctest.h>

#include "config/parser.h"
#include "fake_surroundings.h"

namespace rondel::config {
namespace {

using test::FakeSurroundings;
using test::load_text;
using test::printed;
using test::with_totem;

TEST_CASE("the smallest file") {
  const Loaded loaded = load_text(with_totem(""));
  CHECK(loaded.usable());
  CHECK(loaded.problems.empty());
  CHECK(loaded.settings.file == "c");
  CHECK(loaded.settings.self == NodeId{1});
  CHECK(loaded.settings.config_version == 0);
}

TEST_CASE("all mistakes at once, in the order of their lines") {
  const Loaded loaded = load_text(
      "totem {\n"
      "  version: 2\n"
      "  token: abc\n"
      "  tokn: 1\n"
      "  transport: udpu\n"
      "  link_mode: fast\n"
      "nonsense\n"
      "}\n"
      "nodelist {\n"
      "  node {\n"
      "    ring0_addr: 127.0.0.1\n"
      "    nodeid: one\n"
      "  }\n"
      "}\n");
  CHECK(!loaded.usable());
  CHECK(printed(loaded) ==
        "c:3: totem.token: \"abc\" is not a number of milliseconds (expected 30 to 4294967295)\n"
        "c:4: warning: totem.tokn: unknown key, ignoring (did you mean token?)\n"
        "c:5: totem.transport: udpu is not supported by rondel (expected knet)\n"
        "c:6: totem.link_mode: \"fast\" is not known (expected passive, active or rr)\n"
        "c:7: \"nonsense\" opens no section, closes none and is no \"key: value\"\n"
        "c:12: nodelist.node.nodeid: \"one\" is not a number (expected 1 to 65535)");
}

TEST_CASE("a file that can't be read or can't be one") {
  FakeSurroundings here;
  CHECK(printed(load({.file = "/x", .node = {}}, here)) ==
        "/x: can't read the configuration: No such file or directory");
  here.files["/x"] = std::string(file_bytes_max + 1, '#');
  CHECK(printed(load({.file = "/x", .node = {}}, here)) ==
        "/x: too large for a configuration: more than 1048576 bytes");
  CHECK(printed(load_text("")) ==
        "c: totem.version: missing (expected 2)\n"
        "c: nodelist: there are no nodes: each needs a node section with ring0_addr and nodeid");
}

TEST_CASE("the version of the format") {
  CHECK(printed(load_text("totem {\n}\n" + with_totem("").substr(with_totem("").find("nodelist")))) ==
        "c:1: totem.version: missing (expected 2)");
  CHECK(printed(load_text(with_totem("version: 1"))) == "c:3: totem.version: \"1\" is out of range (expected 2)");
}

TEST_CASE("other transports are not supported") {
  CHECK(printed(load_text(with_totem("transport: udp"))) ==
        "c:3: totem.transport: udp is not supported by rondel (expected knet)");
  CHECK(printed(load_text(with_totem("transport: tcp"))) ==
        "c:3: totem.transport: \"tcp\" is not known (expected knet, udpu or udp)");
  CHECK(load_text(with_totem("transport: knet")).usable());
}

TEST_CASE("what is accepted without effect says so") {
  CHECK(printed(load_text(with_totem("nodeid: 5"))) ==
        "c:3: warning: totem.nodeid: ignoring: the nodelist has the node ids");
  CHECK(printed(load_text(with_totem("heartbeat_failures_allowed: 3"))) ==
        "c:3: warning: totem.heartbeat_failures_allowed: accepted, but without effect in this version");
  CHECK(printed(load_text(with_totem("heartbeat_failures_allowed: 0\nthreads: 4\nrrp_mode: active"))).empty());
  CHECK(printed(load_text(with_totem("") + "quorum {\nprovider: corosync_votequorum\ndevice {\nmodel: net\nnet {\n"
                                           "host: q\n}\n}\n}\n")) ==
        "c:11: warning: quorum: accepted, but without effect in this version (counting of votes)");
  CHECK(!load_text(with_totem("") + "quorum {\ndevice {\nvotes: x\n}\n}\n").usable());
  CHECK(!load_text(with_totem("") + "resources {\nsystem {\nmemory_used {\npoll_period: x\n}\n}\n}\n").usable());
}

TEST_CASE("the settings of the links as a whole") {
  const Loaded loaded =
      load_text(with_totem("cluster_name: lab\nconfig_version: 7\nlink_mode: rr\nnetmtu: 9000\nknet_mtu: 1400\n"
                           "knet_pmtud_interval: 60\nblock_unlisted_ips: no\nknet_compression_model: lz4\n"
                           "knet_compression_threshold: 1\nknet_compression_level: -3"));
  CHECK(printed(loaded).empty());
  CHECK(loaded.settings.cluster_name == "lab");
  CHECK(loaded.settings.config_version == 7);
  const link::LinkSettings& link = loaded.settings.link;
  CHECK(link.mode == link::Mode::round_robin);
  CHECK(link.netmtu == 9000);
  CHECK(link.knet_mtu == 1400);
  CHECK(link.pmtud_interval == std::chrono::seconds{60});
  CHECK(!link.block_unlisted_addresses);
  CHECK(link.compression == link::Compression{"lz4", 1, -3});
  CHECK(load_text(with_totem("link_mode: active")).settings.link.mode == link::Mode::active);
  const Loaded capped = load_text(with_totem("knet_pmtud_interval: 99999\nblock_unlisted_ips: maybe"));
  CHECK(printed(capped) ==
        "c:3: warning: totem.knet_pmtud_interval: 99999 is too much, taking 86400\n"
        "c:4: warning: totem.block_unlisted_ips: \"maybe\" is not known (expected yes or no), taking yes");
  CHECK(capped.settings.link.block_unlisted_addresses);
}

TEST_CASE("how a problem is printed") {
  CHECK(to_string(Problem{true, "f", 3, "a.b", "wrong"}) == "f:3: a.b: wrong");
  CHECK(to_string(Problem{false, "f", 0, "a.b", "odd"}) == "f: warning: a.b: odd");
  CHECK(to_string(Problem{true, "", 0, "", "wrong"}) == "wrong");
}

}  // namespace
}  // namespace rondel::config
