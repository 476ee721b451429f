#include "wire/parts.h"

#include <doctest/doctest.h>

#include "edit.h"
#include "golden.h"
#include "wire/ring_codec.h"

using namespace rondel;
using namespace rondel::wire;

namespace {

const Payload cancel = from_hex("70c00305000200000000000000010000000900000000000000");

std::string failure(const Payload& packet) {
  const Result<engine::Message> decoded = decode(packet);
  return decoded ? "" : decoded.error().text;
}

}  // namespace

TEST_CASE("what is no ring message is refused with the reason") {
  CHECK(failure(Payload{}) == "a ring message of 0 bytes is shorter than its header");
  CHECK(failure(cancel.part(0, 12)) == "a ring message of 12 bytes is shorter than its header");
  CHECK(failure(with(cancel, 0, std::uint16_t{0x1234})) == "magic 0x1234 is not a ring message's");
  CHECK(failure(with(cancel, 2, std::uint8_t{2})) == "ring message of version 2; this is version 3");
  CHECK(failure(with(cancel, 3, std::uint8_t{6})) == "ring message of unknown type 6");
  CHECK(failure(with(cancel, 3, std::uint8_t{255})) == "ring message of unknown type 255");
}

TEST_CASE("the target is read from whatever is a ring message, and from nothing else") {
  CHECK(target_of(with(cancel, 9, std::uint32_t{7}).view()) == NodeId{7});
  CHECK(target_of(cancel.view()) == NodeId{0});
  CHECK_FALSE(target_of(cancel.part(0, 12).view()));
  CHECK_FALSE(target_of(with(cancel, 0, std::uint16_t{0}).view()));
  CHECK_FALSE(target_of({}));
}

TEST_CASE("a node has an id of 16 bits that isn't zero") {
  CHECK_FALSE(is_node(NodeId{0}));
  CHECK(is_node(NodeId{1}));
  CHECK(is_node(NodeId{65'535}));
  CHECK_FALSE(is_node(NodeId{65'536}));
}

TEST_CASE("what stands behind a message doesn't matter") {
  CHECK(failure(longer(cancel, 100)).empty());
  CHECK(failure(longer(from_hex("70c0030200010000000000000001000000010000000500000000000000"), 100)).empty());
}
