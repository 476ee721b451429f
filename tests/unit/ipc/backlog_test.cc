#include "ipc/backlog.h"

#include <doctest/doctest.h>

#include <vector>

namespace rondel::ipc {

TEST_CASE("a backlog keeps order and knows what it holds") {
  Backlog backlog;
  const std::vector<std::byte> head(3, std::byte{1}), long_head(300, std::byte{2});
  const Payload body = Payload::copy(std::vector<std::byte>(20'000, std::byte{9}));
  CHECK(backlog.empty());
  backlog.push(head, body);
  backlog.push(head, {});
  backlog.push(long_head, body);
  CHECK(backlog.events() == 3);
  CHECK(backlog.bytes() == 3 * sizeof(Backlog::Event) + 20'000 + 20'300);
  CHECK(backlog.front().size() == 20'003);
  CHECK(backlog.front().body().view().data() == body.view().data());  // not copied
  backlog.pop();
  CHECK(backlog.front().size() == 3);
  backlog.pop();
  const Payload whole = backlog.front().joined();
  REQUIRE(whole.size() == 20'300);
  CHECK(whole.view()[299] == std::byte{2});
  CHECK(whole.view()[300] == std::byte{9});
  backlog.pop();
  CHECK(backlog.empty());
  CHECK(backlog.bytes() == 0);
}

TEST_CASE("a small event doesn't hold on to the frame that it came in") {
  Backlog backlog;
  const std::vector<std::byte> head(3, std::byte{1});
  const Payload frame = Payload::copy(std::vector<std::byte>(64'000, std::byte{9}));
  backlog.push(head, frame.part(1000, Backlog::copied_bytes_max));
  const Payload whole = backlog.front().joined();
  REQUIRE(whole.size() == 3 + Backlog::copied_bytes_max);
  CHECK(whole.view()[2] == std::byte{1});
  CHECK(whole.view()[3] == std::byte{9});
  CHECK(backlog.front().head().empty());
  CHECK(backlog.bytes() == sizeof(Backlog::Event) + whole.size());
  backlog.push(head, frame.part(1000, Backlog::copied_bytes_max + 1));
  backlog.pop();
  CHECK(backlog.front().body().view().data() == frame.view().data() + 1000);
}

TEST_CASE("small events are charged for their keeping") {
  Backlog backlog;
  for (int i = 0; i < 1000; ++i) backlog.push({}, {});
  CHECK(backlog.bytes() >= 200'000);
  backlog.clear();
  CHECK(backlog.bytes() == 0);
}

}  // namespace rondel::ipc
