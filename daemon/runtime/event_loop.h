// EventLoop: the one thread that runs our code, over libqb's qb_loop. The only place with a clock and epoll.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/time.h"

struct qb_loop;

namespace rondel::runtime {

// The monotonic clock, as the pure modules want it.
[[nodiscard]] Time now();
// Milliseconds since 1970 by the system's clock, for people.
[[nodiscard]] std::int64_t wall_clock_ms();

enum class Priority : std::uint8_t { low, medium, high };

class EventLoop {
 public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  using FdHandler = std::function<void(short revents)>;
  // Calls the handler whenever poll(2)'s `events` are there. One handler per descriptor.
  void watch(int fd, short events, Priority, FdHandler);
  void change(int fd, short events);
  void unwatch(int fd);

  using TimerId = std::uint64_t;
  // Once, at `when` or soon after. A time that has passed: on the next turn.
  TimerId at(Time when, std::function<void()>);
  void cancel(TimerId);  // of one that has fired already: nothing

  // Once, on the next turn; from any thread, and wakes the loop.
  void post(std::function<void()>);
  void on_signal(int signal, std::function<void()>);

  void run();  // until stop()
  void stop();

  [[nodiscard]] qb_loop* native();  // for libraries that register themselves (qb_ipcs)

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rondel::runtime
