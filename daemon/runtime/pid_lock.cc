#include "runtime/pid_lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace rondel::runtime {

namespace {

tl::unexpected<PidLock::Refusal> refuse(PidLock::Failure failure, std::string text) {
  return tl::make_unexpected(PidLock::Refusal{failure, std::move(text)});
}

tl::unexpected<PidLock::Refusal> failed(const char* what, const std::string& path, int number) {
  return refuse(PidLock::Failure::file,
                fmt::format("can't {} the pid file '{}': {}", what, path, std::strerror(number)));
}

}  // namespace

tl::expected<PidLock, PidLock::Refusal> PidLock::take(const std::string& path) {
  UniqueFd file{::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0640)};
  if (!file) return failed("create", path, errno);

  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(file.get(), F_SETLK, &whole) != 0) {
    const int number = errno;
    if (number != EAGAIN && number != EACCES) return failed("lock", path, number);
    struct flock holder = whole;
    static_cast<void>(::fcntl(file.get(), F_GETLK, &holder));
    return refuse(Failure::already_running,
                  fmt::format("another daemon is already running: pid={} holds '{}'", holder.l_pid, path));
  }

  const std::string content = fmt::format("{}\n", ::getpid());
  if (::ftruncate(file.get(), 0) != 0) return failed("empty", path, errno);
  const ssize_t wrote = ::write(file.get(), content.data(), content.size());
  if (wrote < 0) return failed("write", path, errno);
  if (static_cast<std::size_t>(wrote) != content.size()) return failed("write", path, ENOSPC);
  return PidLock{path, std::move(file)};
}

PidLock::~PidLock() {
  if (file_) ::unlink(path_.c_str());
}

}  // namespace rondel::runtime
