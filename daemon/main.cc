// rondeld: reads the command line and the configuration, makes the process a daemon, runs it, says why it ends.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <variant>

#include "config/load.h"
#include "daemon.h"
#include "exit_code.h"
#include "log_options.h"
#include "options.h"
#include "runtime/log.h"
#include "runtime/pid_lock.h"
#include "runtime/process.h"

namespace rondel {
namespace {

using runtime::LogLevel;

constexpr const char* default_run_dir = "/var/run";

// Says what is wrong, and whether it can be run.
bool load(const Options& options, config::Settings& settings) {
  config::Loaded loaded = config::load({options.config_file, options.node});
  for (const config::Problem& problem : loaded.problems) fmt::print(stderr, "{}\n", config::to_string(problem));
  settings = std::move(loaded.settings);
  return loaded.usable();
}

std::string run_dir(const Options& options, const config::Settings& settings) {
  if (!options.run_dir.empty()) return options.run_dir;
  return settings.system.run_dir.empty() ? default_run_dir : settings.system.run_dir;
}

std::string state_dir(const Options& options, const config::Settings& settings) {
  if (!options.state_dir.empty()) return options.state_dir;
  return settings.system.state_dir.empty() ? config::default_state_dir : settings.system.state_dir;
}

// Without an instance it is corosync's own, so that only one of the two runs.
std::string pid_file(const Options& options, const std::string& directory) {
  if (!options.pid_file.empty()) return std::filesystem::absolute(options.pid_file).string();
  if (options.instance.empty()) return directory + "/corosync.pid";
  return fmt::format("{}/rondeld-{}.pid", directory, options.instance);
}

runtime::SchedulingOptions scheduling(const Options& options, const config::SystemSettings& system) {
  runtime::SchedulingOptions wanted;
  wanted.realtime = options.realtime.value_or(system.realtime);
  wanted.nice = options.nice ? options.nice : system.nice_priority;
  switch (system.move_to_root_cgroup) {
    case config::CgroupMove::never:
      wanted.move_to_root_cgroup = runtime::CgroupMove::no;
      break;
    case config::CgroupMove::always:
      wanted.move_to_root_cgroup = runtime::CgroupMove::yes;
      break;
    case config::CgroupMove::if_needed:
      wanted.move_to_root_cgroup = runtime::CgroupMove::automatic;
      break;
  }
  return wanted;
}

int fail(runtime::Log& log, const std::string& why, int code) {
  log.line(LogLevel::err, "MAIN", why);
  return code;
}

int go_to_background(runtime::Log& log) {
  if (const Result<void> done = runtime::fork_to_background(); !done) {
    return fail(log, done.error().text, exit_code::fork);
  }
  if (const Result<void> done = runtime::detach_standard_streams(); !done) {
    return fail(log, done.error().text, exit_code::streams);
  }
  return exit_code::normal;
}

// From here on the process is what it will be.
int run_as_daemon(const Options& options, DaemonSettings settings, runtime::Log& log) {
  const auto lock = runtime::PidLock::take(pid_file(options, settings.run_dir));
  if (!lock) {
    const bool running = lock.error().failure == runtime::PidLock::Failure::already_running;
    return fail(log, lock.error().text, running ? exit_code::already_running : exit_code::pid_file);
  }
  for (const std::string& refused : runtime::choose_scheduling(scheduling(options, settings.config.system))) {
    log.line(LogLevel::notice, "MAIN", refused);
  }
  if (const auto refused = runtime::lock_memory()) log.line(LogLevel::notice, "MAIN", *refused);
  if (const Result<void> started = log.start_thread(); !started) {
    return fail(log, started.error().text, exit_code::logging);
  }
  Daemon daemon{std::move(settings), log};
  return daemon.run();
}

int start(const Options& options, config::Settings config) {
  runtime::Log log{"rondeld"};
  if (const Result<void> done = log.configure(log_options(config.logging, options.foreground)); !done) {
    return fail(log, done.error().text, exit_code::logging);
  }
  log.line(LogLevel::notice, "MAIN",
           fmt::format("rondel {} starting up. config={} node={} cluster={}", RONDEL_VERSION, config.file,
                       config.self.value, config.cluster_name));

  DaemonSettings settings;
  settings.instance = options.instance;
  settings.state_dir = std::filesystem::absolute(state_dir(options, config)).string();
  settings.run_dir = std::filesystem::absolute(run_dir(options, config)).string();
  settings.config = std::move(config);
  if (const Result<void> done = runtime::prepare_directory(settings.state_dir); !done) {
    return fail(log, "state directory: " + done.error().text, exit_code::state_directory);
  }
  if (::chdir(settings.state_dir.c_str()) != 0) {
    return fail(log, fmt::format("can't change to the state directory '{}'", settings.state_dir),
                exit_code::state_directory);
  }
  if (!options.foreground) {
    if (const int failed = go_to_background(log); failed != exit_code::normal) return failed;
  }
  const int code = run_as_daemon(options, std::move(settings), log);
  log.line(code == exit_code::normal ? LogLevel::notice : LogLevel::err, "MAIN",
           fmt::format("rondel {} ends. exit_code={}", RONDEL_VERSION, code));
  return code;
}

int main_of(int count, char** arguments) {
  std::variant<Options, Leave> parsed = parse_options(count, arguments);
  if (const Leave* leave = std::get_if<Leave>(&parsed)) {
    std::fputs(leave->text.c_str(), leave->exit_code == exit_code::normal ? stdout : stderr);
    return leave->exit_code;
  }
  Options& options = std::get<Options>(parsed);
  config::Settings config;
  if (!load(options, config)) return exit_code::configuration;
  if (options.test_only) {
    fmt::print("{}: fine. node={} nodes={} cluster={}\n", config.file, config.self.value, config.link.peers.size(),
               config.cluster_name);
    return exit_code::normal;
  }
  return start(options, std::move(config));
}

}  // namespace
}  // namespace rondel

int main(int count, char** arguments) { return rondel::main_of(count, arguments); }
