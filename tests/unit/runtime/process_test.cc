#include "runtime/process.h"

#include <doctest/doctest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "temporary_directory.h"

namespace rondel::runtime {
namespace {

// Runs in a child, since it changes the process: 0 if all is as it should be.
template <typename Body>
int in_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

TEST_CASE("a directory is made if only it is missing") {
  const TemporaryDirectory directory;
  CHECK(prepare_directory(directory.file("state")));
  CHECK(std::filesystem::is_directory(directory.file("state")));
  CHECK(prepare_directory(directory.file("state")));
  CHECK(!prepare_directory(directory.file("a/b")));
  directory.write("file", "");
  const Result<void> file = prepare_directory(directory.file("file"));
  REQUIRE(!file);
  CHECK(file.error().text.find("isn't a directory") != std::string::npos);
}

TEST_CASE("realtime is either on afterwards, or its refusal is told in one sentence") {
  CHECK(in_child([] {
          const auto refused = choose_scheduling({.move_to_root_cgroup = CgroupMove::no});
          const bool realtime = ::sched_getscheduler(0) == SCHED_RR;
          return realtime == refused.empty() && refused.size() <= 1 ? 0 : 1;
        }) == 0);
}

TEST_CASE("without realtime the scheduling class stays and the nice value is set") {
  CHECK(in_child([] {
          ::setpgid(0, 0);
          const auto refused = choose_scheduling({.realtime = false, .nice = 5});
          return refused.empty() && ::sched_getscheduler(0) == SCHED_OTHER && ::getpriority(PRIO_PROCESS, 0) == 5 ? 0
                                                                                                                  : 1;
        }) == 0);
}

TEST_CASE("detached streams read nothing and swallow everything") {
  CHECK(in_child([] {
          if (!detach_standard_streams()) return 1;
          char byte = 0;
          if (::read(STDIN_FILENO, &byte, 1) != 0) return 2;
          return ::write(STDERR_FILENO, "x", 1) == 1 ? 0 : 3;
        }) == 0);
}

TEST_CASE("in the background the process leads a session of its own") {
  CHECK(in_child([] {
          int fds[2];
          if (::pipe(fds) != 0) return 1;
          const pid_t middle = ::fork();
          if (middle == 0) {
            if (!fork_to_background()) ::_exit(1);
            const char leads = ::getsid(0) == ::getpid() ? 'y' : 'n';
            ::_exit(::write(fds[1], &leads, 1) == 1 ? 0 : 1);
          }
          int status = 0;
          if (::waitpid(middle, &status, 0) != middle || status != 0) return 2;
          char leads = 0;
          return ::read(fds[0], &leads, 1) == 1 && leads == 'y' ? 0 : 3;
        }) == 0);
}

}  // namespace
}  // namespace rondel::runtime
