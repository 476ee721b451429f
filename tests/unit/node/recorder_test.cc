// The flight recorder of nodes that talk to each other: what it keeps comes out the same again.
#include "trace/recorder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "cluster.h"
#include "trace/replay.h"
#include "trace/text.h"

namespace rondel::node::test {

namespace {

using namespace std::chrono_literals;

std::vector<std::byte> recorded(Cluster& cluster, std::uint32_t node) {
  std::vector<std::byte> bytes;
  cluster.at(node).node.recorder().save({"a test", NodeId{node}, cluster.now, 17, "to see it"},
                                        [&](Bytes piece) { bytes.insert(bytes.end(), piece.begin(), piece.end()); });
  return bytes;
}

trace::Recording parsed(const std::vector<std::byte>& bytes) {
  Result<trace::Recording> recording = trace::parse(bytes);
  REQUIRE_MESSAGE(recording, recording.error().text);
  return *recording;
}

trace::Replayed replayed(const trace::Recording& recording, const trace::ReplayOptions& options = {}) {
  const Result<trace::Replayed> result = trace::replay(recording, options);
  REQUIRE_MESSAGE(result, result.error().text);
  return *result;
}

void send(Cluster& cluster, std::uint32_t node, const std::string& text) {
  cluster.at(node).node.send(cluster.now, message(10 * node, text));
}

// Joins, messages of all sizes, a node that is cut off, comes back and leaves, a pause and a reload.
void be_busy(Cluster& cluster) {
  cluster.run(1s);
  for (const std::uint32_t node : {1, 2, 3}) {
    cluster.at(node).node.send(cluster.now, group::ProcessJoin{group::Name{"g"}, 10 * node, group::Reason::join});
  }
  for (int i = 0; i < 30; ++i) {
    for (const std::uint32_t node : {1, 2, 3}) send(cluster, node, std::string(static_cast<std::size_t>(i) * 50, 'S'));
    cluster.run(2ms);
  }
  cluster.at(3).cut = true;
  for (int i = 0; i < 5; ++i) send(cluster, 2, "while one is away");
  cluster.run(5s);
  cluster.at(3).cut = false;
  cluster.run(5s);
  cluster.at(2).node.resumed(cluster.now, 300ms);
  engine::Parameters slower;
  slower.token_timeout = 4s;
  cluster.at(2).node.configure(cluster.now, slower);
  cluster.at(2).node.peer_changed(cluster.now, NodeId{3}, link::PeerState::down);
  cluster.run(100ms);
  cluster.at(3).node.leave(cluster.now);
  cluster.run(2s);
}

}  // namespace

TEST_CASE("a replay comes to the same states and effects") {
  Cluster cluster{{1, 2, 3}};
  be_busy(cluster);
  for (const std::uint32_t node : {1, 2, 3}) {
    CAPTURE(node);
    const std::vector<std::byte> bytes = recorded(cluster, node);
    const trace::Recording recording = parsed(bytes);
    CHECK(recording.saved.reason == "to see it");
    trace::ReplayOptions options;
    for (const bool through_snapshots : {false, true}) {
      options.through_snapshots = through_snapshots;
      const trace::Replayed result = replayed(recording, options);
      CHECK(result.difference.value_or("") == "");
      CHECK_FALSE(result.unfinished);
      CHECK(result.state == cluster.at(node).node.state());
      CHECK(result.counters.transitions == cluster.at(node).node.counters().transitions);
      CHECK(result.records > 100);
      CHECK(result.first_record + result.records == cluster.at(node).node.recorder().records());
    }
  }
}

TEST_CASE("the oldest goes, and the rest can be replayed") {
  Cluster cluster{{1, 2, 3}};
  be_busy(cluster);
  for (int i = 0; i < 400; ++i) {
    for (const std::uint32_t node : {1, 2, 3}) send(cluster, node, "a message");
    cluster.run(5ms);
  }
  const trace::Recorder& recorder = cluster.at(1).node.recorder();
  CHECK(recorder.bytes() < trace_bytes_max * 5 / 4);
  CHECK(recorder.bytes() > trace_bytes_max / 2);
  const std::vector<std::byte> bytes = recorded(cluster, 1);
  const trace::Recording recording = parsed(bytes);
  CHECK(recording.chunks.size() > 5);
  const trace::Replayed result = replayed(recording);
  CHECK(result.difference.value_or("") == "");
  CHECK(result.first_record > 0);
}

TEST_CASE("contents of messages are not recorded") {
  const std::string secret = "nobody should read this in a file";
  Cluster cluster{{1, 2}};
  cluster.run(2s);
  send(cluster, 1, secret);
  cluster.run(20ms);
  for (const std::uint32_t node : {1, 2}) {
    const std::vector<std::byte> bytes = recorded(cluster, node);
    const Bytes part = std::as_bytes(std::span{secret}).first(8);
    CHECK(std::search(bytes.begin(), bytes.end(), part.begin(), part.end()) == bytes.end());
  }
}

TEST_CASE("an input that was another one is noticed") {
  Cluster cluster{{1, 2, 3}};
  cluster.run(1s);
  const std::vector<std::byte> bytes = recorded(cluster, 1);
  trace::Recording recording = parsed(bytes);
  // The seed is in the first snapshot only: joins are not delayed here, and the first ring has the stored number.
  trace::Chunk& chunk = recording.chunks.front();
  std::vector<std::byte> changed(chunk.records.begin(), chunk.records.end());
  chunk.records = changed;
  int noticed = 0;
  int tried = 0;
  for (std::size_t i = 0; i < changed.size(); i += 7) {
    changed[i] ^= std::byte{1};
    const Result<trace::Replayed> result = trace::replay(recording);
    noticed += !result || result->difference ? 1 : 0;
    ++tried;
    changed[i] ^= std::byte{1};
  }
  // Not each field of each message matters, but most do.
  CHECK(tried > 50);
  CHECK(noticed > tried / 2);
}

TEST_CASE("the message in which a process ended is the last one") {
  Cluster cluster{{1, 2}};
  cluster.run(2s);
  const std::vector<std::byte> bytes = recorded(cluster, 1);
  trace::Recording recording = parsed(bytes);
  recording.chunks.resize(1);
  // Outcomes are three numbers of at most 1, 1 and 5 bytes behind their kind.
  trace::Chunk& chunk = recording.chunks.front();
  std::vector<std::byte> kept(chunk.records.begin(), chunk.records.end());
  bool found = false;
  for (std::size_t less = 4; less <= 8 && !found; ++less) {
    if (kept.size() < less || kept[kept.size() - less] != static_cast<std::byte>(trace::Part::outcome)) continue;
    chunk.records = Bytes{kept}.first(kept.size() - less);
    const Result<trace::Replayed> result = trace::replay(recording);
    found = result && result->unfinished;
  }
  CHECK(found);
}

TEST_CASE("a damaged, short or foreign file is an error") {
  Cluster cluster{{1}};
  cluster.run(300ms);
  std::vector<std::byte> bytes = recorded(cluster, 1);
  for (std::size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 61) {
    CHECK_FALSE(trace::parse(Bytes{bytes}.first(size)));
  }
  for (std::size_t i = 0; i < bytes.size(); i += i < 200 ? 1 : 61) {
    bytes[i] ^= std::byte{0x10};
    CHECK_FALSE(trace::parse(bytes));
    bytes[i] ^= std::byte{0x10};
  }
  CHECK(trace::parse(bytes));
  bytes.push_back(std::byte{0});
  CHECK(trace::parse(bytes).error().text == "1 bytes too many behind the recording");
  CHECK(trace::parse({}).error().text == "this is no recording of rondel");
}

TEST_CASE("a recording of another engine is refused") {
  Cluster cluster{{1}};
  const std::vector<std::byte> bytes = recorded(cluster, 1);
  trace::Recording recording = parsed(bytes);
  ++recording.layout;
  const Result<trace::Replayed> result = trace::replay(recording);
  REQUIRE_FALSE(result);
  CHECK(result.error().text == "the recording is of rondel a test, whose engine is another one");
}

TEST_CASE("a record as text") {
  trace::Record record;
  record.input = trace::Receive{{engine::HoldCancel{NodeId{3}, RingId{NodeId{1}, RingNumber{26}}}}};
  record.answers = {trace::Cutting{engine::Phase::normal, 1000, 17, engine::Guarantee::agreed}};
  CHECK(trace::to_text(record) ==
        "hold cancel of 1.1a from 3; sends 1 frames of 17 bytes -> no outcome: the process ended here");
  record.outcome = trace::Outcome{engine::State::operational, 2, 0};
  CHECK(trace::to_text(record) == "hold cancel of 1.1a from 3; sends 1 frames of 17 bytes -> operational, 2 effects");
}

}  // namespace rondel::node::test
