#include "runtime/event_loop.h"

#include <doctest/doctest.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/unique_fd.h"

namespace rondel::runtime {
namespace {

using std::chrono_literals::operator""ms;

struct Pipe {
  Pipe() {
    int fds[2];
    REQUIRE(::pipe(fds) == 0);
    out.reset(fds[0]);
    in.reset(fds[1]);
  }
  UniqueFd out, in;
};

TEST_CASE("timers run in the order of their times, not before and soon after") {
  EventLoop loop;
  std::string order;
  const Time start = now();
  loop.at(start + 30ms, [&] { order += 'c', loop.stop(); });
  loop.at(start + 10ms, [&] {
    order += 'b';
    CHECK(now() >= start + 10ms);
    CHECK(now() < start + 25ms);
  });
  loop.at(start - 10ms, [&] { order += 'a'; });
  loop.run();
  CHECK(order == "abc");
}

TEST_CASE("a cancelled timer never runs, and cancelling one that ran does nothing") {
  EventLoop loop;
  int ran = 0;
  const auto first = loop.at(now() + 5ms, [&] { ran += 1; });
  const auto second = loop.at(now() + 5ms, [&] { ran += 10; });
  loop.cancel(second);
  loop.at(now() + 20ms, [&] {
    loop.cancel(first);
    loop.stop();
  });
  loop.run();
  CHECK(ran == 1);
}

TEST_CASE("a hundred turns that each post the next do not wait for anything") {
  EventLoop loop;
  int turns = 0;
  std::function<void()> turn = [&] {
    if (++turns < 100) return loop.post(turn);
    loop.stop();
  };
  loop.post(turn);
  const Time start = now();
  loop.run();
  CHECK(turns == 100);
  CHECK(now() - start < std::chrono::seconds{2});  // with qb_loop's jobs: 50 ms each
}

TEST_CASE("what is to be done soon is done on the next turn, also from inside a handler") {
  EventLoop loop;
  std::vector<int> order;
  loop.post([&] {
    loop.post([&] {
      order.push_back(2);
      loop.stop();
    });
    order.push_back(1);
  });
  loop.run();
  CHECK(order == std::vector{1, 2});
}

TEST_CASE("other threads' posts arrive in their order and wake a sleeping loop") {
  EventLoop loop;
  std::vector<int> order;
  std::thread thread{[&] {
    for (int i = 0; i < 1000; ++i) loop.post([&order, i] { order.push_back(i); });
    loop.post([&] { loop.stop(); });
  }};
  loop.run();
  thread.join();
  REQUIRE(order.size() == 1000);
  for (int i = 0; i < 1000; ++i) CHECK(order[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("a handler may unwatch its own descriptor, and watch it again") {
  EventLoop loop;
  const Pipe pipe;
  int calls = 0;
  const EventLoop::FdHandler second = [&](short revents) {
    CHECK((revents & POLLIN) != 0);
    ++calls;
    loop.unwatch(pipe.out.get());
    loop.at(now() + 10ms, [&] { loop.stop(); });
  };
  loop.watch(pipe.out.get(), POLLIN, Priority::medium, [&](short) {
    ++calls;
    loop.unwatch(pipe.out.get());
    loop.watch(pipe.out.get(), POLLIN, Priority::low, second);
  });
  REQUIRE(::write(pipe.in.get(), "x", 1) == 1);
  loop.run();
  CHECK(calls == 2);
}

TEST_CASE("a descriptor whose events are switched off stays silent until they are on again") {
  EventLoop loop;
  const Pipe pipe;
  int calls = 0;
  loop.watch(pipe.out.get(), POLLIN, Priority::high, [&](short) {
    ++calls;
    loop.stop();
  });
  loop.change(pipe.out.get(), 0);
  REQUIRE(::write(pipe.in.get(), "x", 1) == 1);
  loop.at(now() + 10ms, [&] {
    CHECK(calls == 0);
    loop.change(pipe.out.get(), POLLIN);
  });
  loop.run();
  CHECK(calls == 1);
}

TEST_CASE("a signal reaches its handler in the loop") {
  EventLoop loop;
  bool seen = false;
  loop.on_signal(SIGUSR1, [&] {
    seen = true;
    loop.stop();
  });
  loop.post([] { ::kill(::getpid(), SIGUSR1); });
  loop.run();
  CHECK(seen);
}

TEST_CASE("a stop before the run ends it at once") {
  EventLoop loop;
  loop.stop();
  loop.run();
  CHECK(true);
}

}  // namespace
}  // namespace rondel::runtime
