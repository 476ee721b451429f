#include "ipc/read_watch.h"

#include <poll.h>
#include <sys/epoll.h>

#include <array>
#include <utility>

#include "base/ensure.h"

namespace rondel::ipc {

namespace {

constexpr int sockets_per_turn = 64;  // the rest comes with the next turn

}  // namespace

ReadWatch::ReadWatch(runtime::EventLoop& loop, Handler handler)
    : loop_{loop}, handler_{std::move(handler)}, edges_{::epoll_create1(EPOLL_CLOEXEC)} {
  ENSURE(static_cast<bool>(edges_));
  loop_.watch(edges_.get(), POLLIN, runtime::Priority::medium, [this](short) { ready(); });
}

ReadWatch::~ReadWatch() { loop_.unwatch(edges_.get()); }

bool ReadWatch::add(int socket, std::uint64_t id) {
  epoll_event edge{};
  edge.events = EPOLLOUT | EPOLLET;
  edge.data.u64 = id;
  return ::epoll_ctl(edges_.get(), EPOLL_CTL_ADD, socket, &edge) == 0;
}

void ReadWatch::remove(int socket) { static_cast<void>(::epoll_ctl(edges_.get(), EPOLL_CTL_DEL, socket, nullptr)); }

void ReadWatch::ready() {
  std::array<epoll_event, sockets_per_turn> found{};
  const int count = ::epoll_wait(edges_.get(), found.data(), sockets_per_turn, 0);
  for (int i = 0; i < count; ++i) handler_(found[static_cast<std::size_t>(i)].data.u64);
}

}  // namespace rondel::ipc
