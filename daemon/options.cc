#include "options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "exit_code.h"

namespace rondel {

namespace {

constexpr const char* description =
    "rondeld: a member of a corosync cluster. It forms a ring with the other nodes of corosync.conf and serves\n"
    "programs on this machine: process groups (libcpg) and configuration (libcfg).";

std::string version_text() {
  std::string features = "knet";
#ifdef HAVE_SYSTEMD
  features += " systemd";
#endif
  return fmt::format(
      "rondeld, version '{}'\nIt speaks the protocols of corosync 3: ring, libknet links, libqb IPC.\n"
      "Built-in features: {}\n",
      RONDEL_VERSION, features);
}

// corosync's spelling: "max" and "min" or a number.
std::optional<int> nice_value(const std::string& text) {
  if (text == "max") return -20;
  if (text == "min") return 19;
  char* end = nullptr;
  const long value = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || value < -20 || value > 19) return std::nullopt;
  return static_cast<int>(value);
}

}  // namespace

bool valid_instance_name(const std::string& name) {
  constexpr std::size_t name_bytes_max = 64;
  const auto fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  };
  return !name.empty() && name.size() <= name_bytes_max && std::all_of(name.begin(), name.end(), fine);
}

std::variant<Options, Leave> parse_options(int count, const char* const* arguments) {
  Options options;
  bool version = false;
  bool realtime = false;
  bool ordinary = false;
  std::string node;
  std::string nice;

  CLI::App app{description, "rondeld"};
  app.set_help_flag("-h,--help", "Show this and exit");
  app.allow_extras();  // corosync ignores arguments that are no options
  app.add_option("-c,--config", options.config_file, "Configuration file")->capture_default_str();
  app.add_flag("-f,--foreground", options.foreground, "Stay in the foreground");
  app.add_flag("-t,--test", options.test_only, "Check the configuration, say what is wrong with it, and exit");
  app.add_flag("-v,--version", version, "Show the version and exit");
  app.add_option("-l,--pid-file", options.pid_file, "Pid file [RUN-DIR/corosync.pid]");
  app.add_option("--instance", options.instance,
                 "Serve clients under this name, so that several daemons run on one machine; clients choose it by "
                 "the environment variable RONDEL_INSTANCE");
  app.add_option("--node", node, "This node's name or id in the nodelist, where the addresses can't tell");
  app.add_option("--state-dir", options.state_dir, "Directory for what outlives the process: the ring's number");
  app.add_option("--run-dir", options.run_dir, "Directory for the pid file");
  app.add_flag("-r", realtime, "Realtime scheduling, whatever system.sched_rr says");
  app.add_flag("-p", ordinary, "Ordinary scheduling, whatever system.sched_rr says");
  app.add_option("-P", nice, "Nice value without realtime scheduling: max, min or a number");
  app.footer("Exit codes and signals: rondeld(8). The configuration file: corosync.conf(5).");

  try {
    app.parse(count, arguments);
  } catch (const CLI::CallForHelp&) {
    return Leave{app.help(), exit_code::normal};
  } catch (const CLI::ParseError& wrong) {
    return Leave{fmt::format("rondeld: {}\nTry 'rondeld --help'.\n", wrong.what()), exit_code::option};
  }
  // Left over are words, which are ignored, and options nobody knows.
  for (const std::string& extra : app.remaining()) {
    if (extra.size() > 1 && extra.front() == '-') {
      return Leave{fmt::format("rondeld: invalid option '{}'\nTry 'rondeld --help'.\n", extra), exit_code::option};
    }
  }
  if (version) return Leave{version_text(), exit_code::normal};
  if (app.count("--instance") != 0 && !valid_instance_name(options.instance)) {
    return Leave{
        fmt::format("rondeld: --instance '{}': expected 1 to 64 letters, digits, '-', '_' or '.'\n", options.instance),
        exit_code::option};
  }
  if (app.count("--node") != 0) options.node = node;
  if (realtime || ordinary) options.realtime = realtime;
  if (app.count("-P") != 0) {
    options.nice = nice_value(nice);
    if (!options.nice) {
      return Leave{fmt::format("rondeld: -P '{}': expected max, min or a number from -20 to 19\n", nice),
                   exit_code::option};
    }
  }
  return options;
}

}  // namespace rondel
