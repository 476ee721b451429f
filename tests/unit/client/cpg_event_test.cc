#include "client/cpg_event.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "ipc/cpg.h"

using namespace rondel::client;
namespace ipc = rondel::ipc;

namespace {

class Bytes {
 public:
  explicit Bytes(std::size_t size) : bytes_(size) {}
  Bytes& put(std::size_t offset, std::uint32_t number) {
    std::memcpy(&bytes_.at(offset), &number, sizeof number);
    return *this;
  }
  Bytes& text(std::size_t offset, const std::string& text) {
    std::memcpy(&bytes_.at(offset), text.data(), text.size());
    return *this;
  }
  std::span<std::byte> first(std::size_t size) { return std::span{bytes_}.first(size); }
  std::span<std::byte> all() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

// The example of cpg_event.h.
Bytes example() {
  return std::move(Bytes{200}
                       .put(0, ipc::cpg::event_deliver)
                       .put(8, 200)
                       .put(24, 4)
                       .text(32, "load")
                       .put(160, 16)
                       .put(168, 2)
                       .put(176, 77)
                       .text(184, "0123456789abcdef"));
}

// Two members, one left, none joined: node 1 pid 10, node 2 pid 20; node 3 pid 30 with reason 3.
Bytes change() {
  Bytes bytes{184 + 3 * 24};
  bytes.put(0, ipc::cpg::event_change).put(24, 1).text(32, "g").put(160, 2).put(168, 0).put(176, 1);
  for (std::uint32_t i = 0; i < 3; ++i) bytes.put(184 + i * 24, i + 1).put(192 + i * 24, (i + 1) * 10);
  bytes.put(200 + 2 * 24, 3);
  return bytes;
}

bool makes_no_sense(std::span<std::byte> bytes) { return std::holds_alternative<NoEvent>(read_event(bytes)); }

}  // namespace

TEST_CASE("a message is read from its fixed places") {
  Bytes bytes = example();
  const Event event = read_event(bytes.all());
  const auto* message = std::get_if<MessageEvent>(&event);
  REQUIRE(message != nullptr);
  CHECK(std::string(message->group.value, message->group.length) == "load");
  CHECK(message->sender == Sender{2, 77});
  CHECK(message->message.data() == bytes.all().data() + 184);
  CHECK(message->message.size() == 16);
}

TEST_CASE("a message that claims more than came makes no sense") {
  Bytes bytes = example();
  CHECK(makes_no_sense(bytes.first(199)));
  CHECK(makes_no_sense(bytes.first(183)));
  CHECK(makes_no_sense(bytes.put(160, 17).all()));
  CHECK(makes_no_sense(bytes.put(160, 0xffffffff).all()));
  CHECK_FALSE(makes_no_sense(bytes.put(160, 15).all()));
  CHECK(makes_no_sense(bytes.put(24, 129).all()));
}

TEST_CASE("unknown ids and scraps make no sense") {
  Bytes bytes = example();
  CHECK(makes_no_sense(bytes.first(0)));
  CHECK(makes_no_sense(bytes.first(23)));
  for (const std::uint32_t id : {0U, 6U, 8U, 18U, 0xffffffffU}) CHECK(makes_no_sense(bytes.put(0, id).all()));
}

TEST_CASE("a part has its own offsets and three kinds") {
  Bytes bytes{204};
  bytes.put(0, ipc::cpg::event_partial_deliver).put(24, 1).text(32, "g");
  bytes.put(160, 2'000'000).put(168, 4).put(176, 2).put(184, 77).put(192, 3).text(200, "tail");
  const Event event = read_event(bytes.all());
  const auto* part = std::get_if<PartEvent>(&event);
  REQUIRE(part != nullptr);
  CHECK(part->sender == Sender{2, 77});
  CHECK(part->message_bytes == 2'000'000);
  CHECK(part->part == Part::last);
  CHECK(part->fragment.size() == 4);
  CHECK(makes_no_sense(bytes.put(192, 0).all()));
  CHECK(makes_no_sense(bytes.put(192, 4).all()));
  CHECK(makes_no_sense(bytes.put(192, 1).put(168, 5).all()));
}

TEST_CASE("in a change those who left come before those who joined") {
  Bytes bytes = change();
  Event event = read_event(bytes.all());
  const auto* left = std::get_if<ChangeEvent>(&event);
  REQUIRE(left != nullptr);
  REQUIRE(left->members.size() == 2);
  CHECK(left->members[1].nodeid == 2);
  CHECK(left->members[1].pid == 20);
  REQUIRE(left->left.size() == 1);
  CHECK(left->left[0].pid == 30);
  CHECK(left->left[0].reason == CPG_REASON_NODEDOWN);
  CHECK(left->joined.empty());

  event = read_event(bytes.put(168, 1).put(160, 1).all());
  const auto* joined = std::get_if<ChangeEvent>(&event);
  REQUIRE(joined != nullptr);
  CHECK(joined->left[0].pid == 20);
  CHECK(joined->joined[0].pid == 30);
}

TEST_CASE("a change whose lists are longer than the bytes makes no sense") {
  Bytes bytes = change();
  CHECK(makes_no_sense(bytes.put(160, 3).all()));
  // The sum of the three counts must not wrap around.
  CHECK(makes_no_sense(bytes.put(160, 0xffffffff).put(168, 0xffffffff).put(176, 5).all()));
}

TEST_CASE("a transitional view's nodes, and none of them more than there are bytes") {
  Bytes bytes{40};
  bytes.put(0, ipc::cpg::event_transitional).put(24, 2).put(32, 1).put(36, 3);
  const Event event = read_event(bytes.all());
  const auto* transitional = std::get_if<TransitionalEvent>(&event);
  REQUIRE(transitional != nullptr);
  CHECK(transitional->nodes == std::vector<std::uint32_t>{1, 3});
  bytes.put(24, 3);
  CHECK(std::holds_alternative<NoEvent>(read_event(bytes.all())));
  bytes.put(24, 0xffffffff);
  CHECK(std::holds_alternative<NoEvent>(read_event(bytes.all())));
  bytes.put(24, 0);
  CHECK(std::holds_alternative<TransitionalEvent>(read_event(bytes.first(32))));
  CHECK(std::holds_alternative<NoEvent>(read_event(bytes.first(31))));
}

TEST_CASE("a ring's nodes begin four bytes before the end of the fixed part") {
  Bytes bytes{48 + 3 * 4};
  bytes.put(0, ipc::cpg::event_ring).put(24, 1).put(32, 0x2a).put(40, 3).put(44, 1).put(48, 2).put(52, 3);
  const Event event = read_event(bytes.all());
  const auto* ring = std::get_if<RingEvent>(&event);
  REQUIRE(ring != nullptr);
  CHECK(ring->ring.nodeid == 1);
  CHECK(ring->ring.seq == 0x2a);
  CHECK(ring->members == std::vector<std::uint32_t>{1, 2, 3});
  CHECK(makes_no_sense(bytes.put(40, 5).all()));
}
