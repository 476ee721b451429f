#include <doctest/doctest.h>

#include "edit.h"
#include "golden.h"
#include "wire/service_codec.h"

using namespace rondel;
using namespace rondel::wire;

namespace {

constexpr RingId ring{NodeId{1}, RingNumber{9}};

std::string failure(const Payload& message) {
  const Result<ServiceMessage> decoded = decode_service(message);
  return decoded ? "" : decoded.error().text;
}

sync::Message decoded(const Payload& message) {
  const Result<ServiceMessage> service = decode_service(message);
  REQUIRE(service);
  return std::get<sync::Message>(*service);
}

sync::ServiceList list_of(std::size_t entries) {
  sync::ServiceList list{ring, {}};
  for (std::size_t i = 0; i < entries; ++i) list.services.push_back(static_cast<std::int32_t>(i));
  return list;
}

}  // namespace

TEST_CASE("a barrier is pinned to the byte") {
  const sync::Message barrier = sync::Barrier{ring};
  const Payload bytes = encode(barrier).joined();
  CHECK(to_hex(bytes.view()) ==
        "0100040073796e63"
        "00000000000000002000000000000000"
        "010000000900000000000000"
        "00000000");
  CHECK(decoded(bytes) == barrier);
}

TEST_CASE("service lists from empty to full") {
  for (const std::size_t entries : {0U, 1U, 4U, 128U}) {
    const sync::Message list = list_of(entries);
    const Payload bytes = encode(list).joined();
    CHECK(bytes.size() == 8 + 552);
    CHECK(decoded(bytes) == list);
  }
}

TEST_CASE("a service list's count is not believed") {
  const Payload bytes = encode(sync::Message{list_of(4)}).joined();
  CHECK(failure(with(bytes, 8 + 32, std::int32_t{129})) == "service list of 129 entries; at most 128");
  CHECK(failure(with(bytes, 8 + 32, std::int32_t{-1})) == "service list of -1 entries; at most 128");
}

TEST_CASE("both messages have one size") {
  const Payload barrier = encode(sync::Message{sync::Barrier{ring}}).joined();
  CHECK(failure(with(barrier.part(0, barrier.size() - 1), 8 + 8, std::int32_t{31})) ==
        "barrier of 31 bytes instead of 32");
  const Payload list = encode(sync::Message{list_of(4)}).joined();
  CHECK(failure(with(longer(list, 1), 8 + 8, std::int32_t{553})) == "service list of 553 bytes instead of 552");
}
