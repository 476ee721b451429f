// Many nodes that start at once form few rings on their way to one.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>

#include "base/random.h"
#include "table.h"

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using rondel::Pcg32;
using rondel::transcripts::formed_ring;
using rondel::transcripts::Table;

TEST_CASE("sixteen nodes that start within 50 ms form few rings") {
  std::size_t most_views = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Pcg32 random{seed, 1};
    Table table{16};
    table.write_down = false;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> starts;
    for (std::uint32_t node = 1; node <= 16; ++node) starts.emplace_back(random.below(50'000), node);
    std::sort(starts.begin(), starts.end());
    std::uint32_t at_us = 0;
    for (const auto& [when_us, node] : starts) {
      table.run(std::chrono::microseconds{when_us - at_us});
      at_us = when_us;
      table.start(node);
    }
    REQUIRE(table.run_until_one_ring(1s));
    for (std::uint32_t node = 1; node <= 16; ++node) most_views = std::max(most_views, table.seat(node).views.size());
  }
  MESSAGE("views of the node that saw most: " << most_views);
  CHECK(most_views <= 4);  // its own ring of one included
}

TEST_CASE("nobody waits for newcomers when a node only went") {
  Table table = formed_ring(3);
  table.leave(3);
  table.run(5ms);
  CHECK(table.engine(1).view().members.size() == 2);
}
