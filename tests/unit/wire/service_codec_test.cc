#include "wire/service_codec.h"

#include <doctest/doctest.h>

#include "edit.h"
#include "golden.h"

using namespace rondel;
using namespace rondel::wire;

namespace {

constexpr const char* barrier =
    "00000000000000002000000000000000"
    "01000000090000000000000000000000";

std::string failure(const Payload& message) {
  const Result<ServiceMessage> decoded = decode_service(message);
  return decoded ? "" : decoded.error().text;
}

// The unknown message that `hex` is.
UnknownMessage unknown(const std::string& hex) {
  const Result<ServiceMessage> decoded = decode_service(from_hex(hex));
  REQUIRE_MESSAGE(decoded, (decoded ? "" : decoded.error().text));
  REQUIRE(std::holds_alternative<UnknownMessage>(*decoded));
  return std::get<UnknownMessage>(*decoded);
}

}  // namespace

TEST_CASE("a message is for the first of its groups that is known") {
  const Result<ServiceMessage> one = decode_service(from_hex(std::string{"0100040073796e63"} + barrier));
  REQUIRE(one);
  CHECK(std::holds_alternative<sync::Message>(*one));
  const Result<ServiceMessage> second = decode_service(from_hex(std::string{"02000100040078"} + "73796e63" + barrier));
  REQUIRE(second);
  CHECK(std::holds_alternative<sync::Message>(*second));
}

TEST_CASE("messages of other groups, services and functions are legal and unknown") {
  CHECK(unknown("01000300796b64").service == -1);
  CHECK(unknown("0000").service == -1);
  CHECK(unknown("01000100610000050000000000ffff000000000000").service == 5);
  CHECK(unknown("0100010061070002000000000010000000000000000a").function == 7);
  CHECK(unknown("0100010061070002000000000010000000000000000a").service == 2);
  CHECK(unknown("01000100610000ff7f000000001000000000000000").service == 0x7fff);
  CHECK(unknown("0100010061000000ff000000001000000000000000").service == -256);
  CHECK(unknown("0100040073796e6302000000000000001000000000000000").function == 2);
}

TEST_CASE("a damaged prefix is an error") {
  CHECK(failure(Payload{}) == "service message of 0 bytes has no group");
  CHECK(failure(from_hex("01")) == "service message of 0 bytes has no group");
  CHECK(failure(from_hex("2100")) == "service message for 33 groups; at most 32");
  CHECK(failure(from_hex("010001")) == "service message cut off in its groups' names");
  CHECK(failure(from_hex("01000200"
                         "61")) == "service message cut off in its groups' names");
  CHECK(failure(from_hex("0100010061")) == "service message of 0 bytes; at least 16");
  CHECK(failure(from_hex("0100010061"
                         "000002000000000010000000000000")) == "service message of 15 bytes; at least 16");
}

TEST_CASE("a size that disagrees with the bytes is an error") {
  const Payload message = from_hex(std::string{"0100040073796e63"} + barrier);
  CHECK(failure(message).empty());
  CHECK(failure(with(message, 8 + 8, std::int32_t{31})) == "service message of 32 bytes that says 31");
  CHECK(failure(with(message, 8 + 8, std::int32_t{-1})) == "service message of 32 bytes that says -1");
  CHECK(failure(longer(message, 1)) == "service message of 33 bytes that says 32");
}

TEST_CASE("a message in the other byte order is not taken for one of ours") {
  CHECK(failure(from_hex("000100016100020000")) == "service message for 256 groups; at most 32");
}
