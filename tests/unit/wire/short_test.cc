#include <doctest/doctest.h>

#include "edit.h"
#include "golden.h"
#include "wire/ring_codec.h"

using namespace rondel;
using namespace rondel::wire;

namespace {

std::string failure(const Payload& packet) {
  const Result<engine::Message> decoded = decode(packet);
  return decoded ? "" : decoded.error().text;
}

}  // namespace

TEST_CASE("a merge detect names its sender and a ring") {
  const Payload merge = from_hex("70c0030200010000000000000001000000010000000900000000000000");
  CHECK(failure(merge.part(0, 28)) == "merge detect of 28 bytes; at least 29");
  CHECK(failure(with(merge, 13, std::uint32_t{0})) == "merge detect from node id 0");
  CHECK(failure(with(merge, 17, std::uint32_t{0})) == "merge detect of ring 0.9");
}

TEST_CASE("a hold cancel names its sender and a ring") {
  const Payload cancel = from_hex("70c00305000200000000000000010000000900000000000000");
  CHECK(failure(cancel.part(0, 24)) == "hold cancel of 24 bytes; at least 25");
  CHECK(failure(with(cancel, 5, std::uint32_t{0})) == "hold cancel from node id 0");
  CHECK(failure(with(cancel, 13, std::uint32_t{0})) == "hold cancel of ring 0.9");
}

TEST_CASE("both are sent without memory of their own") {
  const RingId ring{NodeId{1}, RingNumber{9}};
  CHECK(encode(engine::MergeDetect{NodeId{1}, ring}, NodeId{}).head().size() == 29);
  CHECK(encode(engine::HoldCancel{NodeId{1}, ring}, NodeId{}).head().size() == 25);
}
