#include "group_name.h"

#include <doctest/doctest.h>

namespace rondel::tool {
namespace {

std::string parsed(std::string_view typed) {
  const Result<cpg_name> name = parse_group_name(typed);
  REQUIRE(name);
  return {name->value, name->length};
}

TEST_CASE("a name is what was typed, and \\xNN is a byte") {
  CHECK(parsed("chat") == "chat");
  CHECK(parsed("crmd\\x00") == std::string("crmd\0", 5));
  CHECK(parsed("\\xfF\\x5cx") == "\xff\\x");
  CHECK(parsed(std::string(128, 'g')) == std::string(128, 'g'));
}

TEST_CASE("what can't be a name is refused") {
  CHECK(!parse_group_name(""));
  CHECK(!parse_group_name(std::string(129, 'g')));
  CHECK(!parse_group_name("a\\"));
  CHECK(!parse_group_name("a\\x"));
  CHECK(!parse_group_name("a\\x0"));
  CHECK(!parse_group_name("a\\x0g"));
  CHECK(!parse_group_name("a\\n"));
}

TEST_CASE("what is shown can be typed again") {
  std::string all;
  for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
  CHECK(parsed(show_bytes(all)) == all);
}

TEST_CASE("JSON strings are valid for any bytes") {
  CHECK(json_string("a\"b\\c\n") == R"("a\"b\\c\u000a")");
  CHECK(json_string("gr\xc3\xbc\xc3\x9f") == "\"gr\xc3\xbc\xc3\x9f\"");
  CHECK(json_string("\xf0\x9f\x99\x82") == "\"\xf0\x9f\x99\x82\"");
  CHECK(json_string("\xff") == R"("\ufffd")");
  CHECK(json_string("\xc3") == R"("\ufffd")");
  CHECK(json_string("\xc0\x80") == R"("\ufffd\ufffd")");
  CHECK(json_string("\xed\xa0\x80") == R"("\ufffd\ufffd\ufffd")");
  CHECK(json_string(std::string_view{"\0", 1}) == R"("\u0000")");
}

TEST_CASE("base64 as in RFC 4648") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64("\xff\xfe\xfd") == "//79");
}

}  // namespace
}  // namespace rondel::tool
