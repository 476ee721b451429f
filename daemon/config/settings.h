// Settings: everything corosync.conf says, checked and derived, as values. Nobody but config reads the file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/ids.h"
#include "engine/parameters.h"
#include "link/settings.h"

namespace rondel::config {

// The order of syslog(3): the numbers are the ones it uses.
enum class LogPriority : std::uint8_t { emerg, alert, crit, err, warning, notice, info, debug };

struct LogTarget {
  bool enabled = false;
  LogPriority priority = LogPriority::info;
  bool operator==(const LogTarget&) const = default;
};

enum class DebugLevel : std::uint8_t { off, on, trace };

// logger_subsys{}: what one subsystem (TOTEM, KNET, ...) does differently. Unset: as the whole.
struct SubsystemLogging {
  std::optional<DebugLevel> debug;
  std::optional<LogPriority> file_priority;
  std::optional<LogPriority> syslog_priority;
  std::optional<bool> to_file;
  std::string file;  // empty: the common one
  bool operator==(const SubsystemLogging&) const = default;
};

struct LoggingSettings {
  LogTarget to_stderr{true, LogPriority::info};  // its priority is logfile_priority (config.md 2.6)
  LogTarget to_file;
  LogTarget to_syslog{true, LogPriority::info};
  std::string file;
  std::string facility = "daemon";
  bool debug = false;  // raises every target to debug
  bool trace = false;  // implies debug
  enum class Timestamp : std::uint8_t { off, on, hires } timestamp = Timestamp::hires;
  bool file_line = false;
  bool function_name = false;
  bool blackbox = true;
  std::map<std::string, SubsystemLogging> subsystems;  // by upper case name
  bool operator==(const LoggingSettings&) const = default;
};

enum class CgroupMove : std::uint8_t { never, always, if_needed };

// system{}: how the process behaves (config.md 2.8).
struct SystemSettings {
  std::string state_dir;                      // empty: the default
  std::string run_dir;                        // empty: the default; only the command line sets it
  bool realtime = true;                       // sched_rr: the highest SCHED_RR priority
  std::optional<std::int32_t> nice_priority;  // used without realtime; the smallest number is "max"
  CgroupMove move_to_root_cgroup = CgroupMove::if_needed;
  bool allow_knet_handle_fallback = false;
  std::uint64_t client_backlog_bytes_max = 64ULL * 1024 * 1024;
  std::uint64_t trace_bytes_max = 4ULL * 1024 * 1024;  // of the flight recorder; 0: off
  bool operator==(const SystemSettings&) const = default;
};

struct Settings {
  std::string file;  // where it came from
  std::string cluster_name;
  std::uint64_t config_version = 0;
  NodeId self;
  std::string self_name;
  engine::Parameters parameters;
  link::LinkSettings link;
  LoggingSettings logging;
  SystemSettings system;
  std::set<std::uint32_t> uids, gids;  // who may connect, besides root
  bool operator==(const Settings&) const = default;
};

}  // namespace rondel::config
