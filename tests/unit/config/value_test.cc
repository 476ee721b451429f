#include "config/value.h"

#include <doctest/doctest.h>

#include <cstdint>

namespace rondel::config {
namespace {

TEST_CASE("numbers as corosync reads them") {
  CHECK(parse_number("1000", Type::u32) == 1000);
  CHECK(parse_number("+1000", Type::u32) == 1000);
  CHECK(parse_number("\v5", Type::u32) == 5);
  CHECK(parse_number("007", Type::u32) == 7);
  CHECK(parse_number("-0", Type::u32) == 0);
  for (const char* wrong : {"", "+", "-", "0x10", "1e3", "1 ", "1.5", "+ 5", "ten", "--1"}) {
    CAPTURE(wrong);
    CHECK(!parse_number(wrong, Type::u32));
  }
}

TEST_CASE("each type ends where it ends") {
  CHECK(parse_number("255", Type::u8) == 255);
  CHECK(!parse_number("256", Type::u8));
  CHECK(parse_number("65535", Type::u16) == 65'535);
  CHECK(!parse_number("65536", Type::u16));
  CHECK(parse_number("4294967295", Type::u32) == 4'294'967'295);
  CHECK(!parse_number("4294967296", Type::u32));
  CHECK(!parse_number("-1", Type::u32));
  CHECK(parse_number("18446744073709551615", Type::u64) == UINT64_MAX);
  CHECK(!parse_number("18446744073709551616", Type::u64));
  CHECK(parse_number("-1", Type::u64) == UINT64_MAX);
  CHECK(parse_number("-2147483648", Type::i32) == static_cast<std::uint64_t>(std::int64_t{INT32_MIN}));
  CHECK(!parse_number("-2147483649", Type::i32));
  CHECK(parse_number("2147483647", Type::i32) == 2'147'483'647);
  CHECK(!parse_number("2147483648", Type::i32));
}

std::string problem_of(const char* section, const char* name, const char* text) {
  const KeySpec& key = *find_key(section, name);
  Report report;
  if (key.is_number()) {
    static_cast<void>(read_number(key, text, {"c", 7}, report));
  } else {
    static_cast<void>(read_word(key, text, {"c", 7}, report));
  }
  const std::vector<Problem> problems = report.take();
  return problems.empty() ? "" : to_string(problems.front());
}

TEST_CASE("a wrong number is told with what was expected") {
  CHECK(problem_of("totem", "token", "abc") ==
        "c:7: totem.token: \"abc\" is not a number of milliseconds (expected 30 to 4294967295)");
  CHECK(problem_of("totem", "join", "29") ==
        "c:7: totem.join: \"29\" is out of range (expected 30 to 4294967295 milliseconds)");
  CHECK(problem_of("totem", "join", "4294967296") ==
        "c:7: totem.join: \"4294967296\" is out of range (expected 30 to 4294967295 milliseconds)");
  CHECK(problem_of("totem", "join", "0").empty());
  CHECK(problem_of("totem", "version", "3") == "c:7: totem.version: \"3\" is out of range (expected 2)");
  CHECK(problem_of("totem", "netmtu", "599") ==
        "c:7: totem.netmtu: \"599\" is out of range (expected 600 to 65536 bytes)");
  CHECK(problem_of("totem", "netmtu", "65537") == "c:7: warning: totem.netmtu: 65537 is too much, taking 65536");
  CHECK(problem_of("totem", "knet_compression_level", "x") ==
        "c:7: totem.knet_compression_level: \"x\" is not a number (expected -2147483648 to 2147483647)");
  CHECK(problem_of("quorum", "two_node", "300") == "c:7: quorum.two_node: \"300\" is out of range (expected 0 to 255)");
}

TEST_CASE("a wrong word is told with the right ones") {
  CHECK(problem_of("totem", "ip_version", "ipv5") ==
        "c:7: totem.ip_version: \"ipv5\" is not known (expected ipv4, ipv6, ipv6-4 or ipv4-6)");
  CHECK(problem_of("system", "sched_rr", "Yes") == "c:7: system.sched_rr: \"Yes\" is not known (expected yes or no)");
  CHECK(problem_of("totem", "secauth", "maybe") ==
        "c:7: warning: totem.secauth: \"maybe\" is not known (expected on or off), taking off");
  CHECK(problem_of("logging", "syslog_priority", "INFO").empty());
  CHECK(problem_of("logging", "syslog_facility", "DAEMON").starts_with("c:7: logging.syslog_facility: \"DAEMON\""));
}

}  // namespace
}  // namespace rondel::config
