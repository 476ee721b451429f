#include "engine/resends.h"

#include <doctest/doctest.h>

#include <set>

#include "table.h"

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using rondel::NodeId;
using rondel::Time;
using rondel::engine::FramePtr;
using rondel::engine::Message;
using rondel::engine::Notice;
using rondel::engine::Resends;
using rondel::transcripts::formed_ring;
using rondel::transcripts::Table;

namespace {

const Time start{};

Notice after(Resends resends, std::size_t members) { return resends.take(start + 20s, members).value(); }

}  // namespace

TEST_CASE("every kind of notice has a word and a sentence of its own") {
  std::set<std::string> words, sentences;
  std::size_t kinds = 0;
  for (;; ++kinds) {
    const auto kind = static_cast<Notice::Kind>(kinds);
    if (std::string{to_string(kind)} == "unknown") break;
    words.insert(to_string(kind));
    sentences.insert(to_string(Notice{.kind = kind, .node = NodeId{1}, .other = NodeId{2}}));
  }
  CHECK(kinds >= 4);
  CHECK(words.size() == kinds);
  CHECK(sentences.size() == kinds);
  CHECK(!sentences.contains("unknown"));
}

TEST_CASE("resends are told once an interval, from the first one on") {
  Resends resends;
  CHECK_FALSE(resends.take(start + 100s, 3));
  resends.add(start, NodeId{3}, NodeId{1}, 100);
  resends.add(start + 4s, NodeId{3}, NodeId{1}, 100);
  CHECK_FALSE(resends.take(start + 9s, 3));
  const auto notice = resends.take(start + 10s, 3);
  REQUIRE(notice);
  CHECK(notice->node == NodeId{3});
  CHECK(notice->other == NodeId{1});
  CHECK(to_string(*notice) == "2 frames were sent again within 4000 ms, missed mostly by node 3");
  CHECK_FALSE(resends.take(start + 30s, 3));
}

TEST_CASE("a node that alone misses frames of several is suspected") {
  Resends resends;
  for (int i = 0; i < 20; ++i) resends.add(start, NodeId{3}, NodeId{i % 2 == 0 ? 1U : 2U}, 100);
  const Notice notice = after(resends, 3);
  CHECK(notice.suspect == Notice::Suspect::receiver);
  CHECK(to_string(notice).find("only node 3 misses frames: look at its network or load") != std::string::npos);
  CHECK(after(resends, 2).suspect == Notice::Suspect::nobody);  // of two there is no other
}

TEST_CASE("a node whose frames alone are missed by several is suspected") {
  Resends resends;
  for (int i = 0; i < 20; ++i) resends.add(start, NodeId{i % 2 == 0 ? 3U : 2U}, NodeId{1}, 100);
  const Notice notice = after(resends, 3);
  CHECK(notice.suspect == Notice::Suspect::sender);
  CHECK(to_string(notice).find("only frames of node 1 are missed") != std::string::npos);
}

TEST_CASE("one way alone, few frames, or all over the ring: nobody is suspected") {
  Resends one_way, few, all_over;
  for (int i = 0; i < 20; ++i) one_way.add(start, NodeId{3}, NodeId{1}, 100);
  for (int i = 0; i < 4; ++i) few.add(start, NodeId{3}, NodeId{i % 2 == 0 ? 1U : 2U}, 100);
  for (std::uint32_t i = 0; i < 20; ++i) all_over.add(start, NodeId{i % 3}, NodeId{i % 2 + 1}, 100);
  for (const Resends& resends : {one_way, few, all_over}) CHECK(after(resends, 3).suspect == Notice::Suspect::nobody);
}

TEST_CASE("when only long frames are missed the path is suspected") {
  Resends resends;
  for (int i = 0; i < 20; ++i) resends.add(start, NodeId{2}, NodeId{1}, 60'000);
  CHECK(after(resends, 2).suspect == Notice::Suspect::size);
  resends.add(start, NodeId{2}, NodeId{1}, 50);
  CHECK(after(resends, 2).suspect == Notice::Suspect::nobody);
}

TEST_CASE("a ring that resends all the time tells of it once in ten seconds") {
  Table table = formed_ring(3);
  table.take_transcript();
  table.write_down = true;
  int frames = 0;
  table.lose([&](NodeId, NodeId to, const Message& message) {
    return to == NodeId{3} && std::holds_alternative<FramePtr>(message) && ++frames % 4 == 0;
  });
  int notes = 0;
  for (int second = 0; second < 35; ++second) {
    for (std::uint32_t i = 0; i < 20; ++i) table.send(1 + i % 2, "x");
    table.run(1s);
    const std::string said = table.take_transcript();
    for (auto at = said.find(" notes: "); at != std::string::npos; at = said.find(" notes: ", at + 1)) {
      ++notes;
      CHECK(said.find("missed mostly by node 3", at) != std::string::npos);
    }
  }
  CHECK(notes >= 2);
  CHECK(notes <= 2 * 3);  // nodes 1 and 2, three intervals
}
