#include "runtime/log.h"

#include <qb/qbdefs.h>
#include <qb/qblog.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace rondel::runtime {

namespace {

constexpr std::int32_t line_bytes_max = 2048;

// Subsystem names by tag number. libqb keeps the tag with the call site and asks for the name when it writes the line,
// perhaps in its thread: names are only added and never move.
constexpr std::uint32_t subsystems_max = 64;
std::array<char, std::size_t{16} * subsystems_max>& subsystem_names() {
  static std::array<char, std::size_t{16} * subsystems_max> names{};
  return names;
}

std::uint32_t subsystem_tag(std::string_view name) {
  auto& names = subsystem_names();
  name = name.substr(0, 15);
  for (std::uint32_t tag = 1; tag < subsystems_max; ++tag) {
    char* known = names.data() + std::size_t{16} * tag;
    if (name == known) return tag;
    if (*known != '\0') continue;
    std::copy(name.begin(), name.end(), known);
    return tag;
  }
  return 0;
}

const char* subsystem_name(std::uint32_t tags) {
  if ((tags & QB_LOG_TAG_LIBQB_MSG) != 0) return "QB";
  if (tags == 0 || tags >= subsystems_max) return "MAIN";
  return subsystem_names().data() + std::size_t{16} * tags;
}

}  // namespace

LogFormats log_formats(LogOptions::Timestamp timestamp) {
  std::string time;
  if (timestamp == LogOptions::Timestamp::on) time = "%t ";
  if (timestamp == LogOptions::Timestamp::hires) time = "%T ";
  const std::string line = "[%6g] %b";
  return {time + "%7p " + line, time + "[%P] %H %N %7p " + line, line};
}

Log::Log(const std::string& ident) {
  ::qb_log_init(ident.c_str(), LOG_DAEMON, LOG_EMERG);
  ::qb_log_tags_stringify_fn_set(&subsystem_name);
  ::qb_log_ctl(QB_LOG_SYSLOG, QB_LOG_CONF_ENABLED, QB_FALSE);
  options_.ident = ident;
  options_.to_syslog.enabled = false;
  set_target(QB_LOG_STDERR, {true, LogLevel::err}, &LogOptions::Subsystem::to_stderr,
             log_formats(LogOptions::Timestamp::hires).stderr_line);
}

Log::~Log() { ::qb_log_fini(); }

void Log::set_target(int target, LogOptions::Target wanted, LogLevel LogOptions::Subsystem::*own,
                     const std::string& format) {
  std::uint8_t threshold = static_cast<std::uint8_t>(wanted.threshold);
  if (options_.debug) threshold = LOG_DEBUG;
  if (options_.trace) threshold = LOG_TRACE;
  ::qb_log_filter_ctl(target, QB_LOG_FILTER_CLEAR_ALL, QB_LOG_FILTER_FILE, "*", LOG_TRACE);
  ::qb_log_filter_ctl(target, QB_LOG_FILTER_ADD, QB_LOG_FILTER_FILE_REGEX, "^[^@]", threshold);
  for (const auto& [name, thresholds] : options_.subsystems) {
    ::qb_log_filter_ctl(target, QB_LOG_FILTER_ADD, QB_LOG_FILTER_FILE, ("@" + name).c_str(),
                        static_cast<std::uint8_t>(thresholds.*own));
  }
  ::qb_log_format_set(target, format.c_str());
  // The length can only be changed while the target is off.
  ::qb_log_ctl(target, QB_LOG_CONF_ENABLED, QB_FALSE);
  ::qb_log_ctl(target, QB_LOG_CONF_MAX_LINE_LEN, line_bytes_max);
  ::qb_log_ctl(target, QB_LOG_CONF_ENABLED, wanted.enabled ? QB_TRUE : QB_FALSE);
  // Said every time: libqb remembers it for a target's number even across fini and init.
  ::qb_log_ctl(target, QB_LOG_CONF_THREADED, threaded_ && target != QB_LOG_STDERR ? QB_TRUE : QB_FALSE);
}

Result<void> Log::configure(const LogOptions& wanted) {
  const std::int32_t facility = ::qb_log_facility2int(wanted.facility.c_str());
  if (facility < 0) return error("unknown syslog facility '{}'", wanted.facility);
  const bool to_file = wanted.to_file.enabled && !wanted.file.empty();
  const bool same_file = to_file && file_target_ >= 0 && wanted.file == options_.file;
  int new_target = same_file ? file_target_ : -1;
  if (to_file && !same_file) {
    new_target = ::qb_log_file_open(wanted.file.c_str());
    if (new_target < 0) {
      return error("can't open the log file '{}': {}", wanted.file, std::strerror(-new_target));
    }
  }
  if (file_target_ >= 0 && !same_file) ::qb_log_file_close(file_target_);
  file_target_ = new_target;

  options_ = wanted;
  const LogFormats formats = log_formats(wanted.timestamp);
  ::qb_log_ctl(QB_LOG_SYSLOG, QB_LOG_CONF_FACILITY, facility);
  // syslogd drops debug lines unless it is told otherwise: they go there as info, as corosync's do.
  ::qb_log_ctl(QB_LOG_SYSLOG, QB_LOG_CONF_PRIORITY_BUMP, LOG_INFO - LOG_DEBUG);
  set_target(QB_LOG_STDERR, wanted.to_stderr, &LogOptions::Subsystem::to_stderr, formats.stderr_line);
  set_target(QB_LOG_SYSLOG, wanted.to_syslog, &LogOptions::Subsystem::to_syslog, formats.syslog_line);
  if (file_target_ >= 0) set_target(file_target_, wanted.to_file, &LogOptions::Subsystem::to_file, formats.file_line);
  return {};
}

Result<void> Log::start_thread() {
  threaded_ = true;
  ::qb_log_ctl(QB_LOG_SYSLOG, QB_LOG_CONF_THREADED, QB_TRUE);
  if (file_target_ >= 0) ::qb_log_ctl(file_target_, QB_LOG_CONF_THREADED, QB_TRUE);
  const std::int32_t started = ::qb_log_thread_start();
  if (started < 0) return error("can't start the log's thread: {}", std::strerror(-started));
  return {};
}

void Log::line(LogLevel level, std::string_view subsystem, std::string_view text) {
  std::string clean{text.substr(0, line_bytes_max / 2)};
  std::ranges::replace_if(
      clean, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  // libqb filters by file name: a subsystem with thresholds of its own is a file of its own there.
  const bool own = options_.subsystems.contains(subsystem);
  const std::string file = own ? fmt::format("@{}", subsystem) : "rondel";
  ::qb_log_from_external_source("", file.c_str(), "%s", static_cast<std::uint8_t>(level), 1, subsystem_tag(subsystem),
                                clean.c_str());
}

Result<void> Log::reopen() {
  if (file_target_ < 0) return {};
  const std::int32_t done = ::qb_log_file_reopen(file_target_, nullptr);
  if (done < 0) return error("can't reopen the log file '{}': {}", options_.file, std::strerror(-done));
  return {};
}

}  // namespace rondel::runtime
