#include "base/ids.h"

#include <doctest/doctest.h>

using rondel::before;
using rondel::NodeId;
using rondel::RingId;
using rondel::RingNumber;
using rondel::Sequence;
using rondel::up_to;

TEST_CASE("sequences keep their order where they wrap") {
  CHECK(before(Sequence{0xffffffff}, Sequence{0}));
  CHECK_FALSE(before(Sequence{0}, Sequence{0xffffffff}));
  CHECK(before(Sequence{1}, Sequence{2}));
  CHECK(up_to(Sequence{2}, Sequence{2}));
  CHECK(Sequence{3}.since(Sequence{0xfffffffe}) == 5);
}

TEST_CASE("a ring id reads as in corosync's logs") { CHECK(to_string(RingId{NodeId{1}, RingNumber{0x1a}}) == "1.1a"); }
