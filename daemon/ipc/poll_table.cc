#include "ipc/poll_table.h"

#include <poll.h>
#include <sys/ioctl.h>

#include <cerrno>

#include "base/ensure.h"

namespace rondel::ipc {

namespace {

PollTable* the_table = nullptr;

int unread_bytes(int fd) {
  int bytes = 0;
  return ::ioctl(fd, FIONREAD, &bytes) == 0 ? bytes : 0;
}

}  // namespace

PollTable::PollTable(qb_loop* loop) : loop_{loop} {
  ENSURE(the_table == nullptr);
  the_table = this;
}

PollTable::~PollTable() { the_table = nullptr; }

qb_ipcs_poll_handlers PollTable::handlers() {
  qb_ipcs_poll_handlers made{};
  made.job_add = add_job;
  made.dispatch_add = add;
  made.dispatch_mod = modify;
  made.dispatch_del = remove;
  return made;
}

void PollTable::mute(const void* owner, bool muted) {
  const int fd = descriptor(owner);
  if (fd < 0) return;
  Watch& watch = *watches_.at(fd);
  if (watch.muted == muted) return;
  watch.muted = muted;
  if (!watch.hung_up) {
    apply(watch);
  } else if (!muted) {
    watch.hung_up = false;
    ::qb_loop_poll_add(loop_, watch.priority, fd, wanted(watch), &watch, ready);
  }
}

int PollTable::descriptor(const void* owner) const {
  const auto found = descriptors_.find(owner);
  return found == descriptors_.end() ? -1 : found->second;
}

std::int32_t PollTable::add(qb_loop_priority priority, std::int32_t fd, std::int32_t events, void* owner,
                            qb_ipcs_dispatch_fn_t dispatch) {
  ENSURE(the_table != nullptr);
  auto made = std::make_unique<Watch>();
  *made = {the_table, fd, priority, events, owner, dispatch};
  const std::int32_t result = ::qb_loop_poll_add(the_table->loop_, priority, fd, events, made.get(), ready);
  if (result < 0) return result;
  the_table->watches_[fd] = std::move(made);
  the_table->descriptors_[owner] = fd;
  return result;
}

std::int32_t PollTable::modify(qb_loop_priority priority, std::int32_t fd, std::int32_t events, void* owner,
                               qb_ipcs_dispatch_fn_t dispatch) {
  ENSURE(the_table != nullptr);
  const auto found = the_table->watches_.find(fd);
  if (found == the_table->watches_.end()) return -EBADF;
  Watch& watch = *found->second;
  watch.priority = priority;
  watch.events = events;
  if (watch.owner != owner) {
    the_table->descriptors_.erase(watch.owner);
    the_table->descriptors_[owner] = fd;
  }
  watch.owner = owner;
  watch.dispatch = dispatch;
  return watch.hung_up ? 0 : the_table->apply(watch);
}

std::int32_t PollTable::remove(std::int32_t fd) {
  if (the_table == nullptr) return 0;
  const auto found = the_table->watches_.find(fd);
  if (found == the_table->watches_.end()) return -EBADF;
  const bool hung_up = found->second->hung_up;
  const auto named = the_table->descriptors_.find(found->second->owner);
  if (named != the_table->descriptors_.end() && named->second == fd) the_table->descriptors_.erase(named);
  the_table->watches_.erase(found);
  return hung_up ? 0 : ::qb_loop_poll_del(the_table->loop_, fd);
}

std::int32_t PollTable::add_job(qb_loop_priority priority, void* data, qb_loop_job_dispatch_fn job) {
  ENSURE(the_table != nullptr);
  return ::qb_loop_job_add(the_table->loop_, priority, data, job);
}

int PollTable::wanted(const Watch& watch) { return watch.muted ? watch.events & ~POLLIN : watch.events; }

std::int32_t PollTable::apply(Watch& watch) {
  return ::qb_loop_poll_mod(loop_, watch.priority, watch.fd, wanted(watch), &watch, ready);
}

std::int32_t PollTable::ready(std::int32_t fd, std::int32_t revents, void* data) {
  auto& watch = *static_cast<Watch*>(data);
  if ((revents & POLLHUP) != 0) return watch.table->hang_up(watch, revents);
  return watch.dispatch(fd, revents, watch.owner);
}

// libqb would throw away what is still in the request ring. The watch may be gone after each call of its handler.
std::int32_t PollTable::hang_up(Watch& watch, std::int32_t revents) {
  const int fd = watch.fd;
  void* const owner = watch.owner;
  const qb_ipcs_dispatch_fn_t dispatch = watch.dispatch;
  const auto is_watched = [&] { return descriptor(owner) == fd; };
  for (int unread = unread_bytes(fd); unread > 0 && !watch.muted;) {
    const std::int32_t result = dispatch(fd, POLLIN, owner);
    if (result < 0 || !is_watched()) return result;
    const int left = unread_bytes(fd);
    if (left >= unread) break;
    unread = left;
  }
  if (watch.muted && unread_bytes(fd) > 0) {
    watch.hung_up = true;
    ::qb_loop_poll_del(loop_, fd);
    return 0;
  }
  return dispatch(fd, revents, owner);
}

}  // namespace rondel::ipc
