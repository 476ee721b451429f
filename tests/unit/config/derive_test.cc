#include "config/derive.h"

#include <doctest/doctest.h>

#include "fake_surroundings.h"

namespace rondel::config {
namespace {

using std::chrono_literals::operator""ms;
using test::load_text;
using test::printed;
using test::with_totem;

std::string cluster(int nodes, const std::string& totem = "", int link = 0) {
  std::string text = "totem {\nversion: 2\n" + totem + "\n}\nnodelist {\n";
  for (int id = 1; id <= nodes; ++id) {
    text += "node {\nnodeid: " + std::to_string(id) + "\nring" + std::to_string(link) + "_addr: 127.0.0." +
            std::to_string(id) + "\nname: n" + std::to_string(id) + "\n}\n";
  }
  return text + "}\n";
}

engine::Parameters parameters(const std::string& text) {
  const Loaded loaded = load_text(text, {}, "1");
  CHECK(printed(loaded).empty());
  return loaded.settings.parameters;
}

void check_times(const std::string& text, Duration token, Duration retransmit, Duration hold, Duration consensus) {
  CAPTURE(text);
  const engine::Parameters derived = parameters(text);
  CHECK(derived.token_timeout == token);
  CHECK(derived.token_retransmit == retransmit);
  CHECK(derived.hold == hold);
  CHECK(derived.consensus_timeout == consensus);
}

TEST_CASE("the values of corosync's daemons") {
  check_times(cluster(1), 3000ms, 714ms, 561ms, 3600ms);
  check_times(cluster(2), 3000ms, 714ms, 561ms, 3600ms);
  check_times(cluster(2, "token: 1000"), 1000ms, 238ms, 180ms, 1200ms);
  check_times(cluster(3), 3650ms, 869ms, 685ms, 4380ms);
  check_times(cluster(4), 4300ms, 1023ms, 808ms, 5160ms);
  check_times(cluster(2, "token: 5000"), 5000ms, 1190ms, 942ms, 6000ms);
  check_times(cluster(2, "token: 10000"), 10'000ms, 2380ms, 1894ms, 12'000ms);
  check_times(cluster(5, "token: 1000"), 2950ms, 702ms, 551ms, 3540ms);
  check_times(cluster(2, "token: 126"), 126ms, 30ms, 14ms, 151ms);
}

TEST_CASE("only nodes on link 0 lengthen the token timeout") {
  CHECK(parameters(cluster(5, "", 1)).token_timeout == 3000ms);
  CHECK(parameters(cluster(5, "token_coefficient: 0")).token_timeout == 3000ms);
  CHECK(parameters(cluster(5, "token: 0")).token_timeout == 4950ms);
  CHECK(parameters(cluster(12, "token: 20")).token_timeout == 6520ms);
}

TEST_CASE("without a word the parameters are the engine's own") {
  CHECK(parameters(cluster(2)) == engine::Parameters{});
}

TEST_CASE("what is given stays, 0 is the default") {
  const engine::Parameters given = parameters(cluster(
      2,
      "token_retransmit: 100\nhold: 50\nconsensus: 700\njoin: 60\nsend_join: 7\nmerge: 300\nfail_recv_const: 10\n"
      "seqno_unchanged_const: 11\nwindow_size: 12\nmax_messages: 13\nmiss_count_const: 14\n"
      "cancel_token_hold_on_retransmit: yes\nnetmtu: 1500"));
  CHECK(given.token_retransmit == 100ms);
  CHECK(given.hold == 50ms);
  CHECK(given.consensus_timeout == 700ms);
  CHECK(given.join_interval == 60ms);
  CHECK(given.send_join_spread == 7ms);
  CHECK(given.merge_interval == 300ms);
  CHECK(given.fail_to_receive_visits == 10);
  CHECK(given.sequence_unchanged_max == 11);
  CHECK(given.window_frames == 12);
  CHECK(given.visit_frames_max == 13);
  CHECK(given.miss_visits == 14);
  CHECK(given.cancel_hold_on_retransmit);
  CHECK(given.frame_bytes_max == 1455);
  CHECK(parameters(cluster(2,
                           "token: 0\ntoken_retransmit: 0\nhold: 0\nconsensus: 0\njoin: 0\nmerge: 0\nnetmtu: 0\n"
                           "fail_recv_const: 0\nseqno_unchanged_const: 0\nwindow_size: 0\nmax_messages: 0\n"
                           "miss_count_const: 0\ntoken_retransmits_before_loss_const: 0")) == engine::Parameters{});
  CHECK(parameters(cluster(2, "token_retransmit: 100")).hold == 70ms);
}

TEST_CASE("netmtu from 600 on, and no frame longer than the wire allows") {
  CHECK(parameters(cluster(1, "netmtu: 600")).frame_bytes_max == 555);
  CHECK(parameters(cluster(1, "netmtu: 65000")).frame_bytes_max == 64'955);
  CHECK(parameters(cluster(1, "netmtu: 65536")).frame_bytes_max == 65'491);
  CHECK(printed(load_text(with_totem("netmtu: 599"))) ==
        "c:3: totem.netmtu: \"599\" is out of range (expected 600 to 65536 bytes)");
  const Loaded capped = load_text(with_totem("netmtu: 70000"));
  CHECK(printed(capped) == "c:3: warning: totem.netmtu: 70000 is too much, taking 65536");
  CHECK(capped.settings.parameters.frame_bytes_max == 65'491);
  CHECK(capped.settings.link.netmtu == 65'536);
}

TEST_CASE("times that can't work are refused") {
  CHECK(printed(load_text(with_totem("token: 29"))) ==
        "c:3: totem.token: 29 ms for 1 nodes is out of range (expected 30 to 4294967295 milliseconds)");
  CHECK(printed(load_text(with_totem("token: 125"))) ==
        "c:3: totem.token: 4 retransmits within a token timeout of 125 ms leave 29 ms for each (at least 30)");
  CHECK(printed(load_text(with_totem("token_retransmits_before_loss_const: 100"))) ==
        "c:3: totem.token_retransmits_before_loss_const: 100 retransmits within a token timeout of 3000 ms leave 29 ms "
        "for each (at least 30)");
  CHECK(printed(load_text(with_totem("consensus: 40\njoin: 60"))) ==
        "c:3: totem.consensus: a consensus timeout of 40 ms is shorter than the join timeout of 60 ms");
  CHECK(printed(load_text(with_totem("join: 5000"))) ==
        "c:3: totem.join: a consensus timeout of 3600 ms is shorter than the join timeout of 5000 ms");
  CHECK(printed(load_text(with_totem("hold: 13"))) ==
        "c:3: totem.hold: \"13\" is out of range (expected 14 to 4294967295 milliseconds)");
  for (const char* key : {"token_retransmit", "consensus", "join", "merge", "downcheck", "max_network_delay"}) {
    CAPTURE(key);
    const std::string line = std::string{key} + ": 29";
    CHECK(printed(load_text(with_totem(line))).starts_with("c:3: totem." + std::string{key} + ": \"29\" is out of"));
  }
  CHECK(printed(load_text(cluster(2, "token: 4294967295"), {}, "1")).empty());
  CHECK(!load_text(cluster(3, "token: 4294967295"), {}, "1").usable());
}

TEST_CASE("a window that would stop corosync is refused here too") {
  CHECK(parameters(cluster(1, "window_size: 16367\nmax_messages: 17")).window_frames == 16'367);
  CHECK(printed(load_text(with_totem("window_size: 16368\nmax_messages: 17"))) ==
        "c:3: totem.window_size: a window of 16368 frames and visits of 17 are together more than 16384 frames");
  CHECK(!load_text(with_totem("window_size: 4294967295\nmax_messages: 4294967295")).usable());
  CHECK(parameters(cluster(1, "max_messages: 4294967295")).visit_frames_max == 16'334);
}

TEST_CASE("ping times follow the token timeout") {
  const auto link = [](const std::string& text) { return load_text(text, {}, "1").settings.link.interfaces.at(0); };
  CHECK(link(cluster(2)).ping_timeout == 1500ms);
  CHECK(link(cluster(2)).ping_interval == 750ms);
  CHECK(link(cluster(5, "token: 1000")).ping_timeout == 1475ms);
  CHECK(link(cluster(5, "token: 1000")).ping_interval == 737ms);
  CHECK(link(cluster(2, "interface {\nknet_pong_count: 3\n}")).ping_timeout == 1000ms);
  CHECK(link(cluster(2, "interface {\nknet_pong_count: 0\n}")).pong_count == 2);
  const link::Interface given =
      link(cluster(2, "interface {\nknet_ping_timeout: 500\nknet_ping_interval: 200\nknet_ping_precision: 9\n}"));
  CHECK(given.ping_timeout == 500ms);
  CHECK(given.ping_interval == 200ms);
  CHECK(given.ping_precision == 9);
  const Loaded capped = load_text(with_totem("token: 200\ninterface {\nknet_pong_count: 300\n}"));
  CHECK(printed(capped) == "c:5: warning: totem.interface.knet_pong_count: 300 is too much, taking 255");
  CHECK(capped.settings.link.interfaces.at(0).ping_timeout == 1ms);
}

}  // namespace
}  // namespace rondel::config
