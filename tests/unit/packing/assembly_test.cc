#include "packing/assembly.h"

#include <doctest/doctest.h>

#include <array>

#include "packing/frames.h"

using namespace rondel;
using namespace rondel::packing;
using namespace rondel::packing::test;
using Texts = std::vector<std::string>;

TEST_CASE("whole messages come out in order and share the frame's memory") {
  Assembly assembly;
  const Payload payload = frame(0, {"one", "", "three"}, 0);
  std::vector<Incoming> out;
  assembly.receive({7}, payload, out);
  REQUIRE(out.size() == 3);
  CHECK(out[0].from == NodeId{7});
  CHECK(out[0].bytes.view().data() == payload.view().data() + 14);
  CHECK(out[1].bytes.empty());
  CHECK(out[2].bytes.view().data() == payload.view().data() + 17);
  CHECK(assembly.held_bytes() == 0);
}

TEST_CASE("pieces are joined over many frames") {
  Assembly assembly;
  CHECK(texts(assembly, {frame(0, {"a", "b1"}, 1), frame(1, {"b2"}, 2)}) == Texts{"a"});
  CHECK(assembly.held_bytes() == 4);
  CHECK(texts(assembly, {frame(2, {"b3", "c", "d1"}, 1), frame(1, {"d2"}, 0)}) == Texts{"b1b2b3", "c", "d1d2"});
  CHECK(assembly.held_bytes() == 0);
  CHECK(assembly.counters().mismatches == 0);
}

TEST_CASE("empty pieces are pieces") {
  Assembly assembly;
  CHECK(texts(assembly, {frame(0, {""}, 1), frame(1, {""}, 2), frame(2, {"x"}, 0)}) == Texts{"x"});
  CHECK(texts(assembly, {frame(0, {"x"}, 1), frame(1, {""}, 0)}) == Texts{"x"});
  CHECK(texts(assembly, {frame(0, {""}, 1), frame(1, {""}, 0)}) == Texts{""});
}

TEST_CASE("a node without the head loses that message only") {
  Assembly assembly;
  SUBCASE("the tail is alone in its frame") {
    CHECK(texts(assembly, {frame(4, {"tail"}, 0), frame(0, {"next"}, 0)}) == Texts{"next"});
  }
  SUBCASE("others are behind the tail, as a corosync packs them") {
    CHECK(texts(assembly, {frame(4, {"tail", "behind"}, 0)}) == Texts{"behind"});
  }
  SUBCASE("another message's head is behind the tail") {
    CHECK(texts(assembly, {frame(4, {"tail", "he"}, 1), frame(1, {"ad"}, 0)}) == Texts{"head"});
  }
  SUBCASE("the rest takes several frames") {
    CHECK(texts(assembly, {frame(4, {"piece"}, 5), frame(5, {"piece"}, 6), frame(6, {"tail", "behind"}, 0)}) ==
          Texts{"behind"});
    CHECK(assembly.held_bytes() == 0);
  }
  CHECK(assembly.counters().mismatches == 1);
}

TEST_CASE("a node with the head and one without it deliver the same behind the tail") {
  const std::vector<Payload> before{frame(0, {"x", "la"}, 1), frame(1, {"rg"}, 2)};
  const std::vector<Payload> after{frame(2, {"e", "y", "z1"}, 1), frame(1, {"z2"}, 0)};
  Assembly older;
  Assembly newcomer;
  static_cast<void>(texts(older, before));
  CHECK(texts(older, after) == Texts{"large", "y", "z1z2"});
  CHECK(texts(newcomer, after) == Texts{"y", "z1z2"});
}

TEST_CASE("a sender that does not go on where it stopped loses its unfinished message only") {
  Assembly assembly;
  CHECK(texts(assembly, {frame(0, {"lost"}, 1), frame(0, {"whole"}, 0)}) == Texts{"whole"});
  CHECK(assembly.held_bytes() == 0);
  CHECK(texts(assembly, {frame(0, {"lost"}, 1), frame(2, {"piece", "whole"}, 0)}) == Texts{"whole"});
  CHECK(assembly.counters().mismatches == 2);
}

TEST_CASE("nodes and phases do not mix") {
  Assembly assembly;
  assembly.use_phase(Phase::normal);
  static_cast<void>(texts(assembly, {frame(0, {"one"}, 1)}, {1}));
  static_cast<void>(texts(assembly, {frame(0, {"two"}, 1)}, {2}));
  assembly.use_phase(Phase::synchronising);
  CHECK(texts(assembly, {frame(0, {"barrier"}, 0)}, {1}) == Texts{"barrier"});
  assembly.use_phase(Phase::normal);
  CHECK(texts(assembly, {frame(1, {"!"}, 0)}, {2}) == Texts{"two!"});
  CHECK(texts(assembly, {frame(1, {"!"}, 0)}, {1}) == Texts{"one!"});
  CHECK(assembly.counters().mismatches == 0);
}

TEST_CASE("frames are of the synchronising phase at first") {
  Assembly assembly;
  static_cast<void>(texts(assembly, {frame(0, {"he"}, 1)}));
  assembly.use_phase(Phase::synchronising);
  CHECK(texts(assembly, {frame(1, {"ad"}, 0)}) == Texts{"head"});
}

TEST_CASE("who left is forgotten in both phases, the others are not") {
  Assembly assembly;
  for (Phase phase : {Phase::normal, Phase::synchronising}) {
    assembly.use_phase(phase);
    for (NodeId node : {NodeId{1}, NodeId{2}}) static_cast<void>(texts(assembly, {frame(0, {"he"}, 1)}, node));
  }
  CHECK(assembly.held_bytes() == 8);
  assembly.forget(std::array{NodeId{9}, NodeId{1}});
  CHECK(assembly.held_bytes() == 4);
  for (Phase phase : {Phase::normal, Phase::synchronising}) {
    assembly.use_phase(phase);
    CHECK(texts(assembly, {frame(0, {"new"}, 0)}, {1}) == Texts{"new"});
    CHECK(texts(assembly, {frame(1, {"ad"}, 0)}, {2}) == Texts{"head"});
  }
  CHECK(assembly.counters().mismatches == 0);
}

TEST_CASE("a regular view of our own ring drops all that is unfinished") {
  Assembly assembly;
  static_cast<void>(texts(assembly, {frame(0, {"he"}, 1)}));
  assembly.forget_all();
  CHECK(assembly.held_bytes() == 0);
  CHECK(texts(assembly, {frame(0, {"he"}, 1), frame(1, {"ad"}, 0)}) == Texts{"head"});
  CHECK(assembly.counters().mismatches == 0);
}

TEST_CASE("bytes that contradict themselves are counted and change nothing") {
  Assembly assembly;
  static_cast<void>(texts(assembly, {frame(0, {"he"}, 1)}));
  const std::vector<std::byte> good = bytes_of(frame(1, {"ad", "next"}, 0).view());
  std::vector<Payload> bad;
  for (std::size_t size = 0; size < good.size(); ++size) bad.push_back(Payload::copy(Bytes{good}.first(size)));
  std::vector<std::byte> longer = good;
  longer.push_back({});
  bad.push_back(Payload::copy(longer));
  bad.push_back(frame(1, {}, 0));  // no piece at all
  std::vector<std::byte> many = good;
  many[6] = many[7] = std::byte{0xff};
  bad.push_back(Payload::copy(many));
  CHECK(texts(assembly, bad).empty());
  CHECK(assembly.counters().malformed == bad.size());
  CHECK(texts(assembly, {Payload::copy(good)}) == Texts{"head", "next"});
}

TEST_CASE("version and type are not looked at") {
  std::vector<std::byte> bytes = bytes_of(frame(0, {"x"}, 0).view());
  for (std::size_t i = 0; i < 4; ++i) bytes[i] = std::byte{0xff};
  Assembly assembly;
  CHECK(texts(assembly, {Payload::copy(bytes)}) == Texts{"x"});
}

TEST_CASE("a message that never ends is dropped at the bound, and what follows it is delivered") {
  Assembly assembly;
  const std::string piece(65'000, 'x');
  std::uint8_t number = 0;
  std::size_t most = 0;
  for (std::size_t i = 0; i < 40; ++i) {
    const auto next_number = static_cast<std::uint8_t>(number + 1);
    CHECK(texts(assembly, {frame(number, {piece}, next_number)}).empty());
    number = next_number;
    most = std::max(most, assembly.held_bytes());
  }
  CHECK(most == 17 * 65'000U);
  CHECK(most <= assembled_bytes_max);
  CHECK(assembly.held_bytes() == 0);
  CHECK(assembly.counters().too_long == 1);
  CHECK(texts(assembly, {frame(number, {"end", "next"}, 0)}) == Texts{"next"});
  CHECK(assembly.counters().mismatches == 0);
}

TEST_CASE("the bound is checked at the end of a message too") {
  const std::string piece(65'000, 'x');
  for (std::size_t over : {0U, 1U}) {
    Assembly assembly;
    for (std::uint8_t i = 0; i < 17; ++i) {
      static_cast<void>(texts(assembly, {frame(i, {piece}, static_cast<std::uint8_t>(i + 1))}));
    }
    const std::string end(assembled_bytes_max - 17 * piece.size() + over, 'y');
    const Texts got = texts(assembly, {frame(17, {end, "next"}, 0)});
    CHECK(got.size() == 2 - over);
    CHECK(got.back() == "next");
    CHECK(assembly.counters().too_long == over);
    CHECK(assembly.held_bytes() == 0);
  }
}

TEST_CASE("a message in thousands of tiny pieces is joined all the same") {
  Assembly assembly;
  std::string whole;
  std::uint8_t number = 0;
  for (std::size_t i = 0; i < 5000; ++i) {
    const std::string piece(1 + i % 3, static_cast<char>('a' + i % 26));
    const auto next_number = static_cast<std::uint8_t>(number == 255 ? 1 : number + 1);
    static_cast<void>(texts(assembly, {frame(number, {piece}, next_number)}));
    number = next_number;
    whole += piece;
  }
  CHECK(assembly.held_bytes() == whole.size());
  CHECK(texts(assembly, {frame(number, {"."}, 0)}) == Texts{whole + "."});
}
