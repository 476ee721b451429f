// groupcheck: the C++ face against a daemon. Two groups in one process; prints one line and ends with 0, or says at
// which line something was not as promised.
#include <poll.h>

#include <cstdio>
#include <cstdlib>
#include <rondel/cluster.hh>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void check(bool fine, int line) {
  if (fine) return;
  std::printf("groupcheck: line %d\n", line);
  std::exit(1);
}
#define CHECK(condition) check(static_cast<bool>(condition), __LINE__)

std::string text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void nothing_without_join() {
  rondel::Group group;
  CHECK(group.fd() == -1);
  CHECK(group.send("x").code() == CS_ERR_BAD_HANDLE);
  CHECK(group.dispatch().code() == CS_ERR_BAD_HANDLE);
  CHECK(group.close().code() == CS_ERR_BAD_HANDLE);
  CHECK(!group.self());
  CHECK(group.join(std::string(129, 'x')).code() == CS_ERR_NAME_TOO_LONG);
}

void messages_and_views() {
  rondel::Group group;
  std::vector<std::string> messages;
  std::vector<rondel::View> views;
  rondel::Member self;
  group.on_message([&](const rondel::Message& message) {
    CHECK(message.sender == self);
    messages.push_back(text(message.bytes));
  });
  group.on_view([&](const rondel::View& view) { views.push_back(view); });
  CHECK(group.join("groupcheck"));
  self = *group.self();
  CHECK(group.join("groupcheck").code() == CS_ERR_EXIST);
  CHECK(group.dispatch(rondel::Wait::one));
  CHECK(views.size() == 1 && views[0].joined.size() == 1);
  CHECK(views[0].joined[0].reason == rondel::Reason::join && views[0].joined[0].member == *group.self());
  CHECK(group.members() == std::vector<rondel::Member>{*group.self()});

  for (const std::string word : {"one", "two", ""}) CHECK(group.send(word));
  while (messages.size() < 3) {
    pollfd ready{group.fd(), POLLIN, 0};
    CHECK(poll(&ready, 1, 5000) == 1);
    CHECK(group.dispatch());
  }
  CHECK((messages == std::vector<std::string>{"one", "two", ""}));
  CHECK(group.dispatch());  // nothing there is fine

  rondel::Group moved = std::move(group);  // the handlers' address is not the Group's
  CHECK(moved.send("three"));
  CHECK(moved.dispatch(rondel::Wait::one));
  CHECK(messages.back() == "three");
}

void an_exception_comes_out_of_dispatch() {
  rondel::Group group;
  int seen = 0;
  group.on_message([&](const rondel::Message&) {
    if (++seen == 1) throw std::runtime_error{"handler"};
  });
  CHECK(group.join("groupcheck2"));
  CHECK(group.send("a"));
  CHECK(group.send("b"));
  bool caught = false;
  while (seen < 2) {
    try {
      CHECK(group.dispatch(rondel::Wait::one));
    } catch (const std::runtime_error&) {
      caught = seen == 1;
    }
  }
  CHECK(caught);
}

void closing_in_a_handler_ends_the_dispatch() {
  rondel::Group group;
  group.on_message([&](const rondel::Message&) { CHECK(group.close()); });
  CHECK(group.join("groupcheck3"));
  CHECK(group.send("a"));
  CHECK(group.dispatch(rondel::Wait::ever));
  CHECK(group.members().empty());
  CHECK(group.join("groupcheck3"));  // and again
}

}  // namespace

int main() {
  nothing_without_join();
  messages_and_views();
  an_exception_comes_out_of_dispatch();
  closing_in_a_handler_ends_the_dispatch();
  std::puts("groupcheck: fine");
}
