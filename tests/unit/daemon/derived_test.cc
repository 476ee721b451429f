#include "derived.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>

#include "log_options.h"

namespace rondel {
namespace {

TEST_CASE("addresses become raw bytes, a link each, IPv4 in the first four") {
  link::Peer peer;
  peer.addresses = {{0, "10.1.2.3"}, {1, "fe80::1"}};
  const session::NodeAddresses raw = raw_addresses(peer);
  CHECK(raw.family == AF_INET);
  REQUIRE(raw.per_link.size() == 2);
  CHECK(raw.per_link[0][0] == std::byte{10});
  CHECK(raw.per_link[0][3] == std::byte{3});
  CHECK(raw.per_link[0][4] == std::byte{0});
  CHECK(raw.per_link[1][0] == std::byte{0xfe});
  CHECK(raw.per_link[1][15] == std::byte{1});
}

TEST_CASE("an address that isn't numeric is left out") {
  link::Peer peer;
  peer.addresses = {{0, "node-a"}, {1, "::1"}};
  const session::NodeAddresses raw = raw_addresses(peer);
  CHECK(raw.family == AF_INET6);
  CHECK(raw.per_link.size() == 1);
}

TEST_CASE("clients are told of every node and admitted by the configuration's lists") {
  config::Settings config;
  config.self = NodeId{2};
  config.link.peers = {{NodeId{1}, "a", {{0, "127.0.0.1"}}}, {NodeId{2}, "b", {{0, "127.0.0.2"}}}};
  config.uids = {1000};
  config.gids = {50};
  const ipc::ClientsSettings settings = clients_settings(config, 33);
  CHECK(settings.self == NodeId{2});
  CHECK(settings.addresses.size() == 2);
  CHECK(settings.uids.contains(1000));
  CHECK(settings.gids.contains(50));
  CHECK(settings.own_uid == 33);
}

TEST_CASE("in the background nothing goes to standard error") {
  config::LoggingSettings logging;
  CHECK(log_options(logging, true).to_stderr.enabled);
  CHECK(!log_options(logging, false).to_stderr.enabled);
}

TEST_CASE("thresholds, file and timestamps go over as they are") {
  config::LoggingSettings logging;
  logging.to_file = {true, config::LogPriority::warning};
  logging.file = "/var/log/x";
  logging.facility = "local3";
  logging.timestamp = config::LoggingSettings::Timestamp::on;
  const runtime::LogOptions options = log_options(logging, true);
  CHECK(options.to_file.enabled);
  CHECK(options.to_file.threshold == runtime::LogLevel::warning);
  CHECK(options.file == "/var/log/x");
  CHECK(options.facility == "local3");
  CHECK(options.timestamp == runtime::LogOptions::Timestamp::on);
}

TEST_CASE("a subsystem's own thresholds go over, and its debug is above them") {
  config::LoggingSettings logging;
  logging.to_syslog.priority = config::LogPriority::notice;
  logging.subsystems["CPG"].debug = config::DebugLevel::on;
  logging.subsystems["KNET"].file_priority = config::LogPriority::err;
  const runtime::LogOptions options = log_options(logging, true);
  CHECK(options.subsystems.at("CPG").to_syslog == runtime::LogLevel::debug);
  CHECK(options.subsystems.at("CPG").to_file == runtime::LogLevel::debug);
  CHECK(options.subsystems.at("KNET").to_file == runtime::LogLevel::err);
  CHECK(options.subsystems.at("KNET").to_syslog == runtime::LogLevel::notice);
}

}  // namespace
}  // namespace rondel
