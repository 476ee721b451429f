#include "engine/window.h"

#include <doctest/doctest.h>

using rondel::Sequence;
using rondel::engine::Frame;
using rondel::engine::FramePtr;
using rondel::engine::Window;
using rondel::engine::window_slots_max;

namespace {

FramePtr numbered(std::uint32_t number) {
  auto frame = std::make_shared<Frame>();
  frame->sequence = Sequence{number};
  return frame;
}

}  // namespace

TEST_CASE("a hole keeps aru back until it is filled") {
  Window window;
  CHECK(window.insert(numbered(1)));
  CHECK(window.insert(numbered(3)));
  CHECK(window.aru() == Sequence{1});
  CHECK(window.high_received() == Sequence{3});
  CHECK_FALSE(window.complete());
  CHECK(window.insert(numbered(2)));
  CHECK(window.aru() == Sequence{3});
  CHECK(window.complete());
}

TEST_CASE("a frame is stored once and found by its number") {
  Window window;
  const FramePtr first = numbered(1);
  CHECK(window.insert(first));
  CHECK_FALSE(window.insert(numbered(1)));
  CHECK(window.find(Sequence{1}) == first);
  CHECK(window.find(Sequence{2}) == nullptr);
}

TEST_CASE("numbers before the window and behind its last slot are refused") {
  Window window;
  CHECK_FALSE(window.insert(numbered(0)));
  CHECK(window.insert(numbered(window_slots_max)));
  CHECK_FALSE(window.insert(numbered(window_slots_max + 1)));
}

TEST_CASE("released frames are gone and their numbers refused") {
  Window window;
  for (std::uint32_t i = 1; i <= 3; ++i) CHECK(window.insert(numbered(i)));
  window.release(Sequence{2});
  CHECK(window.released() == Sequence{2});
  CHECK(window.find(Sequence{2}) == nullptr);
  CHECK_FALSE(window.insert(numbered(2)));
  CHECK(window.find(Sequence{3}) != nullptr);
}

TEST_CASE("nothing behind a hole is released") {
  Window window;
  CHECK(window.insert(numbered(1)));
  CHECK(window.insert(numbered(3)));
  window.release(Sequence{3});
  CHECK(window.released() == Sequence{1});
  CHECK(window.find(Sequence{3}) != nullptr);
}

TEST_CASE("misses are counted for each hole and forgotten when it fills") {
  Window window;
  CHECK(window.insert(numbered(3)));
  CHECK(window.note_miss(Sequence{1}) == 1);
  CHECK(window.note_miss(Sequence{1}) == 2);
  CHECK(window.note_miss(Sequence{2}) == 1);
  CHECK(window.note_miss(Sequence{7}) == 1);
  CHECK(window.insert(numbered(7)));
}

TEST_CASE("the window goes on where numbers wrap") {
  Window window{Sequence{0xfffffffe}};
  CHECK(window.insert(numbered(0xffffffff)));
  CHECK(window.insert(numbered(1)));
  CHECK(window.aru() == Sequence{0xffffffff});
  CHECK(window.insert(numbered(0)));
  CHECK(window.aru() == Sequence{1});
  window.release(Sequence{0});
  CHECK(window.released() == Sequence{0});
  CHECK(window.find(Sequence{1}) != nullptr);
}

TEST_CASE("the bytes of what is there are counted until it is freed") {
  Window window;
  CHECK(window.bytes() == 0);
  CHECK(window.insert(numbered(1)));
  const std::size_t one = window.bytes();
  CHECK(one >= 45);
  CHECK(window.insert(numbered(3)));
  CHECK_FALSE(window.insert(numbered(3)));
  CHECK(window.bytes() == 2 * one);
  window.release(Sequence{1});
  CHECK(window.bytes() == one);
  CHECK(window.insert(numbered(2)));
  window.release(Sequence{3});
  CHECK(window.bytes() == 0);
}

TEST_CASE("the next frame that is there is found behind holes") {
  Window window;
  CHECK(window.next_held(Sequence{0}) == nullptr);
  CHECK(window.insert(numbered(2)));
  CHECK(window.insert(numbered(7)));
  CHECK(window.next_held(Sequence{0})->sequence == Sequence{2});
  CHECK(window.next_held(Sequence{2})->sequence == Sequence{7});
  CHECK(window.next_held(Sequence{7}) == nullptr);
}
