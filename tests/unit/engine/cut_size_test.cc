#include "engine/cut_size.h"

#include <doctest/doctest.h>

using rondel::Sequence;
using rondel::engine::CutSize;

namespace {

// Visits at which `frames` more are numbered each time, `missed` of them asked for.
void run(CutSize& size, int visits, std::uint32_t frames, std::uint32_t missed, std::uint32_t datagrams_max = 45) {
  for (int i = 0; i < visits; ++i) {
    for (std::uint32_t k = 0; k < missed; ++k) size.note_missed(size.counted + (k + 1));
    size.visit(size.counted + frames, datagrams_max);
  }
}

}  // namespace

TEST_CASE("frames begin with one datagram and double while nothing is missed, up to their full size") {
  CutSize size;
  CHECK(size.datagrams == 1);
  run(size, 6, 50, 0);
  CHECK(size.datagrams == 2);
  run(size, 5 * 6, 50, 0);
  CHECK(size.datagrams == 45);
  run(size, 100, 50, 0);
  CHECK(size.datagrams == 45);
}

TEST_CASE("a few visits, or visits of an idle ring, prove nothing") {
  CutSize size;
  run(size, 5, 50, 0);
  CHECK(size.datagrams == 1);
  CutSize idle;
  run(idle, 1000, 0, 0);
  CHECK(idle.datagrams == 1);
  run(idle, 20, 1, 0);
  CHECK(idle.datagrams == 1);
}

TEST_CASE("frames shrink by half when some are missed, and to one datagram when most are") {
  CutSize size;
  run(size, 40, 50, 0);
  REQUIRE(size.datagrams == 45);
  run(size, 1, 50, 40);
  CHECK(size.datagrams == 22);
  run(size, 1, 20, 15);
  CHECK(size.datagrams == 1);
}

TEST_CASE("some loss holds the size") {
  CutSize size;
  run(size, 12, 50, 0);
  REQUIRE(size.datagrams == 4);
  run(size, 500, 50, 3);
  CHECK(size.datagrams == 4);
}

TEST_CASE("a miss of a frame that was cut to another size does not count") {
  CutSize size;
  run(size, 12, 50, 0);
  REQUIRE(size.datagrams == 4);
  for (int i = 0; i < 500; ++i) size.note_missed(size.since);
  run(size, 1, 50, 0);
  CHECK(size.datagrams == 4);
}

TEST_CASE("a smaller largest size counts at once") {
  CutSize size;
  run(size, 40, 50, 0);
  size.visit(size.counted, 10);
  CHECK(size.datagrams == 10);
}

TEST_CASE("where much is missed tokens travel twice, until nothing is") {
  CutSize size;
  run(size, 10, 50, 0);
  CHECK_FALSE(size.lossy());
  run(size, 5, 50, 5);
  CHECK(size.lossy());
  run(size, 40, 50, 0);
  CHECK_FALSE(size.lossy());
}

TEST_CASE("numbers wrap") {
  CutSize size;
  size.since = size.counted = Sequence{0xffffffe0};
  run(size, 6, 50, 0);
  CHECK(size.datagrams == 2);
}
