#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "client/connection.h"

using rondel::client::service_name;

TEST_CASE("without an instance the service has its own name") {
  unsetenv("RONDEL_INSTANCE");
  CHECK(service_name("cpg") == "cpg");
  setenv("RONDEL_INSTANCE", "", 1);
  CHECK(service_name("cpg") == "cpg");
}

TEST_CASE("an instance is a suffix") {
  setenv("RONDEL_INSTANCE", "blue-2", 1);
  CHECK(service_name("cpg") == "cpg-blue-2");
  setenv("RONDEL_INSTANCE", std::string(64, 'a').c_str(), 1);
  CHECK(service_name("cpg").has_value());
}

TEST_CASE("what can't be an instance is refused") {
  for (const std::string& name : {std::string{"a/b"}, std::string{"a b"}, std::string(65, 'a'), std::string{"\n"}}) {
    setenv("RONDEL_INSTANCE", name.c_str(), 1);
    CHECK_FALSE(service_name("cpg").has_value());
  }
  unsetenv("RONDEL_INSTANCE");
}
