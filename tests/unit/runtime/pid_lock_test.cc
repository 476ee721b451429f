#include "runtime/pid_lock.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "temporary_directory.h"

namespace rondel::runtime {
namespace {

// fcntl's locks are a process's: whether it is refused must be asked in another one.
int refused_in_child(const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = PidLock::take(path);
    if (lock) ::_exit(0);
    ::_exit(lock.error().failure == PidLock::Failure::already_running ? 18 : 17);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WEXITSTATUS(status);
}

TEST_CASE("the lock is held until it goes out of scope, and then the file is gone") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("daemon.pid");
  {
    const auto lock = PidLock::take(path);
    REQUIRE(lock);
    CHECK(refused_in_child(path) == 18);
    // Last, since closing any descriptor of the file gives the lock up (fcntl(2)).
    CHECK(directory.read("daemon.pid") == std::to_string(::getpid()) + "\n");
  }
  CHECK(!std::filesystem::exists(path));
  CHECK(refused_in_child(path) == 0);
}

TEST_CASE("what a dead daemon left is taken over") {
  const TemporaryDirectory directory;
  directory.write("daemon.pid", "1234567890\n");
  const auto lock = PidLock::take(directory.file("daemon.pid"));
  REQUIRE(lock);
  CHECK(directory.read("daemon.pid") == std::to_string(::getpid()) + "\n");
}

TEST_CASE("a file that can't be made is another failure than a running daemon") {
  const TemporaryDirectory directory;
  const auto lock = PidLock::take(directory.file("missing/daemon.pid"));
  REQUIRE(!lock);
  CHECK(lock.error().failure == PidLock::Failure::file);
  CHECK(lock.error().text.find("No such file") != std::string::npos);
}

}  // namespace
}  // namespace rondel::runtime
