#include "config/process.h"

#include <doctest/doctest.h>

#include <limits>

#include "fake_surroundings.h"

namespace rondel::config {
namespace {

using test::FakeSurroundings;
using test::load_text;
using test::printed;
using test::with_totem;

// The section's own lines begin at line 12.
std::string with_section(const std::string& name, const std::string& lines) {
  return with_totem("") + name + " {\n" + lines + "\n}\n";
}

Loaded logging(const std::string& lines) { return load_text(with_section("logging", lines)); }
Loaded system_of(const std::string& lines) { return load_text(with_section("system", lines)); }

TEST_CASE("logging without a word") { CHECK(load_text(with_totem("")).settings.logging == LoggingSettings{}); }

TEST_CASE("everything that logging can say") {
  const Loaded loaded = logging(
      "to_stderr: no\nto_syslog: off\nto_logfile: on\nlogfile: /l\nlogfile_priority: Warning\nsyslog_facility: local3\n"
      "syslog_priority: ERR\ndebug: trace\ntimestamp: off\nfileline: on\nfunction_name: on\nblackbox: off\n"
      "logger_subsys {\nsubsys: TOTEM\ndebug: on\nlogfile: /t\nto_logfile: yes\nlogfile_priority: debug\n"
      "syslog_priority: crit\n}");
  CHECK(printed(loaded).empty());
  const LoggingSettings& settings = loaded.settings.logging;
  CHECK(settings.to_stderr == LogTarget{false, LogPriority::warning});
  CHECK(settings.to_file == LogTarget{true, LogPriority::warning});
  CHECK(settings.to_syslog == LogTarget{false, LogPriority::err});
  CHECK(settings.file == "/l");
  CHECK(settings.facility == "local3");
  CHECK(settings.debug);
  CHECK(settings.trace);
  CHECK(settings.timestamp == LoggingSettings::Timestamp::off);
  CHECK(settings.file_line);
  CHECK(settings.function_name);
  CHECK(!settings.blackbox);
  CHECK(settings.subsystems.at("TOTEM") ==
        SubsystemLogging{DebugLevel::on, LogPriority::debug, LogPriority::crit, true, "/t"});
}

TEST_CASE("wrong words of logging") {
  CHECK(printed(logging("to_stderr: true")) ==
        "c:12: logging.to_stderr: \"true\" is not known (expected yes, on, no or off)");
  CHECK(printed(logging("debug: maybe")) == "c:12: logging.debug: \"maybe\" is not known (expected off, on or trace)");
  CHECK(printed(logging("fileline: yes")) == "c:12: logging.fileline: \"yes\" is not known (expected on or off)");
  CHECK(!logging("logger_subsys {\nsubsys: TOTEM\nsyslog_facility: x\n}").usable());
  CHECK(!logging("logging_daemon {\nname: corosync\ndebug: maybe\n}").usable());
}

TEST_CASE("obsolete and useless keys of logging") {
  const Loaded old = logging("to_file: yes\nlogfile: /l\nsyslog_level: crit");
  CHECK(printed(old) ==
        "c:12: warning: logging.to_file: obsolete, use to_logfile\n"
        "c:14: warning: logging.syslog_level: obsolete, use syslog_priority");
  CHECK(old.settings.logging.to_file.enabled);
  CHECK(old.settings.logging.to_syslog.priority == LogPriority::crit);
  const Loaded nowhere = logging("to_logfile: yes");
  CHECK(printed(nowhere) == "c:12: warning: logging.to_logfile: without effect: there is no logfile");
  CHECK(!nowhere.settings.logging.to_file.enabled);
  CHECK(printed(logging("logger_subsys {\nsubsys: TOTEN\n}")) ==
        "c:12: warning: logging.logger_subsys.subsys: there is no subsystem \"TOTEN\", ignoring (did you mean TOTEM?)");
}

TEST_CASE("the process without a word") { CHECK(load_text(with_totem("")).settings.system == SystemSettings{}); }

TEST_CASE("everything that system can say") {
  const Loaded loaded = system_of(
      "state_dir: /s\nsched_rr: no\npriority: -5\nmove_to_root_cgroup: no\nallow_knet_handle_fallback: yes\n"
      "client_backlog_bytes_max: 2000000\nqb_ipc_type: shm");
  CHECK(printed(loaded).empty());
  const SystemSettings& settings = loaded.settings.system;
  CHECK(settings.state_dir == "/s");
  CHECK(!settings.realtime);
  CHECK(settings.nice_priority == -5);
  CHECK(settings.move_to_root_cgroup == CgroupMove::never);
  CHECK(settings.allow_knet_handle_fallback);
  CHECK(settings.client_backlog_bytes_max == 2'000'000);
  CHECK(system_of("priority: max").settings.system.nice_priority == std::numeric_limits<std::int32_t>::min());
  CHECK(system_of("priority: min").settings.system.nice_priority == std::numeric_limits<std::int32_t>::max());
  CHECK(system_of("move_to_root_cgroup: yes").settings.system.move_to_root_cgroup == CgroupMove::always);
}

TEST_CASE("wrong words of system") {
  CHECK(printed(system_of("state_dir:")) == "c:12: system.state_dir: empty (expected a directory)");
  CHECK(printed(system_of("priority: high")) ==
        "c:12: system.priority: \"high\" is not a nice value (expected max, min or a number)");
  CHECK(printed(system_of("sched_rr: maybe")) == "c:12: system.sched_rr: \"maybe\" is not known (expected yes or no)");
  CHECK(printed(system_of("qb_ipc_type: socket")) ==
        "c:12: warning: system.qb_ipc_type: ignoring: clients are served over shared memory");
  CHECK(
      printed(system_of("client_backlog_bytes_max: 5")) ==
      "c:12: system.client_backlog_bytes_max: \"5\" is out of range (expected 1048576 to 18446744073709551615 bytes)");
}

TEST_CASE("users and groups, by name and number, from both places") {
  FakeSurroundings here;
  here.users["hacluster"] = 189;
  here.groups["haclient"] = 190;
  here.files["./uidgid.d/.hidden"] = "uidgid {\nuid: 7\n}\n";
  here.files["./uidgid.d/b"] = "uidgid {\ngid: 8\n}\nuidgid {\ngid: 4294967294\n}\n";
  here.files["./uidgid.d/sub/c"] = "not read";
  const Loaded loaded = load_text(with_section("uidgid", "uid: hacluster\ngid: haclient\nuid: 5"), here);
  CHECK(printed(loaded).empty());
  CHECK(loaded.settings.uids == std::set<std::uint32_t>{5, 7, 189});
  CHECK(loaded.settings.gids == std::set<std::uint32_t>{8, 190, 4'294'967'294});
}

TEST_CASE("users who are nobody, and what else may not be there") {
  CHECK(printed(load_text(with_section("uidgid", "uid: nosuch"))) == "c:12: uidgid.uid: there is no user \"nosuch\"");
  CHECK(printed(load_text(with_section("uidgid", "gid:"))) == "c:12: uidgid.gid: there is no group \"\"");
  CHECK(printed(load_text(with_section("uidgid", "uid: -1"))) == "c:12: uidgid.uid: there is no user \"-1\"");
  CHECK(!load_text(with_section("uidgid", "uid: 4294967295")).usable());
  CHECK(printed(load_text(with_section("uidgid", "pid: 1"))) ==
        "c:12: uidgid.pid: a uidgid section has only the keys uid and gid");
  FakeSurroundings here;
  here.files["./uidgid.d/a"] = "totem {\n}\nx: y\nuidgid {\nnonsense\n}\n";
  CHECK(printed(load_text(with_totem(""), here)) ==
        "./uidgid.d/a:1: totem: only uidgid sections are allowed in this file\n"
        "./uidgid.d/a:3: x: only uidgid sections are allowed in this file\n"
        "./uidgid.d/a:5: \"nonsense\" opens no section, closes none and is no \"key: value\"");
}

}  // namespace
}  // namespace rondel::config
