// The service messages inside the recorded frames: decoded as the recorder saw them; encoded, they differ from the
// original only where it had garbage in its padding and we have zeros.
#include <doctest/doctest.h>

#include <map>

#include "describe.h"
#include "golden.h"
#include "wire/ring_codec.h"
#include "wire/service_codec.h"

using namespace rondel;
using namespace rondel::wire;

namespace {

// Whole messages out of the payload of a frame (ring.md 6.1). Just enough of packing for this test: `started` is the
// sender's unfinished message, and the rest of one whose start was never seen is left out.
std::vector<Payload> unpack(const Payload& frame, std::vector<std::byte>& started) {
  Reader reader{frame.view()};
  reader.skip(4);
  const bool ends_in_part = reader.u8() != 0;
  const bool starts_in_part = reader.u8() != 0;
  const std::uint16_t count = reader.u16();
  std::vector<std::uint16_t> sizes;
  for (std::uint16_t i = 0; i < count; ++i) sizes.push_back(reader.u16());
  std::vector<Payload> messages;
  for (std::uint16_t i = 0; i < count; ++i) {
    const Bytes piece = reader.bytes(sizes[i]);
    REQUIRE(reader.ok());
    const bool start_unseen = i == 0 && starts_in_part && started.empty();
    started.insert(started.end(), piece.begin(), piece.end());
    if (i + 1 == count && ends_in_part) return messages;
    if (!start_unseen) messages.push_back(Payload::copy(started));
    started.clear();
  }
  return messages;
}

ServiceBytes encode_service(const ServiceMessage& message) {
  if (const auto* sync = std::get_if<sync::Message>(&message)) return encode(*sync);
  return encode(std::get<group::Message>(message));
}

// Every byte is equal, or zero in ours.
std::size_t bytes_that_differ(Bytes theirs, Bytes ours) {
  REQUIRE(theirs.size() == ours.size());
  std::size_t differing = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (theirs[i] == ours[i]) continue;
    CHECK(ours[i] == std::byte{0});
    ++differing;
  }
  return differing;
}

// corosync leaves garbage in the pads of partial multicasts and behind a down list's count, and nowhere else.
bool may_have_garbage(const ServiceMessage& message) {
  const auto* group = std::get_if<group::Message>(&message);
  return group != nullptr &&
         (std::holds_alternative<group::PartialMulticast>(*group) || std::holds_alternative<group::Downlist>(*group));
}

}  // namespace

TEST_CASE("service messages of corosync's nodes are decoded as the recorder saw them, and encoded the same") {
  std::map<std::string, std::size_t> seen;
  std::map<std::pair<std::string, std::uint32_t>, std::vector<std::byte>> started;
  for (const GoldenMessage& golden : golden_messages()) {
    INFO(golden.place, ": ", golden.comment);
    const Result<engine::Message> decoded = decode(golden.packet);
    REQUIRE(decoded);
    const auto* frame = std::get_if<engine::FramePtr>(&*decoded);
    if (frame == nullptr || (*frame)->encapsulated) continue;
    const bool repeat = golden.comment.find("REPEAT") != std::string::npos;
    if (repeat) continue;
    const std::string file = golden.place.substr(0, golden.place.find(':'));
    auto& unfinished = started[{file, (*frame)->originator.value}];
    for (const Payload& message : unpack((*frame)->payload, unfinished)) {
      const Result<ServiceMessage> service = decode_service(message);
      REQUIRE_MESSAGE(service, (service ? "" : service.error().text));
      const std::string described = describe(*service);
      if (described.empty()) {
        ++seen["unknown"];
        continue;
      }
      ++seen[described.substr(0, described.find(' '))];
      CHECK_MESSAGE(golden.comment.find(described) != std::string::npos, described);
      const std::size_t differing = bytes_that_differ(message.view(), encode_service(*service).joined().view());
      if (!may_have_garbage(*service)) CHECK(differing == 0);
    }
  }
  for (const char* kind : {"sync.barrier", "sync.services", "cpg.procjoin", "cpg.procleave", "cpg.joinlist",
                           "cpg.mcast", "cpg.downlist", "group=b'part'", "unknown"}) {
    CHECK_MESSAGE(seen[kind] > 0, kind);
  }
}

TEST_CASE("the beginnings of partial multicasts are read from a whole frame's first bytes") {
  std::map<std::uint32_t, std::size_t> parts;
  for (const GoldenMessage& golden : golden_file("partial-heads.txt")) {
    INFO(golden.comment);
    const Result<engine::Message> decoded = decode(golden.packet);
    REQUIRE(decoded);
    // One piece: 8 bytes, its size, 5 bytes of group prefix, then the message, of which the fragment isn't all there.
    const Payload& payload = std::get<engine::FramePtr>(*decoded)->payload;
    const Payload message = payload.from(10);
    Reader reader{message.view().subspan(5 + 152)};
    const std::uint32_t whole_bytes = reader.u32();
    reader.skip(4);
    const std::uint32_t fragment_bytes = reader.u32();
    // What is missing is put back as zeros, so that the sizes agree again.
    std::vector<std::byte> complete(message.view().begin(), message.view().end());
    complete.resize(5 + 200 + fragment_bytes);
    const Result<ServiceMessage> service = decode_service(Payload::copy(complete));
    REQUIRE_MESSAGE(service, (service ? "" : service.error().text));
    const auto& partial = std::get<group::PartialMulticast>(std::get<group::Message>(*service));
    CHECK(partial.group == group::Name{"part"});
    CHECK(partial.message_bytes == whole_bytes);
    CHECK(partial.fragment.size() == 1'047'552);
    ++parts[partial.part];
  }
  CHECK(parts[static_cast<std::uint32_t>(group::Part::first)] == 3);
  CHECK(parts[static_cast<std::uint32_t>(group::Part::continued)] == 1);
}
