#include "runtime/process.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/unique_fd.h"

namespace rondel::runtime {

namespace {

// Where realtime may be refused to a control group, its root has a share (config.md 2.8).
Result<void> move_to_root_cgroup() {
  const bool version_1 = ::access("/sys/fs/cgroup/cpu/cpu.rt_runtime_us", F_OK) == 0;
  const char* path = version_1 ? "/sys/fs/cgroup/cpu/tasks" : "/sys/fs/cgroup/cgroup.procs";
  const UniqueFd file{::open(path, O_WRONLY | O_CLOEXEC)};
  if (!file) return error("can't open '{}': {}", path, std::strerror(errno));
  const std::string content = fmt::format("{}\n", ::getpid());
  if (::write(file.get(), content.data(), content.size()) < 0) {
    return error("can't write '{}': {}", path, std::strerror(errno));
  }
  return {};
}

int set_realtime(int priority) {
  sched_param parameters{};
  parameters.sched_priority = priority;
  return ::sched_setscheduler(0, SCHED_RR, &parameters) == 0 ? 0 : errno;
}

void set_nice(int value, std::vector<std::string>& refused) {
  if (::setpriority(PRIO_PGRP, 0, value) == 0) return;
  refused.push_back(fmt::format("can't set the nice value {}: {}", value, std::strerror(errno)));
}

}  // namespace

Result<void> fork_to_background() {
  const pid_t child = ::fork();
  if (child < 0) return error("can't fork: {}", std::strerror(errno));
  if (child > 0) ::_exit(EXIT_SUCCESS);
  ::setsid();  // fails only for a group leader, which a fresh child isn't
  return {};
}

Result<void> detach_standard_streams() {
  const UniqueFd null{::open("/dev/null", O_RDWR | O_CLOEXEC)};
  if (!null) return error("can't open '/dev/null': {}", std::strerror(errno));
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::dup2(null.get(), standard) < 0) return error("can't redirect to '/dev/null': {}", std::strerror(errno));
  }
  return {};
}

Result<void> prepare_directory(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) {
    return error("can't create the directory '{}': {}", path, std::strerror(errno));
  }
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return error("can't look at '{}': {}", path, std::strerror(errno));
  if (!S_ISDIR(found.st_mode)) return error("'{}' isn't a directory", path);
  if (::access(path.c_str(), W_OK | X_OK) != 0) return error("can't write to '{}': {}", path, std::strerror(errno));
  return {};
}

std::vector<std::string> choose_scheduling(const SchedulingOptions& options) {
  std::vector<std::string> refused;
  if (options.move_to_root_cgroup == CgroupMove::yes) {
    if (const Result<void> moved = move_to_root_cgroup(); !moved) {
      refused.push_back("not moved to the root control group: " + moved.error().text);
    }
  }
  if (!options.realtime) {
    if (options.nice) set_nice(*options.nice, refused);
    return refused;
  }
  const int priority = options.priority.value_or(::sched_get_priority_max(SCHED_RR));
  int failure = set_realtime(priority);
  if (failure != 0 && options.move_to_root_cgroup == CgroupMove::automatic && move_to_root_cgroup()) {
    failure = set_realtime(priority);
  }
  if (failure == 0) return refused;
  refused.push_back(fmt::format("no realtime scheduling, so other load on this machine may delay the ring: {}",
                                std::strerror(failure)));
  // As corosync does: the best that ordinary scheduling has, without a second complaint.
  static_cast<void>(::setpriority(PRIO_PGRP, 0, -20));
  return refused;
}

std::optional<std::string> lock_memory() {
  constexpr rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
  if (::setrlimit(RLIMIT_MEMLOCK, &unlimited) != 0) {
    return fmt::format("memory isn't locked, the limit can't be raised: {}", std::strerror(errno));
  }
  if (::mlockall(MCL_CURRENT | MCL_FUTURE) != 0) return fmt::format("memory isn't locked: {}", std::strerror(errno));
  return std::nullopt;
}

}  // namespace rondel::runtime
