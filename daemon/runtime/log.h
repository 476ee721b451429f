// Log: lines for the administrator, over libqb's qb_log, whose own messages go the same way. One process, one log:
// qb_log keeps its state in globals.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"

namespace rondel::runtime {

// In syslog's order and with its numbers.
enum class LogLevel : std::uint8_t { emerg, alert, crit, err, warning, notice, info, debug };

struct LogOptions {
  struct Target {
    bool enabled = false;
    LogLevel threshold = LogLevel::info;
  };
  // Thresholds of a subsystem that has its own.
  struct Subsystem {
    LogLevel to_stderr = LogLevel::info;
    LogLevel to_file = LogLevel::info;
    LogLevel to_syslog = LogLevel::info;
  };
  enum class Timestamp : std::uint8_t { off, on, hires };  // none, seconds, milliseconds

  Target to_stderr{true, LogLevel::info};
  Target to_file;
  Target to_syslog{true, LogLevel::info};
  std::string file;
  std::string facility = "daemon";
  bool debug = false;  // every threshold is debug
  bool trace = false;  // and libqb's tracing on top
  Timestamp timestamp = Timestamp::hires;
  std::map<std::string, Subsystem, std::less<>> subsystems;  // by upper case name
  std::string ident = "rondeld";
};

class Log {
 public:
  // Until configure() only errors and worse are written, to standard error.
  explicit Log(const std::string& ident);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  // Takes the options over, at start and at a reload. After an error the old ones stand.
  Result<void> configure(const LogOptions&);
  // From here on a thread writes to syslog and file, so that neither can hold up the ring. After the last fork, and
  // after the scheduling class is chosen: the thread inherits it and is then never waited for at a lower priority.
  Result<void> start_thread();
  // One line. Control characters are replaced, so text from clients or peers can't forge a second one.
  void line(LogLevel, std::string_view subsystem, std::string_view text);
  // Closes and opens the file again, for logrotate.
  Result<void> reopen();

 private:
  void set_target(int target, LogOptions::Target, LogLevel LogOptions::Subsystem::*, const std::string& format);

  LogOptions options_;
  int file_target_ = -1;
  bool threaded_ = false;
};

// What libqb is given as a line's shape: time, level and subsystem as corosync orders them (config.md 8).
struct LogFormats {
  std::string stderr_line, file_line, syslog_line;
};
[[nodiscard]] LogFormats log_formats(LogOptions::Timestamp);

}  // namespace rondel::runtime
