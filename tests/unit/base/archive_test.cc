#include "base/archive.h"

#include <doctest/doctest.h>

#include "base/time.h"

namespace rondel {

namespace archive_test {

enum class Colour : std::uint8_t { red, green, blue };
ARCHIVE_ENUM(Colour, blue)

struct Leaf {
  std::int32_t number = 0;
  Colour colour = Colour::red;
  bool operator==(const Leaf&) const = default;
};
ARCHIVE_FIELDS(Leaf, number, colour)

class Tree {
 public:
  explicit Tree(std::uint64_t seed = 0) : seed_{seed} {}
  ARCHIVE_MEMBERS(seed, words, leaves, by_number, numbers, perhaps, either, since, pair)
  bool operator==(const Tree&) const = default;

  std::uint64_t seed_;
  std::vector<std::string> words_;
  std::deque<Leaf> leaves_;
  std::map<std::uint32_t, Leaf> by_number_;
  std::set<NodeId> numbers_;
  std::optional<Leaf> perhaps_;
  std::variant<bool, Leaf> either_;
  Time since_{};
  std::array<std::optional<std::int8_t>, 2> pair_;
};

struct Link {
  std::shared_ptr<const Link> next;
};
ARCHIVE_FIELDS(Link, next)

Tree tree() {
  Tree tree{0xffffffffffffffffU};
  tree.words_ = {"", "a word"};
  tree.leaves_ = {{-1, Colour::green}, {std::numeric_limits<std::int32_t>::min(), Colour::blue}};
  tree.by_number_ = {{7, {1, Colour::red}}, {300, {2, Colour::blue}}};
  tree.numbers_ = {NodeId{3}, NodeId{65535}};
  tree.perhaps_ = Leaf{5, Colour::red};
  tree.either_ = Leaf{6, Colour::blue};
  tree.since_ = Time{std::chrono::nanoseconds{-17}};
  tree.pair_[1] = std::int8_t{-128};
  return tree;
}

template <typename Value>
std::vector<std::byte> saved(const Value& value) {
  std::vector<std::byte> bytes;
  Saver{bytes}(value);
  return bytes;
}

template <typename Value>
bool loads(Bytes bytes, Value& value) {
  Loader loader{bytes};
  loader(value);
  return loader.complete();
}

std::vector<std::byte> bytes_of(std::initializer_list<int> numbers) {
  std::vector<std::byte> bytes;
  for (const int number : numbers) bytes.push_back(static_cast<std::byte>(number));
  return bytes;
}

std::uint32_t digest(const Tree& tree) {
  Digest digest;
  digest(tree);
  return digest.value();
}

}  // namespace archive_test

using namespace archive_test;

TEST_CASE("what is saved is loaded again") {
  Tree other;
  CHECK(loads(saved(tree()), other));
  CHECK(other == tree());
  CHECK(saved(other) == saved(tree()));
}

TEST_CASE("the bytes of an archive") {
  CHECK(saved(Leaf{-2, Colour::blue}) == bytes_of({3, 2}));
  CHECK(saved(std::uint32_t{300}) == bytes_of({0xac, 0x02}));
  CHECK(saved(std::vector<std::string>{"ab"}) == bytes_of({1, 2, 'a', 'b'}));
  CHECK(saved(std::optional<bool>{true}) == bytes_of({1, 1}));
}

TEST_CASE("of payloads the size is kept") {
  const Payload payload = Payload::copy(std::as_bytes(std::span{"secret", 6}));
  CHECK(saved(payload) == bytes_of({6}));
  Payload other;
  CHECK(loads(saved(payload), other));
  CHECK(other.size() == 6);
  CHECK(other.view()[0] == std::byte{0});
  CHECK_FALSE(loads(saved(std::uint64_t{archive_payload_bytes_max + 1}), other));
}

TEST_CASE("cut short or too long it does not load") {
  std::vector<std::byte> bytes = saved(tree());
  Tree other;
  for (std::size_t size = 0; size < bytes.size(); ++size) CHECK_FALSE(loads(Bytes{bytes}.first(size), other));
  bytes.push_back(std::byte{0});
  CHECK_FALSE(loads(bytes, other));
}

TEST_CASE("numbers out of range do not load") {
  Leaf leaf;
  CHECK_FALSE(loads(bytes_of({0, 3}), leaf));                             // no such colour
  CHECK_FALSE(loads(bytes_of({0x80, 0x80, 0x80, 0x80, 0x20, 0}), leaf));  // beyond 32 bits
  bool flag = false;
  CHECK_FALSE(loads(bytes_of({2}), flag));
  std::variant<bool, Leaf> either;
  CHECK_FALSE(loads(bytes_of({2, 0}), either));
  std::uint64_t number = 0;
  CHECK_FALSE(loads(std::vector<std::byte>(11, std::byte{0xff}), number));
  std::vector<std::string> words;
  CHECK_FALSE(loads(saved(std::numeric_limits<std::uint64_t>::max()), words));  // a size that is a lie
}

TEST_CASE("a chain of pointers has an end") {
  std::shared_ptr<const Link> loaded;
  CHECK(loads(bytes_of({1, 1, 0}), loaded));
  CHECK_FALSE(loads(std::vector<std::byte>(1'000'000, std::byte{1}), loaded));
}

TEST_CASE("each field changes the digest") {
  const std::uint32_t usual = digest(tree());
  CHECK(digest(tree()) == usual);
  Tree other = tree();
  other.pair_[0] = std::int8_t{0};
  CHECK(digest(other) != usual);
  other = tree();
  other.words_[1] = "a word!";
  CHECK(digest(other) != usual);
  other = tree();
  other.leaves_[1].colour = Colour::green;
  CHECK(digest(other) != usual);
}

}  // namespace rondel
