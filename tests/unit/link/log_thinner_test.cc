#include "link/log_thinner.h"

#include <doctest/doctest.h>

#include <string>

using namespace rondel;
using namespace rondel::link;
using namespace std::chrono_literals;

TEST_CASE("what was said a short time ago is counted, and told later") {
  LogThinner thinner;
  const Time start{};
  CHECK(thinner.admit(start, "host: no active links") == "host: no active links");
  CHECK(thinner.admit(start, "host: best link: 0") == "host: best link: 0");
  CHECK_FALSE(thinner.admit(start + 1s, "host: no active links"));
  CHECK_FALSE(thinner.admit(start + LogThinner::pause - 1ms, "host: no active links"));
  CHECK(thinner.admit(start + LogThinner::pause, "host: no active links") ==
        "host: no active links (and 2 times since it was last logged)");
  CHECK(thinner.admit(start + LogThinner::pause, "host: best link: 0") == "host: best link: 0");
  CHECK_FALSE(thinner.admit(start + LogThinner::pause + 1s, "host: no active links"));
}

TEST_CASE("how a link is now is always told") {
  LogThinner thinner;
  for (int i = 0; i < 3; ++i) {
    CHECK(thinner.admit(Time{}, "link: host: 2 link: 0 is down"));
    CHECK(thinner.admit(Time{}, "rx: host: 2 link: 0 is up"));
  }
}

TEST_CASE("only so many lines are remembered, the latest ones") {
  LogThinner thinner;
  Time now{};
  for (std::size_t i = 0; i <= LogThinner::lines_max; ++i) CHECK(thinner.admit(now += 1ms, std::to_string(i)));
  CHECK_FALSE(thinner.admit(now, "1"));
  CHECK_FALSE(thinner.admit(now, std::to_string(LogThinner::lines_max)));
  CHECK(thinner.admit(now, "0"));
}
