// ReadWatch: tells when clients have read events, so that those which wait for room can follow. There is no message for
// that, but the kernel reports the server's end of a socket as writable anew each time that a client has taken a byte
// from it, as long as no more than a quarter of its buffer is left (qb.md 7.3): an edge, which libqb's loop can't ask
// for, so the sockets are in an epoll of their own. Trying again by a timer instead cost a core: qb_loop spins through
// a timer's last millisecond, so with one of a millisecond it never slept.
#pragma once

#include <cstdint>
#include <functional>

#include "base/unique_fd.h"
#include "runtime/event_loop.h"

namespace rondel::ipc {

class ReadWatch {
 public:
  using Handler = std::function<void(std::uint64_t id)>;

  // The loop must outlive it. The handler may add and remove.
  ReadWatch(runtime::EventLoop&, Handler);
  ~ReadWatch();
  ReadWatch(const ReadWatch&) = delete;
  ReadWatch& operator=(const ReadWatch&) = delete;

  // Tells of `id` at once if there is room, and from then on at each edge. False if the kernel refuses.
  [[nodiscard]] bool add(int socket, std::uint64_t id);
  void remove(int socket);  // of one that is closed or not here: nothing

 private:
  void ready();

  runtime::EventLoop& loop_;
  Handler handler_;
  UniqueFd edges_;
};

}  // namespace rondel::ipc
