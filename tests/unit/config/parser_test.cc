#include "config/parser.h"

#include <doctest/doctest.h>

#include <string>

namespace rondel::config {
namespace {

struct Parsed {
  Section root;
  std::string problems;
};

Parsed parsed(std::string_view text) {
  Report report;
  Parsed result{parse(text, "c", report), ""};
  for (const Problem& problem : report.take()) result.problems += to_string(problem) + "\n";
  return result;
}

TEST_CASE("sections, keys and where they stand") {
  const auto [root, problems] = parsed("# comment\n\ntotem {\n\tversion: 2\n  interface {\n  mcastport: 1\n }\n}\n");
  CHECK(problems.empty());
  REQUIRE(root.sections.size() == 1);
  const Section& totem = root.sections[0];
  CHECK(totem.name == "totem");
  CHECK(totem.line == 3);
  CHECK(totem.end_line == 8);
  REQUIRE(totem.pairs.size() == 1);
  CHECK(totem.pairs[0].key == "version");
  CHECK(totem.pairs[0].value == "2");
  CHECK(totem.pairs[0].line == 4);
  REQUIRE(totem.sections.size() == 1);
  CHECK(totem.sections[0].name == "interface");
  CHECK(totem.sections[0].end_line == 7);
}

TEST_CASE("what corosync forgives") {
  CHECK(parsed("").problems.empty());
  CHECK(parsed("totem{\n}").root.sections.at(0).name == "totem");
  CHECK(parsed("totem : : {\n}").root.sections.at(0).name == "totem");
  CHECK(parsed(": {\n}").root.sections.at(0).name.empty());
  CHECK(parsed("key: value\r\n").root.pairs.at(0).value == "value");
  CHECK(parsed("key: value # no comment").root.pairs.at(0).value == "value # no comment");
  CHECK(parsed("key : a:b}c \t").root.pairs.at(0).value == "a:b}c");
  CHECK(parsed("key : a").root.pairs.at(0).key == "key");
  CHECK(parsed("key:").root.pairs.at(0).value.empty());
  CHECK(parsed("a}: b").root.pairs.at(0).key == "a}");
  CHECK(parsed("key: last line without a newline").problems.empty());
  CHECK(parsed("my\xa0key: x").root.pairs.at(0).key == "my\xa0key");
}

TEST_CASE("every kind of wrong line") {
  CHECK(parsed("foo").problems == "c:1: \"foo\" opens no section, closes none and is no \"key: value\"\n");
  CHECK(parsed(" {\n}").problems == "c:1: a section needs a name before its \"{\"\n");
  CHECK(parsed("totem { x: 1\n}").problems ==
        "c:1: only one thing a line: \"x: 1\" after \"{\" needs a line of its own\n");
  CHECK(parsed("totem {\nfoo}").problems == "c:2: only one thing a line: \"}\" in \"foo}\" needs a line of its own\n");
  CHECK(parsed("}").problems == "c:1: \"}\" closes nothing: no section is open\n");
  CHECK(parsed("a {\nb {\n}\n").problems == "c:3: section \"a\" of line 1 is not closed: a \"}\" is missing\n");
  CHECK(parsed(std::string_view{"a\0b: c", 6}).problems == "c:1: a zero byte: this is not a text file\n");
}

TEST_CASE("510 bytes are a line, 511 are too long") {
  CHECK(parsed("key:" + std::string(506, 'x') + "\n").problems.empty());
  CHECK(parsed("key:" + std::string(507, 'x') + "\n").problems == "c:1: line too long: 511 bytes (at most 510)\n");
  CHECK(parsed("#" + std::string(510, 'x')).problems == "c:1: line too long: 511 bytes (at most 510)\n");
}

TEST_CASE("parsing goes on behind a mistake") {
  const auto [root, problems] = parsed("totem {\nnonsense\nversion: 2\n}\n}\nx\n");
  CHECK(problems ==
        "c:2: \"nonsense\" opens no section, closes none and is no \"key: value\"\n"
        "c:5: \"}\" closes nothing: no section is open\n"
        "c:6: \"x\" opens no section, closes none and is no \"key: value\"\n");
  CHECK(root.sections.at(0).pairs.at(0).value == "2");
}

TEST_CASE("nesting is bounded by the length of the path") {
  std::string deep, closed;
  for (int i = 0; i < 126; ++i) deep += "s {\n", closed += "}\n";
  CHECK(parsed(deep + closed).problems.empty());
  CHECK(parsed(deep + "k: v\n" + closed).problems.empty());
  CHECK(parsed(deep + "kk: v\n" + closed).problems == "c:127: key \"kk\": its path is longer than 254 bytes\n");
  CHECK(parsed(deep + "s {\ns {\ns {\n}\n}\n}\n" + closed).problems ==
        "c:128: section \"s\": nested too deep, the names of its path are longer than 254 bytes\n");
  std::string very_deep;
  for (int i = 0; i < 100'000; ++i) very_deep += "{\n:{\n";
  CHECK(!parsed(very_deep).problems.empty());
}

TEST_CASE("a file that is none has only so many problems") {
  std::string noise;
  for (int i = 0; i < 1000; ++i) noise += "noise\n";
  Report report;
  static_cast<void>(parse(noise, "c", report));
  const std::vector<Problem> problems = report.take();
  REQUIRE(problems.size() == Report::problems_max + 1);
  CHECK(to_string(problems.back()) == "c: 800 more problems");
}

}  // namespace
}  // namespace rondel::config
