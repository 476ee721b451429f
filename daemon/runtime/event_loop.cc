#include "runtime/event_loop.h"

#include <qb/qbloop.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ensure.h"
#include "base/unique_fd.h"

namespace rondel::runtime {

namespace {

qb_loop_priority native_priority(Priority priority) {
  if (priority == Priority::high) return QB_LOOP_HIGH;
  return priority == Priority::medium ? QB_LOOP_MED : QB_LOOP_LOW;
}

}  // namespace

Time now() {
  timespec at{};
  ::clock_gettime(CLOCK_MONOTONIC, &at);
  return Time{std::chrono::seconds{at.tv_sec} + std::chrono::nanoseconds{at.tv_nsec}};
}

std::int64_t wall_clock_ms() {
  timespec at{};
  ::clock_gettime(CLOCK_REALTIME, &at);
  return std::int64_t{at.tv_sec} * 1000 + at.tv_nsec / 1'000'000;
}

struct EventLoop::Parts {
  struct Watch {
    FdHandler handler;
    Priority priority = Priority::low;
  };
  struct Timer {
    Time when;
    std::function<void()> action;
  };

  qb_loop* loop = nullptr;
  // Shared with the call that runs, so that a handler may unwatch its own descriptor.
  std::map<int, std::shared_ptr<Watch>> watches;
  std::unordered_map<TimerId, Timer> timers;
  std::set<std::pair<Time, TimerId>> timers_by_time;
  TimerId last_timer = 0;
  UniqueFd alarm;  // a timerfd, set to the earliest timer
  std::optional<Time> alarm_at;
  std::map<int, std::function<void()>> signals;
  bool stopping = false;

  UniqueFd wakeup;  // an eventfd: readable while `posted` may hold something
  std::mutex posted_lock;
  std::vector<std::function<void()>> posted;

  static std::int32_t dispatch_fd(std::int32_t fd, std::int32_t revents, void* data);
  void set_alarm();
  void run_timers();
  static std::int32_t dispatch_signal(std::int32_t signal, void* data);
  void run_posted();
};

std::int32_t EventLoop::Parts::dispatch_fd(std::int32_t fd, std::int32_t revents, void* data) {
  auto* parts = static_cast<Parts*>(data);
  const auto found = parts->watches.find(fd);
  if (found == parts->watches.end()) return 0;
  const std::shared_ptr<Watch> watch = found->second;
  watch->handler(static_cast<short>(revents));
  return 0;  // a negative number would unwatch: that is done by name only
}

// Not over qb_loop's timers: it spins through the last millisecond before each.
void EventLoop::Parts::set_alarm() {
  const std::optional<Time> earliest =
      timers_by_time.empty() ? std::nullopt : std::optional{timers_by_time.begin()->first};
  if (earliest == alarm_at) return;
  alarm_at = earliest;
  itimerspec setting{};
  if (earliest) {
    // All zeros would disarm it.
    const auto nanoseconds = std::max<std::int64_t>(earliest->time_since_epoch().count(), 1);
    setting.it_value.tv_sec = nanoseconds / 1'000'000'000;
    setting.it_value.tv_nsec = nanoseconds % 1'000'000'000;
  }
  ENSURE(::timerfd_settime(alarm.get(), TFD_TIMER_ABSTIME, &setting, nullptr) == 0);
}

// The actions may set and cancel timers; what they set for a time that has passed is for the next turn.
void EventLoop::Parts::run_timers() {
  std::uint64_t count = 0;
  static_cast<void>(!::read(alarm.get(), &count, sizeof count));
  alarm_at.reset();
  const std::pair due{now(), last_timer};
  while (!timers_by_time.empty()) {
    const auto [when, id] = *timers_by_time.begin();
    if (when > due.first || id > due.second) break;
    timers_by_time.erase(timers_by_time.begin());
    const auto node = timers.extract(id);
    node.mapped().action();
  }
  set_alarm();
}

std::int32_t EventLoop::Parts::dispatch_signal(std::int32_t signal, void* data) {
  const auto* parts = static_cast<const Parts*>(data);
  const auto found = parts->signals.find(signal);
  if (found != parts->signals.end()) found->second();
  return 0;
}

void EventLoop::Parts::run_posted() {
  std::uint64_t count = 0;
  static_cast<void>(::read(wakeup.get(), &count, sizeof count));  // empty is fine: another turn took it
  std::vector<std::function<void()>> taken;
  {
    const std::lock_guard guard{posted_lock};
    taken.swap(posted);
  }
  for (const auto& action : taken) action();
}

EventLoop::EventLoop() : parts_{std::make_unique<Parts>()} {
  parts_->loop = ::qb_loop_create();
  ENSURE(parts_->loop != nullptr);
  parts_->wakeup.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  ENSURE(static_cast<bool>(parts_->wakeup));
  parts_->alarm.reset(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  ENSURE(static_cast<bool>(parts_->alarm));
  watch(parts_->alarm.get(), POLLIN, Priority::high, [this](short) { parts_->run_timers(); });
  watch(parts_->wakeup.get(), POLLIN, Priority::high, [this](short) { parts_->run_posted(); });
}

EventLoop::~EventLoop() {
  while (!parts_->watches.empty()) unwatch(parts_->watches.begin()->first);
  ::qb_loop_destroy(parts_->loop);
}

void EventLoop::watch(int fd, short events, Priority priority, FdHandler handler) {
  const bool added =
      parts_->watches.emplace(fd, std::make_shared<Parts::Watch>(Parts::Watch{std::move(handler), priority})).second;
  ENSURE(added);
  ENSURE(::qb_loop_poll_add(parts_->loop, native_priority(priority), fd, events, parts_.get(), &Parts::dispatch_fd) ==
         0);
}

void EventLoop::change(int fd, short events) {
  const auto found = parts_->watches.find(fd);
  ENSURE(found != parts_->watches.end());
  ENSURE(::qb_loop_poll_mod(parts_->loop, native_priority(found->second->priority), fd, events, parts_.get(),
                            &Parts::dispatch_fd) == 0);
}

void EventLoop::unwatch(int fd) {
  if (parts_->watches.erase(fd) != 0) ::qb_loop_poll_del(parts_->loop, fd);
}

EventLoop::TimerId EventLoop::at(Time when, std::function<void()> action) {
  const TimerId id = ++parts_->last_timer;
  parts_->timers.emplace(id, Parts::Timer{when, std::move(action)});
  parts_->timers_by_time.emplace(when, id);
  parts_->set_alarm();
  return id;
}

void EventLoop::cancel(TimerId id) {
  const auto found = parts_->timers.find(id);
  if (found == parts_->timers.end()) return;
  parts_->timers_by_time.erase({found->second.when, id});
  parts_->timers.erase(found);
  parts_->set_alarm();
}

// Not over qb_loop's jobs: with one of them waiting it sleeps up to 50 ms before it looks again.
void EventLoop::post(std::function<void()> action) {
  {
    const std::lock_guard guard{parts_->posted_lock};
    parts_->posted.push_back(std::move(action));
  }
  const std::uint64_t one = 1;
  // Fails only when the counter is full: then the loop is awake anyway.
  static_cast<void>(!::write(parts_->wakeup.get(), &one, sizeof one));
}

void EventLoop::on_signal(int signal, std::function<void()> action) {
  const bool known = parts_->signals.contains(signal);
  parts_->signals[signal] = std::move(action);
  if (known) return;
  qb_loop_signal_handle handle = nullptr;
  ENSURE(::qb_loop_signal_add(parts_->loop, QB_LOOP_HIGH, signal, parts_.get(), &Parts::dispatch_signal, &handle) == 0);
}

void EventLoop::run() {
  if (std::exchange(parts_->stopping, false)) return;
  ::qb_loop_run(parts_->loop);
  parts_->stopping = false;
}

void EventLoop::stop() {
  parts_->stopping = true;
  ::qb_loop_stop(parts_->loop);
}

qb_loop* EventLoop::native() { return parts_->loop; }

}  // namespace rondel::runtime
