#include <doctest/doctest.h>

#include "edit.h"
#include "golden.h"
#include "wire/service_codec.h"

using namespace rondel;
using namespace rondel::wire;
using group::Name;

namespace {

constexpr std::size_t prefix = 5;

template <typename Kind>
Kind decoded(const Payload& message) {
  const Result<ServiceMessage> service = decode_service(message);
  REQUIRE_MESSAGE(service, (service ? "" : service.error().text));
  return std::get<Kind>(std::get<group::Message>(*service));
}

std::string failure(const Payload& message) {
  const Result<ServiceMessage> service = decode_service(message);
  return service ? "" : service.error().text;
}

Payload bytes_of(const group::Message& message) { return encode(message).joined(); }

// A copy whose head says its real size.
Payload sized(const Payload& message) {
  return with(message, prefix + 8, static_cast<std::int32_t>(message.size() - prefix));
}

const Payload text = Payload::copy(std::as_bytes(std::span{"0123456789", 10}));

}  // namespace

TEST_CASE("a process join is pinned to the byte") {
  const Payload bytes = bytes_of(group::ProcessJoin{Name{"ab"}, 6, group::Reason::join});
  CHECK(to_hex(bytes.view()) ==
        "0100010061"
        "0000020000000000a800000000000000"
        "0200000000000000"
        "6162" +
            std::string(2 * 126, '0') +
            "0600000000000000"
            "0100000000000000");
  const auto join = decoded<group::ProcessJoin>(bytes);
  CHECK(join.group == Name{"ab"});
  CHECK(join.pid == 6);
  CHECK(join.reason == group::Reason::join);
}

TEST_CASE("a process leave keeps its reason; one that nobody knows is a plain leave") {
  const Payload bytes = bytes_of(group::ProcessLeave{Name{"ab"}, 6, group::Reason::process_down});
  CHECK(bytes.size() == prefix + 168);
  CHECK(decoded<group::ProcessLeave>(bytes).reason == group::Reason::process_down);
  CHECK(decoded<group::ProcessLeave>(with(bytes, prefix + 160, std::uint32_t{6})).reason == group::Reason::leave);
}

TEST_CASE("names hold zero to 128 bytes of any value, and nothing beyond their size is looked at") {
  for (const std::string& name : {std::string{}, std::string{"a\0b", 3}, std::string(128, '\xff')}) {
    const Payload bytes = bytes_of(group::ProcessJoin{Name{name}, 6});
    CHECK(decoded<group::ProcessJoin>(bytes).group == Name{name});
    if (name.size() < 128) {
      CHECK(decoded<group::ProcessJoin>(with(bytes, prefix + 24 + 127, std::uint8_t{9})).group == Name{name});
    }
    CHECK(failure(with(bytes, prefix + 16, std::uint32_t{129})) == "group name of 129 bytes; at most 128");
    CHECK(failure(with(bytes, prefix + 16, std::uint32_t{0xffffffff})) ==
          "group name of 4294967295 bytes; at most 128");
  }
}

TEST_CASE("a process message has one size") {
  const Payload bytes = bytes_of(group::ProcessJoin{Name{"ab"}, 6});
  CHECK(failure(sized(longer(bytes, 1))) == "process join or leave of 169 bytes instead of 168");
  CHECK(failure(sized(bytes.part(0, bytes.size() - 1))) == "process join or leave of 167 bytes instead of 168");
}

TEST_CASE("join lists from empty to full") {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, group::join_list_entries_max}) {
    group::JoinList list;
    for (std::uint32_t i = 0; i < size; ++i) list.entries.push_back({i + 1, Name{fmt::format("group {}", i)}});
    const Payload bytes = bytes_of(list);
    CHECK(bytes.size() == prefix + 24 + 144 * size);
    const auto read = decoded<group::JoinList>(bytes);
    REQUIRE(read.entries.size() == size);
    for (std::size_t i = 0; i < size; ++i) {
      CHECK(read.entries[i].pid == i + 1);
      CHECK(read.entries[i].group == list.entries[i].group);
    }
  }
}

TEST_CASE("a join list is a whole number of entries with good names") {
  const Payload bytes = bytes_of(group::JoinList{{{1, Name{"a"}}, {2, Name{"b"}}}});
  CHECK(failure(sized(bytes.part(0, bytes.size() - 1))) == "join list of 311 bytes is not a whole number of entries");
  CHECK(failure(sized(bytes.part(0, prefix + 23))) == "join list of 23 bytes is not a whole number of entries");
  CHECK(failure(with(bytes, prefix + 24 + 144 + 8, std::uint32_t{200})) == "group name of 200 bytes; at most 128");
}

TEST_CASE("a multicast's text is neither copied when sent nor when received") {
  const group::Multicast sent{Name{"golden"}, 7, {NodeId{3}, 0x123456789abc}, text};
  const ServiceBytes encoded = encode(group::Message{sent});
  CHECK(encoded.head().size() == prefix + 184);
  CHECK(encoded.body().view().data() == text.view().data());
  const Payload bytes = encoded.joined();
  const auto read = decoded<group::Multicast>(bytes);
  CHECK(read.group == sent.group);
  CHECK(read.pid == 7);
  CHECK(read.source.node == NodeId{3});
  CHECK(read.source.connection == 0x123456789abc);
  CHECK(read.message.view().data() == bytes.view().data() + prefix + 184);
  CHECK(read.message.size() == 10);
}

TEST_CASE("an empty multicast is a message, and a size within that disagrees is none") {
  const Payload empty = bytes_of(group::Multicast{Name{"golden"}, 7, {}, Payload{}});
  CHECK(decoded<group::Multicast>(empty).message.empty());
  CHECK(failure(sized(empty.part(0, empty.size() - 1))) == "multicast of 183 bytes; at least 184");
  const Payload ten = bytes_of(group::Multicast{Name{"golden"}, 7, {}, text});
  CHECK(failure(with(ten, prefix + 152, std::uint32_t{9})) == "multicast of 10 bytes that says 9");
  CHECK(failure(with(ten, prefix + 152, std::uint32_t{0xffffffff})) == "multicast of 10 bytes that says 4294967295");
}

TEST_CASE("a partial multicast carries its fragment and the size of the whole") {
  const group::PartialMulticast sent{Name{"part"}, 7, {NodeId{1}, 5}, 1'047'562, 3, text};
  const ServiceBytes encoded = encode(group::Message{sent});
  CHECK(encoded.head().size() == prefix + 200);
  CHECK(encoded.body().view().data() == text.view().data());
  const Payload bytes = encoded.joined();
  const auto read = decoded<group::PartialMulticast>(bytes);
  CHECK(read.message_bytes == 1'047'562);
  CHECK(read.part == 3);
  CHECK(read.fragment.view().data() == bytes.view().data() + prefix + 200);
  CHECK(failure(with(bytes, prefix + 160, std::uint32_t{11})) == "fragment of 10 bytes that says 11");
  CHECK(failure(with(bytes, prefix + 152, std::uint32_t{9})) == "fragment of 10 bytes of a message of 9");
  CHECK(failure(sized(bytes.part(0, prefix + 199))) == "partial multicast of 199 bytes; at least 200");
  CHECK(decoded<group::PartialMulticast>(with(bytes, prefix + 176, std::uint32_t{9})).part == 9);
}

TEST_CASE("down lists, new and old, have one size and a bounded count") {
  const Payload bytes = bytes_of(group::Downlist{4, {NodeId{1}, NodeId{3}}});
  CHECK(bytes.size() == prefix + 1568);
  const auto read = decoded<group::Downlist>(bytes);
  CHECK(read.old_members == 4);
  CHECK(read.left == std::vector{NodeId{1}, NodeId{3}});
  CHECK(failure(with(bytes, prefix + 24, std::uint32_t{385})) == "down list of 385 nodes; at most 384");
  CHECK(decoded<group::Downlist>(with(bytes, prefix + 24, std::uint32_t{384})).left.size() == 384);
  CHECK(failure(sized(longer(bytes, 1))) == "down list of 1569 bytes instead of 1568");

  // Function 4: the count at 16, the nodes at 24.
  const Payload old_form = sized(with(bytes.part(0, prefix + 1560), prefix, std::uint32_t{0x20004}));
  const auto old_list = decoded<group::Downlist>(with(old_form, prefix + 16, std::uint32_t{1}));
  CHECK(old_list.old_members == 0);
  CHECK(old_list.left == std::vector{NodeId{2}});
}
