#include "link/send_queue.h"

#include <doctest/doctest.h>

#include <vector>

#include "packets.h"

using namespace rondel;
using namespace rondel::link;

namespace {

// The first bytes of what waits, in order; empties the queue.
std::vector<int> marks(SendQueue& queue) {
  std::vector<int> result;
  for (; !queue.empty(); queue.pop()) result.push_back(std::to_integer<int>(queue.front().body().view()[0]));
  return result;
}

Packet marked(std::uint8_t mark, std::size_t size) {
  return Packet{Payload::copy(std::vector<std::byte>(size, static_cast<std::byte>(mark)))};
}

}  // namespace

TEST_CASE("packets leave in the order they came") {
  SendQueue queue{1000};
  queue.add(marked(1, 100), true);
  queue.add(marked(2, 50), false);
  queue.add(marked(3, 100), true);
  CHECK(queue.bytes() == 250);
  CHECK(marks(queue) == std::vector{1, 2, 3});
  CHECK(queue.bytes() == 0);
  CHECK(queue.dropped() == 0);
}

TEST_CASE("exactly full loses nothing, a byte more the oldest packet to all") {
  SendQueue queue{300};
  queue.add(marked(1, 100), true);
  queue.add(marked(2, 100), true);
  queue.add(marked(3, 100), true);
  CHECK(queue.dropped() == 0);
  queue.add(marked(4, 1), true);
  CHECK(queue.dropped() == 1);
  CHECK(queue.bytes() == 201);
  CHECK(marks(queue) == std::vector{2, 3, 4});
}

TEST_CASE("a token outlives all frames around it") {
  SendQueue queue{300};
  queue.add(marked(1, 100), false);
  for (std::uint8_t mark = 2; mark < 20; ++mark) queue.add(marked(mark, 100), true);
  CHECK(marks(queue) == std::vector{1, 18, 19});
  CHECK(queue.dropped() == 16);
}

TEST_CASE("with nothing but tokens the oldest goes") {
  SendQueue queue{200};
  for (std::uint8_t mark = 1; mark < 5; ++mark) queue.add(marked(mark, 100), false);
  CHECK(marks(queue) == std::vector{3, 4});
}

TEST_CASE("one packet longer than the bound is kept") {
  SendQueue queue{10};
  queue.add(marked(1, 5), true);
  queue.add(marked(2, 100), true);
  CHECK(marks(queue) == std::vector{2});
  queue.add(marked(3, 5), true);
  queue.clear();
  CHECK(queue.empty());
  CHECK(queue.bytes() == 0);
}
