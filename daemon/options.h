// Options: rondeld's command line. What corosync's takes is taken, too, so a service file needs no change.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "config/load.h"

namespace rondel {

struct Options {
  std::string config_file = config::default_file;
  bool foreground = false;
  bool test_only = false;
  std::string instance;             // a suffix of the IPC services' names
  std::optional<std::string> node;  // name or id in the nodelist, where the addresses can't tell
  std::string state_dir;            // empty: the configuration's
  std::string run_dir;              // empty: the default
  std::string pid_file;             // empty: in run_dir
  std::optional<bool> realtime;     // -r, -p: instead of system.sched_rr
  std::optional<int> nice;          // -P
};

// Nothing to run: what is to be printed, and the exit code (0: to standard output).
struct Leave {
  std::string text;
  int exit_code = 0;
};

// An instance's name becomes a part of socket and file names: letters, digits, '-', '_' and '.', at most 64.
[[nodiscard]] bool valid_instance_name(const std::string&);

[[nodiscard]] std::variant<Options, Leave> parse_options(int count, const char* const* arguments);

}  // namespace rondel
