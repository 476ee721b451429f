// Every recorded ring message: decoded as the recorder saw it, encoded to the same bytes again.
#include <doctest/doctest.h>

#include <algorithm>

#include "describe.h"
#include "golden.h"
#include "wire/ring_codec.h"

using namespace rondel;
using namespace rondel::wire;

namespace {

// The message as if it had been made here: a frame without the bytes it was received as.
engine::Message made_here(const engine::Message& message) {
  const auto* received = std::get_if<engine::FramePtr>(&message);
  if (received == nullptr) return message;
  engine::Frame frame = **received;
  frame.bytes = Payload{};
  return engine::FramePtr{std::make_shared<const engine::Frame>(std::move(frame))};
}

// The same, and the frame of the old ring inside made here too.
engine::Message made_here_within(const engine::Message& message) {
  const auto* received = std::get_if<engine::FramePtr>(&message);
  if (received == nullptr || !(*received)->inner) return made_here(message);
  engine::Frame inner = *(*received)->inner;
  inner.bytes = Payload{};
  engine::Frame frame = **received;
  frame.bytes = Payload{};
  frame.inner = std::make_shared<const engine::Frame>(std::move(inner));
  return engine::FramePtr{std::make_shared<const engine::Frame>(std::move(frame))};
}

}  // namespace

TEST_CASE("what corosync's nodes said is decoded as the recorder saw it, and encoded to the same bytes") {
  const std::vector<GoldenMessage> messages = golden_messages();
  REQUIRE(messages.size() > 700);
  std::size_t recovery_frames = 0;
  for (const GoldenMessage& golden : messages) {
    INFO(golden.place, ": ", golden.comment);
    const Result<engine::Message> decoded = decode(golden.packet);
    REQUIRE_MESSAGE(decoded, (decoded ? "" : decoded.error().text));
    const std::optional<NodeId> target = target_of(golden.packet.view());
    REQUIRE(target);

    // The time, where there is one, stands between the type and the fields.
    const std::string described = describe(*decoded, *target);
    const std::size_t type_bytes = described.find(' ');
    CHECK(golden.comment.find(" " + described.substr(0, type_bytes + 1)) != std::string::npos);
    CHECK_MESSAGE(golden.comment.find(described.substr(type_bytes)) != std::string::npos, described);

    const std::string bytes = to_hex(golden.packet.view());
    CHECK(to_hex(encode(*decoded, *target).joined().view()) == bytes);
    CHECK(to_hex(encode(made_here(*decoded), *target).joined().view()) == bytes);
    CHECK(to_hex(encode(made_here_within(*decoded), *target).joined().view()) == bytes);
    if (const auto* frame = std::get_if<engine::FramePtr>(&*decoded); frame != nullptr && (*frame)->encapsulated) {
      ++recovery_frames;
      CHECK((*frame)->inner != nullptr);
    }
  }
  CHECK(recovery_frames >= 13);
}

TEST_CASE("every recorded message cut short anywhere is an error") {
  for (const GoldenMessage& golden : golden_file("commit.hex")) {
    for (std::size_t size = 0; size < golden.packet.size(); ++size) CHECK_FALSE(decode(golden.packet.part(0, size)));
  }
  for (const char* name : {"token.hex", "join.hex", "leave.hex", "merge.hex", "cancel.hex"}) {
    for (const GoldenMessage& golden : golden_file(name)) {
      INFO(golden.place);
      for (std::size_t size = 0; size < golden.packet.size(); ++size) CHECK_FALSE(decode(golden.packet.part(0, size)));
    }
  }
}
