#include "config/process.h"

#include <fmt/format.h>

#include <limits>

#include "config/value.h"

namespace rondel::config {
namespace {

// The subsystems of corosync, whose names the files have, and ours (config.md 8).
constexpr std::string_view subsystems =
    "APIDEF CFG CMAP CPG KNET MAIN MON PLOAD QB QUORUM SERV STATS SYNC TOTEM VOTEQ WD YKD";

// The id that the system's calls take for "none".
constexpr std::uint64_t nobody = 0xffff'ffff;

[[nodiscard]] LogPriority priority_of(std::string_view word) {
  if (word == "emerg") return LogPriority::emerg;
  if (word == "alert") return LogPriority::alert;
  if (word == "crit") return LogPriority::crit;
  if (word == "err" || word == "error") return LogPriority::err;
  if (word == "warning") return LogPriority::warning;
  if (word == "notice") return LogPriority::notice;
  if (word == "debug") return LogPriority::debug;
  return LogPriority::info;
}

[[nodiscard]] DebugLevel debug_of(std::string_view word) {
  if (word == "on") return DebugLevel::on;
  return word == "trace" ? DebugLevel::trace : DebugLevel::off;
}

[[nodiscard]] bool switched_on(std::string_view word) { return word == "yes" || word == "on"; }

[[nodiscard]] SubsystemLogging read_subsystem(const Document& document, const std::string& name) {
  const Values values{document, "logging.logger_subsys." + name, "logging.logger_subsys"};
  SubsystemLogging logging;
  if (values.find("debug") != nullptr) logging.debug = debug_of(values.text("debug"));
  if (values.find("logfile_priority") != nullptr) logging.file_priority = priority_of(values.text("logfile_priority"));
  if (values.find("syslog_priority") != nullptr) logging.syslog_priority = priority_of(values.text("syslog_priority"));
  if (values.find("to_logfile") != nullptr) logging.to_file = switched_on(values.text("to_logfile"));
  logging.file = values.text("logfile");
  return logging;
}

void warn_of_subsystem(const std::string& name, const Place& place, Report& report) {
  const std::vector<std::string_view> known = split_words(subsystems);
  for (const std::string_view one : known) {
    if (one == name) return;
  }
  const std::string_view meant = nearest(name, known);
  report.warn(place, "logging.logger_subsys.subsys",
              fmt::format("there is no subsystem \"{}\", ignoring{}", name,
                          meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant)));
}

// The new name of a key, or its obsolete one while the new one is absent.
[[nodiscard]] std::string renamed(const Values& logging, const char* now, const char* before, Report& report) {
  const Entry* old = logging.find(before);
  if (old == nullptr) return logging.text(now);
  report.warn(old->place, fmt::format("logging.{}", before), fmt::format("obsolete, use {}", now));
  return logging.find(now) != nullptr ? logging.text(now) : old->text;
}

[[nodiscard]] std::optional<std::uint32_t> read_id(const Entry& entry, bool user, Surroundings& surroundings,
                                                   Report& report) {
  const std::optional<std::uint64_t> number = parse_number(entry.text, Type::u32);
  if (number && *number != nobody) return static_cast<std::uint32_t>(*number);
  const std::optional<std::uint32_t> found =
      entry.text.empty() ? std::nullopt : (user ? surroundings.user_id(entry.text) : surroundings.group_id(entry.text));
  if (!found) {
    report.error(entry.place, user ? "uidgid.uid" : "uidgid.gid",
                 fmt::format("there is no {} \"{}\"", user ? "user" : "group", entry.text));
  }
  return found;
}

}  // namespace

LoggingSettings read_logging(const Document& document, Report& report) {
  const Values values{document, "logging"};
  LoggingSettings logging;
  const LogPriority file_priority = priority_of(values.text("logfile_priority"));
  logging.to_stderr = {switched_on(values.text("to_stderr")), file_priority};
  logging.to_file = {switched_on(renamed(values, "to_logfile", "to_file", report)), file_priority};
  logging.to_syslog = {switched_on(values.text("to_syslog")),
                       priority_of(renamed(values, "syslog_priority", "syslog_level", report))};
  logging.file = values.text("logfile");
  if (logging.to_file.enabled && logging.file.empty()) {
    report.warn(values.place("to_logfile"), "logging.to_logfile", "without effect: there is no logfile");
    logging.to_file.enabled = false;
  }
  logging.facility = values.text("syslog_facility");
  logging.debug = debug_of(values.text("debug")) != DebugLevel::off;
  logging.trace = debug_of(values.text("debug")) == DebugLevel::trace;
  const std::string timestamp = values.text("timestamp");
  logging.timestamp = timestamp == "off"  ? LoggingSettings::Timestamp::off
                      : timestamp == "on" ? LoggingSettings::Timestamp::on
                                          : LoggingSettings::Timestamp::hires;
  logging.file_line = values.is("fileline", "on");
  logging.function_name = values.is("function_name", "on");
  logging.blackbox = values.is("blackbox", "on");
  for (const auto& [name, place] : document.subsystems) {
    warn_of_subsystem(name, place, report);
    logging.subsystems.emplace(name, read_subsystem(document, name));
  }
  return logging;
}

SystemSettings read_system(const Document& document, Report& report) {
  const Values values{document, "system"};
  SystemSettings system;
  system.state_dir = values.find("state_dir") == nullptr ? "" : values.text("state_dir");
  if (values.find("state_dir") != nullptr && system.state_dir.empty()) {
    report.error(values.place("state_dir"), "system.state_dir", "empty (expected a directory)");
  }
  system.realtime = values.is("sched_rr", "yes");
  if (values.is("move_to_root_cgroup", "yes")) system.move_to_root_cgroup = CgroupMove::always;
  if (values.is("move_to_root_cgroup", "no")) system.move_to_root_cgroup = CgroupMove::never;
  system.allow_knet_handle_fallback = values.is("allow_knet_handle_fallback", "yes");
  system.client_backlog_bytes_max = values.number("client_backlog_bytes_max");
  system.trace_bytes_max = values.number("trace_bytes_max");
  if (values.is("qb_ipc_type", "socket")) {
    report.warn(values.place("qb_ipc_type"), "system.qb_ipc_type", "ignoring: clients are served over shared memory");
  }
  const Entry* priority = values.find("priority");
  if (priority == nullptr) return system;
  if (priority->text == "max") {
    system.nice_priority = std::numeric_limits<std::int32_t>::min();
  } else if (priority->text == "min") {
    system.nice_priority = std::numeric_limits<std::int32_t>::max();
  } else if (const std::optional<std::uint64_t> nice = parse_number(priority->text, Type::i32)) {
    system.nice_priority = static_cast<std::int32_t>(static_cast<std::int64_t>(*nice));
  } else {
    report.error(priority->place, "system.priority",
                 fmt::format("\"{}\" is not a nice value (expected max, min or a number)", priority->text));
  }
  return system;
}

void read_access(const Document& document, Surroundings& surroundings, Report& report, Settings& settings) {
  for (const Entry& entry : document.users) {
    if (const auto id = read_id(entry, true, surroundings, report)) settings.uids.insert(*id);
  }
  for (const Entry& entry : document.groups) {
    if (const auto id = read_id(entry, false, surroundings, report)) settings.gids.insert(*id);
  }
}

}  // namespace rondel::config
