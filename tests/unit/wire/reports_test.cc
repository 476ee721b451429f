// Who hears whom, behind joins and merge detects.
#include "wire/reports.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "extension.pb.h"
#include "golden.h"
#include "wire/ring_codec.h"

using namespace rondel;
using namespace rondel::wire;
using engine::Hearing;
using engine::Join;
using engine::MergeDetect;
using engine::Report;

namespace {

const Report one{.node = NodeId{1},
                 .life = RingNumber{5},
                 .count = 7,
                 .talks_ms = 400,
                 .tells_ms = 9000,
                 .mixed = true,
                 .doubts = true,
                 .ears = {{NodeId{2}, Hearing::lively}, {NodeId{3}, Hearing::down}, {NodeId{9}, Hearing::heard}}};
const Report two{.node = NodeId{2}, .life = RingNumber{6}, .count = 1, .ears = {{NodeId{700}, Hearing::heard}}};

template <typename Kind>
Kind decoded(const Payload& packet) {
  const Result<engine::Message> message = decode(packet);
  REQUIRE(message);
  return std::get<Kind>(*message);
}

Join join_with(std::vector<Report> reports) {
  return {.sender = NodeId{1},
          .candidates = {NodeId{1}},
          .failed = {NodeId{2}},
          .ring_number = RingNumber{1},
          .trailer =
              Join::Trailer{.version = "1", .capabilities = {1}, .reports = std::move(reports), .apart = {NodeId{2}}}};
}

proto::Hearing packed(const std::vector<Report>& reports) {
  proto::Hearing proto;
  pack(reports, proto);
  return proto;
}

}  // namespace

TEST_CASE("reports are pinned to the byte") {
  const MergeDetect merge{.sender = NodeId{1}, .ring = {NodeId{1}, RingNumber{9}}, .reports = {one}};
  CHECK(to_hex(encode(merge, NodeId{}).joined().from(29).view()) ==
        "524e444c1c001a1a0a03020309121308011005180720900328a84630013a011e4001");
  CHECK(decoded<MergeDetect>(encode(merge, NodeId{}).joined()) == merge);
}

TEST_CASE("reports travel behind joins and merge detects as they are") {
  for (const std::vector<Report>& reports : {std::vector<Report>{}, {one}, {two}, {one, two}}) {
    CHECK(decoded<Join>(encode(join_with(reports), NodeId{}).joined()) == join_with(reports));
    const MergeDetect merge{.sender = NodeId{1}, .ring = {NodeId{1}, RingNumber{9}}, .reports = reports};
    CHECK(decoded<MergeDetect>(encode(merge, NodeId{}).joined()) == merge);
  }
}

TEST_CASE("a join with everything that the largest ring can say fits into a datagram") {
  std::vector<Report> reports;
  Join join = join_with({});
  join.candidates.clear();
  join.failed.clear();
  join.trailer->apart.clear();
  for (std::uint32_t node = 65'535 - engine::members_max; node < 65'535; ++node) {
    Report report{.node = NodeId{node}, .life = RingNumber{~0ULL >> 2U}, .count = ~0ULL >> 2U, .ears = {}};
    report.talks_ms = report.tells_ms = 1'000'000'000;
    report.mixed = report.doubts = true;
    for (std::uint32_t ear = 65'535 - engine::members_max; ear < 65'535; ++ear) {
      if (ear != node) report.ears.push_back({NodeId{ear}, Hearing::down});
    }
    reports.push_back(report);
    join.candidates.push_back(NodeId{node});
    join.failed.push_back(NodeId{node});
    join.trailer->apart.push_back(NodeId{node});
  }
  join.trailer->reports = reports;
  const Payload packet = encode(join, NodeId{}).joined();
  CHECK(packet.size() <= engine::frame_bytes_limit);
  CHECK(decoded<Join>(packet) == join);
}

TEST_CASE("what no node of ours says is not believed") {
  const proto::Hearing good = packed({one, two});
  CHECK(unpack(good));
  proto::Hearing bad = good;
  bad.mutable_reports(0)->set_ears("\x1e");  // too short for four nodes or too long
  bad.mutable_reports(0)->mutable_ears()->append(7, 'x');
  CHECK_FALSE(unpack(bad));
  bad = good;
  bad.mutable_reports(1)->set_node(1);  // twice
  CHECK_FALSE(unpack(bad));
  bad = good;
  bad.mutable_reports(1)->set_node(0);
  CHECK_FALSE(unpack(bad));
  bad = good;
  bad.set_nodes(1, 2);  // not ascending
  CHECK_FALSE(unpack(bad));
  bad = good;
  bad.set_nodes(3, 65'536);
  CHECK_FALSE(unpack(bad));
  bad = packed({});
  for (std::uint32_t node = 1; node <= engine::members_max + 1; ++node) bad.add_nodes(node);
  CHECK_FALSE(unpack(bad));
  bad = packed({});
  for (std::uint32_t node = 1; node <= engine::members_max + 1; ++node) bad.add_reports()->set_node(node);
  CHECK_FALSE(unpack(bad));
}

TEST_CASE("a join whose reports cannot be is taken without its trailer") {
  Join join = join_with({one});
  Payload packet = encode(join, NodeId{}).joined();
  CHECK(decoded<Join>(packet).trailer);
  std::vector<std::byte> bytes{packet.view().begin(), packet.view().end()};
  const std::vector<std::byte> node{std::byte{0x08}, std::byte{0x01}, std::byte{0x10}, std::byte{0x05}};  // report of 1
  const auto at = std::search(bytes.begin(), bytes.end(), node.begin(), node.end());
  REQUIRE(at != bytes.end());
  *std::next(at) = std::byte{0};
  const Join changed = decoded<Join>(Payload::copy(bytes));
  CHECK_FALSE(changed.trailer);
  CHECK(changed.candidates == join.candidates);
}
