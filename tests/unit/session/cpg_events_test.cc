#include "session/cpg_events.h"

#include "fixture.h"

namespace rondel::session {

namespace {

std::string hex(Bytes bytes) {
  std::string shown;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    shown += fmt::format("{}{:02x}", i % 8 == 0 && i > 0 ? " " : "", static_cast<unsigned>(bytes[i]));
  return shown;
}
std::string hex(const EventBytes& event) { return hex(event.joined().view()); }

// A name of 136 bytes: length, padding, one letter, 127 zeros.
std::string name_hex(const char* letter) {
  std::string shown = fmt::format(" 0100000000000000 {}00000000000000", letter);
  for (int i = 0; i < 15; ++i) shown += " 0000000000000000";
  return shown;
}

}  // namespace

TEST_CASE("a delivery as bytes") {
  const group::Delivery delivery{group::Name{"g"}, NodeId{2}, 0x64, payload("hi")};
  CHECK(hex(event_bytes(delivery)) == "0500000000000000 ba00000000000000 0100000000000000" + name_hex("67") +
                                          " 0200000000000000 0200000000000000 6400000000000000 6869");
}

TEST_CASE("a partial delivery as bytes") {
  const group::PartialDelivery part{group::Name{"g"}, NodeId{2}, 0x64, 0x100000, 3, payload("hi")};
  CHECK(hex(event_bytes(part)) ==
        "1100000000000000 ca00000000000000 0100000000000000" + name_hex("67") +
            " 0000100000000000 0200000000000000 0200000000000000 6400000000000000 0300000000000000 6869");
}

TEST_CASE("a change as bytes: counts of members, joined, left; lists of members, left, joined") {
  group::Change change;
  change.group = group::Name{"g"};
  change.members = {{NodeId{1}, 10}, {NodeId{2}, 20}};
  change.left = {{NodeId{3}, 30, group::Reason::node_down}};
  change.joined = {{NodeId{2}, 20, group::Reason::node_up}};
  CHECK(hex(event_bytes(change)) == "0400000000000000 1801000000000000 0100000000000000" + name_hex("67") +
                                        " 0200000000000000 0100000000000000 0100000000000000"
                                        " 0100000000000000 0a00000000000000 0000000000000000"
                                        " 0200000000000000 1400000000000000 0000000000000000"
                                        " 0300000000000000 1e00000000000000 0300000000000000"
                                        " 0200000000000000 1400000000000000 0400000000000000");
}

TEST_CASE("a change with nobody in it is its head") { CHECK(event_bytes(group::Change{}).size() == 184); }

TEST_CASE("a ring change as bytes: the list begins at 44, the size is 48 and the list") {
  const group::RingChange change{RingId{NodeId{1}, RingNumber{0x1a}}, {NodeId{1}, NodeId{2}}};
  CHECK(hex(event_bytes(change)) ==
        "0d00000000000000 3800000000000000 0100000000000000 0100000000000000 1a00000000000000"
        " 0200000001000000 0200000000000000");
}

TEST_CASE("a delivery shares its message") {
  const group::Delivery delivery{group::Name{"g"}, NodeId{2}, 1, payload("body")};
  const EventBytes event = event_bytes(delivery);
  CHECK(event.head().size() == 184);
  CHECK(event.body().view().data() == delivery.message.view().data());
}

TEST_CASE("the end of a ring as bytes: the nodes that remain") {
  CHECK(hex(event_bytes(group::RingEnd{{NodeId{1}, NodeId{3}}})) ==
        "e903000000000000 2800000000000000 0100000000000000 0200000000000000 0100000003000000");
  CHECK(event_bytes(group::RingEnd{}).size() == 32);
}

}  // namespace rondel::session
