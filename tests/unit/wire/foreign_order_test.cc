// Messages of a node of the other byte order (ring.md 1.9): every recorded one, turned round.
#include <doctest/doctest.h>

#include "describe.h"
#include "golden.h"
#include "swapped.h"
#include "wire/ring_codec.h"

using namespace rondel;
using namespace rondel::wire;

TEST_CASE("messages in foreign byte order decode to the same values") {
  for (const GoldenMessage& golden : golden_messages()) {
    INFO(golden.place);
    const Payload turned = swapped(golden.packet);
    const Result<engine::Message> native = decode(golden.packet);
    const Result<engine::Message> foreign = decode(turned);
    REQUIRE(native);
    REQUIRE_MESSAGE(foreign, (foreign ? "" : foreign.error().text));
    const std::optional<NodeId> target = target_of(turned.view());
    REQUIRE(target);
    CHECK(target == target_of(golden.packet.view()));
    CHECK(describe(*foreign, *target) == describe(*native, *target));
    if (const auto* frame = std::get_if<engine::FramePtr>(&*foreign)) {
      CHECK((*frame)->foreign_order);
      CHECK_FALSE(std::get<engine::FramePtr>(*native)->foreign_order);
    }
  }
}

TEST_CASE("a frame in foreign byte order is sent again as it came, its target in its own order") {
  const Payload turned = swapped(golden_file("sync.hex").front().packet);
  const Result<engine::Message> decoded = decode(turned);
  REQUIRE(decoded);
  CHECK(to_hex(encode(*decoded, NodeId{}).joined().view()) == to_hex(turned.view()));
  const Packet directed = encode(*decoded, NodeId{2});
  CHECK(target_of(directed.joined().view()) == NodeId{2});
  CHECK(to_hex(directed.joined().from(13).view()) == to_hex(turned.from(13).view()));
}
