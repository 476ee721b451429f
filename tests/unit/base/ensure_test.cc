#include "base/ensure.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

namespace rondel {

namespace {

int words_to = -1;

void say(const char* what) { static_cast<void>(!::write(words_to, what, std::strlen(what))); }

void say_and_fail(const char* what) {
  say(what);
  ENSURE(what == nullptr);  // must not come back here
}

// What a process with this hook says when an ENSURE fails, and by what signal it ends.
std::string words_of_failure(EnsureHook hook, int& signal) {
  int pipe[2];
  REQUIRE(::pipe(pipe) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    words_to = pipe[1];
    std::freopen("/dev/null", "w", stderr);
    static_cast<void>(std::signal(SIGABRT, SIG_DFL));
    set_ensure_hook(hook);
    ENSURE(child != 0);
  }
  ::close(pipe[1]);
  std::string words(1000, '\0');
  std::size_t size = 0;
  for (;;) {
    const ssize_t got = ::read(pipe[0], words.data() + size, words.size() - size);
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  ::close(pipe[0]);
  words.resize(size);
  int status = 0;
  ::waitpid(child, &status, 0);
  signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return words;
}

}  // namespace

TEST_CASE("the hook hears once what failed, and the process stops") {
  for (const EnsureHook hook : {say, say_and_fail}) {
    int signal = 0;
    const std::string words = words_of_failure(hook, signal);
    CHECK(words.find("ensure_test.cc") != std::string::npos);
    CHECK(words.find("ENSURE(child != 0) failed") != std::string::npos);
    CHECK(words.find("nullptr") == std::string::npos);
    CHECK(signal == SIGABRT);
  }
}

TEST_CASE("without a hook it just stops") {
  int signal = 0;
  CHECK(words_of_failure(nullptr, signal).empty());
  CHECK(signal == SIGABRT);
}

}  // namespace rondel
