#include "options.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <vector>

#include "exit_code.h"

namespace rondel {
namespace {

std::variant<Options, Leave> parse(std::initializer_list<const char*> words) {
  std::vector<const char*> arguments{"rondeld"};
  arguments.insert(arguments.end(), words);
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

Options good(std::initializer_list<const char*> words) {
  auto parsed = parse(words);
  REQUIRE(std::holds_alternative<Options>(parsed));
  return std::get<Options>(parsed);
}

Leave refused(std::initializer_list<const char*> words) {
  auto parsed = parse(words);
  REQUIRE(std::holds_alternative<Leave>(parsed));
  return std::get<Leave>(parsed);
}

TEST_CASE("without options it is corosync's file, in the background, as the file says") {
  const Options options = good({});
  CHECK(options.config_file == "/etc/corosync/corosync.conf");
  CHECK(!options.foreground);
  CHECK(!options.test_only);
  CHECK(options.instance.empty());
  CHECK(!options.node);
  CHECK(!options.realtime);
  CHECK(!options.nice);
}

TEST_CASE("corosync's options are taken") {
  const Options options = good({"-f", "-c", "x.conf", "-l", "x.pid", "-t"});
  CHECK(options.foreground);
  CHECK(options.config_file == "x.conf");
  CHECK(options.pid_file == "x.pid");
  CHECK(options.test_only);
  CHECK(good({"-p"}).realtime == false);
  CHECK(good({"-r"}).realtime == true);
  CHECK(good({"-P", "max"}).nice == -20);
  CHECK(good({"-P", "5"}).nice == 5);
}

TEST_CASE("our own have long names") {
  const Options options = good({"--instance", "a", "--node", "2", "--state-dir", "/s", "--run-dir=/r", "--foreground"});
  CHECK(options.instance == "a");
  CHECK(options.node == "2");
  CHECK(options.state_dir == "/s");
  CHECK(options.run_dir == "/r");
  CHECK(options.foreground);
}

TEST_CASE("words that are no options are ignored, as corosync does") {
  CHECK(good({"extra", "-f", "words"}).foreground);
}

TEST_CASE("help and version are printed, and nothing is wrong") {
  CHECK(refused({"--help"}).exit_code == exit_code::normal);
  CHECK(refused({"--help"}).text.find("--instance") != std::string::npos);
  CHECK(refused({"-v"}).exit_code == exit_code::normal);
  CHECK(refused({"-v"}).text.find("version '" RONDEL_VERSION "'") != std::string::npos);
}

TEST_CASE("what can't be understood is named, with exit code 1") {
  for (const Leave& leave : {refused({"--bad"}), refused({"-x"}), refused({"-c"}), refused({"--instance", "a/b"}),
                             refused({"--instance", ""}), refused({"-P", "fast"}), refused({"-P", "21"})}) {
    CHECK(leave.exit_code == exit_code::option);
    CHECK(leave.text.substr(0, 9) == "rondeld: ");
  }
  CHECK(refused({"--bad"}).text.find("'--bad'") != std::string::npos);
  CHECK(refused({"--instance", "a/b"}).text.find("'a/b'") != std::string::npos);
}

TEST_CASE("an instance's name is short and harmless in a path") {
  CHECK(valid_instance_name("a"));
  CHECK(valid_instance_name("Node-1_b.c"));
  CHECK(valid_instance_name(std::string(64, 'x')));
  CHECK(!valid_instance_name(std::string(65, 'x')));
  CHECK(!valid_instance_name(""));
  CHECK(!valid_instance_name("a b"));
  CHECK(!valid_instance_name("../a"));
}

}  // namespace
}  // namespace rondel
