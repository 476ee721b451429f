#include "link/discovery_watch.h"

#include <doctest/doctest.h>

#include <vector>

using namespace rondel;
using namespace rondel::link;
using namespace std::chrono_literals;

namespace {

// Looks every second; the seconds at which it asked.
std::vector<int> asked(DiscoveryWatch& watch, int from, int to, bool at_floor = true, bool has_peer = true) {
  std::vector<int> result;
  for (int second = from; second < to; ++second) {
    if (watch.look(Time{} + std::chrono::seconds{second}, at_floor, has_peer)) result.push_back(second);
  }
  return result;
}

}  // namespace

TEST_CASE("asks at times ever further apart, then no more") {
  DiscoveryWatch watch;
  CHECK(asked(watch, 0, 200) == std::vector{1, 3, 7, 15, 31});
}

TEST_CASE("asks nothing while pieces are large or nobody is there") {
  DiscoveryWatch watch;
  CHECK(asked(watch, 0, 200, false).empty());
  CHECK(asked(watch, 200, 400, true, false).empty());
}

TEST_CASE("begins anew when pieces were large in between, or something came up") {
  DiscoveryWatch watch;
  CHECK(asked(watch, 0, 10).size() == 3);
  CHECK(asked(watch, 10, 11, false).empty());
  CHECK(asked(watch, 11, 20) == std::vector{12, 14, 18});
  watch.restart();
  CHECK(asked(watch, 20, 24) == std::vector{21, 23});
}
