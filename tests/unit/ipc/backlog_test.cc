#include "ipc/backlog.h"

#include <doctest/doctest.h>

#include <vector>

namespace rondel::ipc {

TEST_CASE("a backlog keeps order and knows what it holds") {
  Backlog backlog;
  const std::vector<std::byte> head(3, std::byte{1}), long_head(300, std::byte{2});
  const Payload body = Payload::copy(std::vector<std::byte>(1000, std::byte{9}));
  CHECK(backlog.empty());
  backlog.push(head, body);
  backlog.push(head, {});
  backlog.push(long_head, body);
  CHECK(backlog.events() == 3);
  CHECK(backlog.bytes() == 3 * sizeof(Backlog::Event) + 1000 + 1300);
  CHECK(backlog.front().size() == 1003);
  CHECK(backlog.front().body().view().data() == body.view().data());  // not copied
  backlog.pop();
  CHECK(backlog.front().size() == 3);
  backlog.pop();
  const Payload whole = backlog.front().joined();
  REQUIRE(whole.size() == 1300);
  CHECK(whole.view()[299] == std::byte{2});
  CHECK(whole.view()[300] == std::byte{9});
  backlog.pop();
  CHECK(backlog.empty());
  CHECK(backlog.bytes() == 0);
}

TEST_CASE("small events are charged for their keeping") {
  Backlog backlog;
  for (int i = 0; i < 1000; ++i) backlog.push({}, {});
  CHECK(backlog.bytes() >= 200'000);
  backlog.clear();
  CHECK(backlog.bytes() == 0);
}

}  // namespace rondel::ipc
