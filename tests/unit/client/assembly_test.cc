#include "client/assembly.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace rondel::client;

namespace {

constexpr Sender alice{1, 10};
constexpr Sender bob{2, 10};

std::span<const std::byte> bytes(std::string_view text) { return std::as_bytes(std::span{text}); }

std::string add(Assemblies& assemblies, Sender sender, Part part, std::uint32_t total, std::string_view text) {
  const auto whole = assemblies.add(sender, part, total, bytes(text));
  return whole ? std::string{reinterpret_cast<const char*>(whole->data()), whole->size()} : "-";
}

}  // namespace

TEST_CASE("parts become a message with the last one") {
  Assemblies assemblies;
  CHECK(add(assemblies, alice, Part::first, 6, "ab") == "-");
  CHECK(add(assemblies, alice, Part::continued, 6, "cd") == "-");
  CHECK(add(assemblies, alice, Part::last, 6, "ef") == "abcdef");
  CHECK(assemblies.size() == 0);
}

TEST_CASE("senders don't mix") {
  Assemblies assemblies;
  CHECK(add(assemblies, alice, Part::first, 4, "ab") == "-");
  CHECK(add(assemblies, bob, Part::first, 4, "AB") == "-");
  CHECK(add(assemblies, alice, Part::last, 4, "cd") == "abcd");
  CHECK(add(assemblies, bob, Part::last, 4, "CD") == "ABCD");
}

TEST_CASE("a first part drops what was unfinished") {
  Assemblies assemblies;
  CHECK(add(assemblies, alice, Part::first, 4, "xx") == "-");
  CHECK(add(assemblies, alice, Part::first, 4, "ab") == "-");
  CHECK(add(assemblies, alice, Part::last, 4, "cd") == "abcd");
}

TEST_CASE("a part without a first one is dropped") {
  Assemblies assemblies;
  CHECK(add(assemblies, alice, Part::continued, 4, "ab") == "-");
  CHECK(add(assemblies, alice, Part::last, 4, "abcd") == "-");
  CHECK(assemblies.size() == 0);
}

TEST_CASE("parts that don't add up are dropped with their message") {
  Assemblies assemblies;
  CHECK(add(assemblies, alice, Part::first, 4, "abcde") == "-");
  CHECK(assemblies.size() == 0);
  CHECK(add(assemblies, alice, Part::first, 4, "ab") == "-");
  CHECK(add(assemblies, alice, Part::last, 4, "c") == "-");
  CHECK(assemblies.size() == 0);
  CHECK(add(assemblies, alice, Part::first, 4, "ab") == "-");
  CHECK(add(assemblies, alice, Part::last, 5, "cd") == "-");
  CHECK(assemblies.size() == 0);
}

TEST_CASE("a sender that left is forgotten") {
  Assemblies assemblies;
  CHECK(add(assemblies, alice, Part::first, 4, "ab") == "-");
  assemblies.forget(alice);
  CHECK(assemblies.size() == 0);
  CHECK(add(assemblies, alice, Part::last, 4, "cd") == "-");
}

// Any member of a group makes all of its members' libraries hold parts, and a process is made quickly.
TEST_CASE("room is taken for what has come, not for what is announced") {
  Assemblies assemblies;
  const std::uint32_t announced = 4'000'000'000;
  for (std::uint32_t pid = 1; pid <= 100; ++pid) CHECK(add(assemblies, {1, pid}, Part::first, announced, "ab") == "-");
  CHECK(assemblies.size() == 100);
  CHECK(assemblies.reserved_bytes() >= 100 * 2);
  CHECK(assemblies.reserved_bytes() <= 100 * 2 * reserved_per_byte);
}

TEST_CASE("an empty message in parts is a message") {
  Assemblies assemblies;
  CHECK(add(assemblies, alice, Part::first, 0, "") == "-");
  CHECK(add(assemblies, alice, Part::last, 0, "").empty());
}
