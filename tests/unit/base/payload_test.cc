#include "base/payload.h"

#include <doctest/doctest.h>

#include <array>

using rondel::Payload;

TEST_CASE("a part shares its whole's memory and outlives it") {
  std::array<std::byte, 4> bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  Payload part;
  const std::byte* inside = nullptr;
  {
    Payload whole = Payload::copy(bytes);
    inside = whole.view().data() + 1;
    part = whole.part(1, 2);
  }
  CHECK(part.view().data() == inside);
  CHECK(part.size() == 2);
  CHECK(part.view()[1] == std::byte{3});
}

TEST_CASE("empty payloads hold nothing") {
  CHECK(Payload{}.view().empty());
  CHECK(Payload::copy({}).empty());
  std::array<std::byte, 1> one{std::byte{1}};
  CHECK(Payload::copy(one).from(1).empty());
}
