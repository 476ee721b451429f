#include "packing/outbox.h"

#include <doctest/doctest.h>

#include <array>

#include "packing/frames.h"

using namespace rondel;
using namespace rondel::packing;
using namespace rondel::packing::test;
using Lengths = std::vector<std::size_t>;

namespace {

constexpr std::size_t bytes_max = payload_bytes_limit;

Parsed next(Outbox& outbox, Phase phase = Phase::normal) {
  const std::optional<engine::Cut> cut = outbox.next(phase, bytes_max);
  REQUIRE(cut.has_value());
  return parse(cut->payload);
}

}  // namespace

TEST_CASE("an empty outbox has nothing to send") {
  Outbox outbox{1000};
  for (Phase phase : {Phase::synchronising, Phase::normal}) {
    CHECK(outbox.waiting_frames(phase) == 0);
    CHECK(outbox.waiting_bytes(phase) == 0);
    CHECK(outbox.waiting_messages(phase) == 0);
    CHECK_FALSE(outbox.next(phase, bytes_max).has_value());
  }
}

TEST_CASE("the frame of a sync barrier is corosync's to the byte") {
  // The payload of the multicast in ring.md appendix B: one barrier of ring 1.9 with the prefix of group "sync".
  constexpr std::array<std::uint8_t, 50> expected{
      0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x28, 0x00, 0x01, 0x00, 0x04, 0x00, 0x73, 0x79, 0x6e,
      0x63, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x01, 0x00, 0x00, 0x00, 0x09, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
  const Bytes bytes = std::as_bytes(std::span{expected});
  Outbox outbox{bytes_max};
  outbox.add(Phase::synchronising, {ServiceBytes{bytes.subspan(10), Payload{}}});
  const std::optional<engine::Cut> cut = outbox.next(Phase::synchronising, bytes_max);
  REQUIRE(cut.has_value());
  CHECK(bytes_of(cut->payload.view()) == bytes_of(bytes));
  CHECK(cut->guarantee == Guarantee::agreed);
}

TEST_CASE("messages of 0 and 1 bytes share a frame") {
  Outbox outbox{bytes_max};
  outbox.add(Phase::normal, message(0));
  CHECK(outbox.waiting_frames(Phase::normal) == 1);
  outbox.add(Phase::normal, message(1));
  outbox.add(Phase::normal, message(0));
  CHECK(outbox.waiting_messages(Phase::normal) == 3);
  CHECK(outbox.waiting_bytes(Phase::normal) == 1);
  const Parsed frame = next(outbox);
  CHECK(frame.lengths == Lengths{0, 1, 0});
  CHECK(frame.fragmented == 0);
  CHECK(outbox.waiting_frames(Phase::normal) == 0);
  CHECK(outbox.waiting_messages(Phase::normal) == 0);
}

TEST_CASE("a message that fits exactly is whole, one byte more makes a second frame") {
  Outbox outbox{200};
  outbox.add(Phase::normal, message(190));
  CHECK(outbox.waiting_frames(Phase::normal) == 1);
  CHECK(next(outbox).lengths == Lengths{190});

  outbox.add(Phase::normal, message(191));
  CHECK(outbox.waiting_frames(Phase::normal) == 2);
  const Parsed first = next(outbox);
  CHECK(first.lengths == Lengths{190});
  CHECK(first.fragmented == 1);
  CHECK(outbox.waiting_bytes(Phase::normal) == 1);
  CHECK(outbox.waiting_messages(Phase::normal) == 1);
  const Parsed second = next(outbox);
  CHECK(second.lengths == Lengths{1});
  CHECK(second.continuation == 1);
  CHECK(second.fragmented == 0);
  CHECK_FALSE(outbox.next(Phase::normal, bytes_max).has_value());
}

TEST_CASE("the head of the next message fills a frame, and its tail shares one with followers") {
  Outbox outbox{200};
  outbox.add(Phase::normal, message(100));
  outbox.add(Phase::normal, message(300));
  outbox.add(Phase::normal, message(10));
  const Parsed first = next(outbox);
  CHECK(first.lengths == Lengths{100, 88});
  CHECK(first.fragmented == 1);
  CHECK(first.data.size() == 188);
  const Parsed second = next(outbox);
  CHECK(second.lengths == Lengths{190});
  CHECK(second.continuation == 1);
  CHECK(second.fragmented == 2);
  const Parsed third = next(outbox);
  CHECK(third.lengths == Lengths{22, 10});
  CHECK(third.continuation == 2);
  CHECK(third.fragmented == 0);
}

TEST_CASE("a frame ends early rather than with a head of a few bytes") {
  Outbox outbox{200};
  outbox.add(Phase::normal, message(173));
  outbox.add(Phase::normal, message(50));
  const Parsed first = next(outbox);
  CHECK(first.lengths == Lengths{173});
  CHECK(first.fragmented == 0);
  CHECK(next(outbox).lengths == Lengths{50});

  outbox.add(Phase::normal, message(172));
  outbox.add(Phase::normal, message(50));
  CHECK(next(outbox).lengths == Lengths{172, 16});
}

TEST_CASE("fragment numbers start at 1 with each message and skip 0 when they wrap") {
  Outbox outbox{payload_bytes_least};
  outbox.add(Phase::normal, message(54 * 600));
  outbox.add(Phase::normal, message(100));
  for (std::size_t i = 0; i < 599; ++i) {
    const Parsed frame = next(outbox);
    CHECK(frame.continuation == (i == 0 ? 0 : (i - 1) % 255 + 1));
    CHECK(frame.fragmented == i % 255 + 1);
  }
  const Parsed last = next(outbox);
  CHECK(last.continuation == 598 % 255 + 1);
  CHECK(last.fragmented == 0);
  CHECK(next(outbox).fragmented == 1);
}

TEST_CASE("the longest message takes as many of the largest frames as it must") {
  Outbox outbox{1'000'000};  // brought down to what a frame can carry
  outbox.add(Phase::normal, message(message_bytes_max));
  CHECK(outbox.waiting_frames(Phase::normal) == 17);
  std::size_t frames = 0;
  std::size_t bytes = 0;
  while (const std::optional<engine::Cut> cut = outbox.next(Phase::normal, 1'000'000)) {
    CHECK(cut->payload.size() <= payload_bytes_limit);
    bytes += parse(cut->payload).data.size();
    ++frames;
  }
  CHECK(frames == 17);
  CHECK(bytes == message_bytes_max);
}

TEST_CASE("the smaller of best and maximum counts, and a new best applies to the next cut") {
  Outbox outbox{500};
  outbox.add(Phase::normal, message(5000));
  CHECK(outbox.next(Phase::normal, 300)->payload.size() == 300);
  CHECK(outbox.next(Phase::normal, 1000)->payload.size() == 500);
  outbox.set_payload_bytes_best(700);
  CHECK(outbox.next(Phase::normal, 1000)->payload.size() == 700);
  outbox.set_payload_bytes_best(1);
  CHECK(outbox.next(Phase::normal, 1000)->payload.size() == payload_bytes_least);
}

TEST_CASE("each phase has its own queue") {
  Outbox outbox{200};
  outbox.add(Phase::normal, message(300, 1));
  outbox.add(Phase::synchronising, message(40, 2));
  CHECK(next(outbox).lengths == Lengths{190});
  const Parsed sync = next(outbox, Phase::synchronising);
  CHECK(sync.lengths == Lengths{40});
  CHECK(sync.continuation == 0);
  CHECK(sync.fragmented == 0);
  CHECK(outbox.waiting_frames(Phase::synchronising) == 0);
  CHECK(next(outbox).continuation == 1);
}

TEST_CASE("a frame is safe if any piece in it is of a safe message") {
  Outbox outbox{200};
  outbox.add(Phase::normal, message(150));
  outbox.add(Phase::normal, message(100, 0, Guarantee::safe));
  outbox.add(Phase::normal, message(150));
  CHECK(outbox.next(Phase::normal, bytes_max)->guarantee == Guarantee::safe);    // agreed and a head of the safe one
  CHECK(outbox.next(Phase::normal, bytes_max)->guarantee == Guarantee::safe);    // its tail
  CHECK(outbox.next(Phase::normal, bytes_max)->guarantee == Guarantee::agreed);  // the tail of the agreed one
}

TEST_CASE("a view without restart: the tail goes alone, in each phase") {
  for (Phase phase : {Phase::synchronising, Phase::normal}) {
    Outbox outbox{200};
    outbox.add(phase, message(500));
    outbox.add(phase, message(10));
    static_cast<void>(next(outbox, phase));
    outbox.view_installed(false);
    CHECK(outbox.waiting_frames(phase) == 3);
    const Parsed middle = next(outbox, phase);
    CHECK(middle.lengths == Lengths{190});
    CHECK(middle.continuation == 1);
    CHECK(middle.fragmented == 2);
    outbox.view_installed(false);  // again, as in a storm of views
    const Parsed tail = next(outbox, phase);
    CHECK(tail.lengths == Lengths{120});
    CHECK(tail.continuation == 2);
    CHECK(tail.fragmented == 0);
    CHECK(outbox.waiting_frames(phase) == 1);
    const Parsed follower = next(outbox, phase);
    CHECK(follower.lengths == Lengths{10});
    CHECK(follower.continuation == 0);
  }
}

TEST_CASE("a tail is alone for one message only") {
  Outbox outbox{200};
  outbox.add(Phase::normal, message(300));
  static_cast<void>(next(outbox));
  outbox.view_installed(false);
  static_cast<void>(next(outbox));
  outbox.add(Phase::normal, message(300));
  outbox.add(Phase::normal, message(10));
  static_cast<void>(next(outbox));
  CHECK(next(outbox).lengths == Lengths{110, 10});
}

TEST_CASE("a view with restart: the unfinished message begins again") {
  Outbox outbox{200};
  outbox.add(Phase::normal, message(250));
  outbox.add(Phase::normal, message(10));
  const Parsed before = next(outbox);
  outbox.view_installed(true);
  CHECK(outbox.waiting_bytes(Phase::normal) == 260);
  const Parsed again = next(outbox);
  CHECK(again.continuation == 0);
  CHECK(again.fragmented == 1);
  CHECK(again.data == before.data);
  CHECK(next(outbox).lengths == Lengths{60, 10});
}

TEST_CASE("a restart takes back that the tail would go alone") {
  Outbox outbox{200};
  outbox.add(Phase::normal, message(250));
  outbox.add(Phase::normal, message(10));
  static_cast<void>(next(outbox));
  outbox.view_installed(false);
  outbox.view_installed(true);
  static_cast<void>(next(outbox));
  CHECK(next(outbox).lengths == Lengths{60, 10});
}

TEST_CASE("a view changes nothing for messages that were not begun") {
  Outbox outbox{200};
  outbox.add(Phase::normal, message(50));
  outbox.add(Phase::normal, message(60));
  outbox.view_installed(false);
  CHECK(next(outbox).lengths == Lengths{50, 60});
}
