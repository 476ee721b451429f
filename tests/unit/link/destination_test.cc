#include "link/destination.h"

#include <doctest/doctest.h>

#include "packets.h"

using namespace rondel;
using namespace rondel::link;

namespace {

Destination nobody() { return {}; }
Destination one(std::uint32_t node) { return {.reach = Reach::one, .node = {node}}; }
Destination all() { return {.reach = Reach::all, .node = {}}; }

}  // namespace

TEST_CASE("a target of 0 is all, another is that node") {
  CHECK(destination_of(test::message(0, 100)) == all());
  CHECK(destination_of(test::message(1, 100)) == one(1));
  CHECK(destination_of(test::message(65'535, 13)) == one(65'535));
}

TEST_CASE("the magic number shows the byte order of the target") {
  CHECK(destination_of(test::message(7, 57, 0, true)) == one(7));
  CHECK(destination_of(test::message(0, 57, 0, true)) == all());
}

TEST_CASE("a node that can't exist gets nothing") {
  CHECK(destination_of(test::message(65'536, 57)) == nobody());
  CHECK(destination_of(test::message(0xFFFFFFFF, 57)) == nobody());
  CHECK(destination_of(test::message(65'536, 57, 0, true)) == nobody());
}

TEST_CASE("what is no ring message goes nowhere") {
  CHECK(destination_of({}) == nobody());
  CHECK(destination_of(Bytes{test::message(3, 13)}.first(12)) == nobody());
  auto bytes = test::message(3, 57);
  bytes[0] = std::byte{0x71};
  CHECK(destination_of(bytes) == nobody());
}
