#include "log_options.h"

namespace rondel {

namespace {

using runtime::LogLevel;
using runtime::LogOptions;

LogLevel level(config::LogPriority priority) { return static_cast<LogLevel>(priority); }

LogOptions::Target target(const config::LogTarget& from) { return {from.enabled, level(from.priority)}; }

LogOptions::Timestamp timestamp(config::LoggingSettings::Timestamp from) {
  using From = config::LoggingSettings::Timestamp;
  if (from == From::off) return LogOptions::Timestamp::off;
  return from == From::on ? LogOptions::Timestamp::on : LogOptions::Timestamp::hires;
}

// What logger_subsys{} leaves out is as for the whole, but for debug, which it switches off (config.md 2.6).
LogOptions::Subsystem subsystem(const config::SubsystemLogging& from, const config::LoggingSettings& whole) {
  const bool debug = from.debug.value_or(config::DebugLevel::off) != config::DebugLevel::off;
  const auto threshold = [&](std::optional<config::LogPriority> own, config::LogPriority common) {
    return debug ? LogLevel::debug : level(own.value_or(common));
  };
  return {threshold(from.file_priority, whole.to_stderr.priority),
          threshold(from.file_priority, whole.to_file.priority),
          threshold(from.syslog_priority, whole.to_syslog.priority)};
}

}  // namespace

LogOptions log_options(const config::LoggingSettings& from, bool foreground) {
  LogOptions to;
  to.to_stderr = target(from.to_stderr);
  if (!foreground) to.to_stderr.enabled = false;
  to.to_file = target(from.to_file);
  to.to_syslog = target(from.to_syslog);
  to.file = from.file;
  to.facility = from.facility;
  to.debug = from.debug;
  to.trace = from.trace;
  to.timestamp = timestamp(from.timestamp);
  for (const auto& [name, own] : from.subsystems) to.subsystems[name] = subsystem(own, from);
  return to;
}

}  // namespace rondel
