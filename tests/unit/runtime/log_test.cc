#include "runtime/log.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "temporary_directory.h"

namespace rondel::runtime {
namespace {

LogOptions to_file(const TemporaryDirectory& directory) {
  LogOptions options;
  options.to_stderr.enabled = false;
  options.to_syslog.enabled = false;
  options.to_file = {true, LogLevel::info};
  options.file = directory.file("log");
  options.timestamp = LogOptions::Timestamp::off;
  return options;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_CASE("a line carries level and subsystem, and what is below the threshold is left out") {
  const TemporaryDirectory directory;
  {
    Log log{"rondel-test"};
    REQUIRE(log.configure(to_file(directory)));
    log.line(LogLevel::notice, "TOTEM", "a new view ring=1.5");
    log.line(LogLevel::warning, "CPG", "a slow client");
    log.line(LogLevel::debug, "CPG", "details");
  }
  const std::string text = directory.read("log");
  CHECK(has(text, "notice  [TOTEM ] a new view ring=1.5\n"));
  CHECK(has(text, "warning [CPG   ] a slow client\n"));
  CHECK(!has(text, "details"));
}

TEST_CASE("debug lowers every threshold") {
  const TemporaryDirectory directory;
  {
    Log log{"rondel-test"};
    LogOptions options = to_file(directory);
    options.debug = true;
    REQUIRE(log.configure(options));
    log.line(LogLevel::debug, "CPG", "details");
  }
  CHECK(has(directory.read("log"), "details\n"));
}

TEST_CASE("a subsystem may be more and less talkative than the others") {
  const TemporaryDirectory directory;
  {
    Log log{"rondel-test"};
    LogOptions options = to_file(directory);
    options.subsystems["CPG"] = {LogLevel::debug, LogLevel::debug, LogLevel::debug};
    options.subsystems["KNET"] = {LogLevel::err, LogLevel::err, LogLevel::err};
    REQUIRE(log.configure(options));
    log.line(LogLevel::debug, "CPG", "cpg details");
    log.line(LogLevel::notice, "KNET", "knet notice");
    log.line(LogLevel::err, "KNET", "knet error");
    log.line(LogLevel::debug, "TOTEM", "totem details");
    log.line(LogLevel::info, "TOTEM", "totem info");
  }
  const std::string text = directory.read("log");
  CHECK(has(text, "[CPG   ] cpg details\n"));
  CHECK(!has(text, "knet notice"));
  CHECK(has(text, "[KNET  ] knet error\n"));
  CHECK(!has(text, "totem details"));
  CHECK(has(text, "[TOTEM ] totem info\n"));
}

TEST_CASE("text from outside stays on one line and means nothing to printf") {
  const TemporaryDirectory directory;
  {
    Log log{"rondel-test"};
    REQUIRE(log.configure(to_file(directory)));
    log.line(LogLevel::notice, "CPG", "group 'x\nerror [MAIN] %s%n \x1b[31m'");
    log.line(LogLevel::notice, "CPG", std::string(100'000, 'y'));
  }
  const std::string text = directory.read("log");
  CHECK(has(text, "group 'x?error [MAIN] %s%n ?[31m'\n"));
  CHECK(text.size() < 5'000);
}

TEST_CASE("a thread that writes loses no line at the end") {
  const TemporaryDirectory directory;
  // In a child: libqb 2.0.6 frees its thread's lock twice when a process ends its log a second time.
  const pid_t child = ::fork();
  if (child == 0) {
    {
      Log log{"rondel-test"};
      if (!log.configure(to_file(directory)) || !log.start_thread()) ::_exit(1);
      for (int i = 0; i < 100; ++i) log.line(LogLevel::notice, "MAIN", "line " + std::to_string(i));
    }
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  const std::string text = directory.read("log");
  for (int i = 0; i < 100; ++i) CHECK(has(text, "line " + std::to_string(i) + "\n"));
}

TEST_CASE("after logrotate moved the file away, reopening writes a new one") {
  const TemporaryDirectory directory;
  {
    Log log{"rondel-test"};
    REQUIRE(log.configure(to_file(directory)));
    log.line(LogLevel::notice, "MAIN", "before");
    std::filesystem::rename(directory.file("log"), directory.file("log.1"));
    REQUIRE(log.reopen());
    log.line(LogLevel::notice, "MAIN", "after");
  }
  CHECK(has(directory.read("log.1"), "before"));
  CHECK(!has(directory.read("log.1"), "after"));
  CHECK(has(directory.read("log"), "after"));
}

TEST_CASE("a file that can't be opened is an error, and the old file stays in use") {
  const TemporaryDirectory directory;
  {
    Log log{"rondel-test"};
    REQUIRE(log.configure(to_file(directory)));
    LogOptions broken = to_file(directory);
    broken.file = directory.file("missing/log");
    const Result<void> configured = log.configure(broken);
    REQUIRE(!configured);
    CHECK(has(configured.error().text, "missing/log': No such file"));
    log.line(LogLevel::notice, "MAIN", "still here");
  }
  CHECK(has(directory.read("log"), "still here"));
}

TEST_CASE("an unknown facility is an error") {
  const TemporaryDirectory directory;
  Log log{"rondel-test"};
  LogOptions options = to_file(directory);
  options.facility = "kitchen";
  CHECK(!log.configure(options));
}

TEST_CASE("lines have corosync's shape with and without a time") {
  CHECK(log_formats(LogOptions::Timestamp::off).stderr_line == "%7p [%6g] %b");
  CHECK(log_formats(LogOptions::Timestamp::on).stderr_line == "%t %7p [%6g] %b");
  CHECK(log_formats(LogOptions::Timestamp::hires).file_line == "%T [%P] %H %N %7p [%6g] %b");
}

}  // namespace
}  // namespace rondel::runtime
