// Settings: everything corosync.conf says, checked and derived, as values. Nobody but config reads the file.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/parameters.h"
#include "link/settings.h"

namespace rondel::config {

enum class LogPriority : std::uint8_t { emerg, alert, crit, err, warning, notice, info, debug };

struct LogTarget {
  bool enabled = false;
  LogPriority priority = LogPriority::info;
  bool operator==(const LogTarget&) const = default;
};

struct LoggingSettings {
  LogTarget to_stderr{true, LogPriority::info};
  LogTarget to_file;
  LogTarget to_syslog{true, LogPriority::info};
  std::string file;
  std::string facility = "daemon";
  bool debug = false;
  bool trace = false;
  enum class Timestamp : std::uint8_t { off, on, hires } timestamp = Timestamp::on;
  bool operator==(const LoggingSettings&) const = default;
};

// system{}: how the process behaves (config.md 2.8).
struct SystemSettings {
  std::string state_dir;  // empty: the default
  std::string run_dir;
  std::string sched_rr = "maximum";  // as configured; priority parsed below
  bool realtime = true;
  std::int32_t realtime_priority = -1;  // -1: the highest
  bool move_to_root_cgroup = true;
  bool allow_knet_handle_fallback = false;
  std::uint64_t client_backlog_bytes_max = 64ULL * 1024 * 1024;
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
