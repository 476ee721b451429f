#include "base/bytes.h"

#include <doctest/doctest.h>

using rondel::Bytes;
using rondel::Reader;
using rondel::Writer;

TEST_CASE("numbers come back in both byte orders") {
  Writer writer;
  writer.u16(0x1234, std::endian::big);
  writer.u32(0x89abcdef, std::endian::little);
  writer.i32(-5, std::endian::big);
  writer.u64(0x0102030405060708, std::endian::little);
  Reader reader{writer.view()};
  CHECK(reader.u16(std::endian::big) == 0x1234);
  CHECK(reader.u32(std::endian::little) == 0x89abcdef);
  CHECK(reader.i32(std::endian::big) == -5);
  CHECK(reader.u64(std::endian::little) == 0x0102030405060708);
  CHECK(reader.ok());
  CHECK(reader.rest_size() == 0);
}

TEST_CASE("the bytes are where the order says") {
  Writer writer;
  writer.u16(0x1234, std::endian::big);
  CHECK(writer.view()[0] == std::byte{0x12});
  CHECK(writer.view()[1] == std::byte{0x34});
}

TEST_CASE("a reader that ran out stays failed and gives zeros") {
  const std::byte one[1] = {std::byte{7}};
  Reader reader{Bytes{one}};
  CHECK(reader.u16() == 0);
  CHECK_FALSE(reader.ok());
  CHECK(reader.u8() == 0);
  CHECK(reader.rest().empty());
}

TEST_CASE("a length near the largest number is not believed") {
  const std::byte one[1] = {std::byte{7}};
  Reader reader{Bytes{one}};
  CHECK(reader.u8() == 7);
  CHECK(reader.bytes(~std::size_t{0}).empty());
  CHECK_FALSE(reader.ok());
}
