#include "group/message.h"

#include <doctest/doctest.h>

using namespace rondel::group;

TEST_CASE("names are ordered by bytes, also above 127, and a prefix comes first") {
  using namespace std::string_view_literals;
  CHECK(Name{"a"} < Name{"b"});
  CHECK(Name{"B"} < Name{"a"});
  CHECK(Name{"z"} < Name{"\x80"});
  CHECK(Name{"\x7f"} < Name{"\xff"});
  CHECK(Name{""} < Name{"\x01"});
  CHECK(Name{"ab"} < Name{"ab\0"sv});
  CHECK(Name{"ab\0z"sv} < Name{"abc"});
  CHECK(Name{"ab"} == Name{"ab"});
  CHECK(Name{"ab"} != Name{"ab\0"sv});
}

TEST_CASE("a name holds at most 128 bytes") {
  CHECK(Name{std::string(128, 'x')}.size() == 128);
  CHECK(Name{std::string(129, 'x')} == Name{std::string(128, 'x')});
  CHECK(Name{}.empty());
}
