#include "daemon.h"

#include <sys/random.h>
#include <unistd.h>

#include <csignal>
#include <utility>

#include "derived.h"
#include "exit_code.h"
#include "log_options.h"
#include "runtime/notify.h"
#include "trace/recorder.h"

namespace rondel {

namespace {

using std::chrono_literals::operator""ms;

constexpr const char* main_subsystem = "MAIN";
// What departing clients left to be sent may take so long, then the node goes without.
constexpr Duration leave_time_max = 500ms;
// libknet's threads send what the node said last.
constexpr Duration link_flush_time = 50ms;

// Whose recorder a broken ENSURE saves.
Daemon* recorded_daemon = nullptr;

std::uint64_t random_seed() {
  std::uint64_t seed = 0;
  ENSURE(::getrandom(&seed, sizeof seed, 0) == sizeof seed);
  return seed;
}

RingNumber load_number(const DaemonSettings& settings, runtime::Log& log, std::string& notice) {
  runtime::LoadedNumber loaded = runtime::load_ring_number(settings.state_dir, settings.config.self);
  if (!loaded.notice.empty()) log.line(runtime::LogLevel::notice, main_subsystem, loaded.notice);
  notice = std::move(loaded.notice);
  return loaded.number;
}

}  // namespace

Daemon::Daemon(DaemonSettings settings, runtime::Log& log)
    : settings_{std::move(settings)},
      log_{log},
      started_{runtime::now()},
      link_{loop_,
            [this](int priority, std::string_view line) {
              log_.line(static_cast<runtime::LogLevel>(priority), "KNET", line);
            },
            settings_.config.link},
      files_{{"/dev/shm", settings_.run_dir}},
      clients_{clients_settings(settings_.config, ::geteuid()), files_,
               [this](Bytes request) { return admin_.answer(runtime::now(), request); },
               [this](node::Level level, std::string_view line) { this->log(level, "IPC", line); }},
      node_{node_settings(settings_.config, load_number(settings_, log, number_notice_), random_seed()), link_, *this,
            clients_},
      driver_{loop_, node_, settings_.config.parameters.token_timeout,
              [this](Duration pause) {
                this->log(node::Level::warning, main_subsystem,
                          fmt::format("this process was not scheduled, consider a longer token timeout. pause_ms={}",
                                      std::chrono::duration_cast<std::chrono::milliseconds>(pause).count()));
              }},
      ring_{driver_, node_},
      server_{loop_,
              clients_,
              {settings_.instance, settings_.config.system.client_backlog_bytes_max},
              [this](node::Level level, std::string_view line) { this->log(level, "IPC", line); }},
      admin_{admin_identity(settings_.config, started_), node_, link_,
             [this] { return static_cast<std::uint32_t>(clients_.connections()); }},
      traces_{settings_.state_dir, settings_.config.self} {
  link_.set_debug(settings_.config.logging.debug);
  clients_.attach(server_, ring_);
  if (!number_notice_.empty()) {
    node_.record(started_, {.kind = "ring_number", .nodes = {settings_.config.self}, .sentence = number_notice_});
  }
  server_.on_cut([this](pid_t pid, std::string_view sentence) {
    node_.record(runtime::now(), {.kind = "client_cut",
                                  .nodes = {settings_.config.self},
                                  .sentence = std::string{sentence},
                                  .fields = {{"pid", std::to_string(pid)}}});
  });
  admin_.save_traces_with([this]() -> Result<std::pair<std::string, std::uint64_t>> {
    const Result<TraceFile> saved = save_trace("asked for by rondel trace save");
    if (!saved) return saved.error();
    return std::pair{saved->path, saved->bytes};
  });
  recorded_daemon = this;
  set_ensure_hook(save_last_trace);
  store_ = std::make_unique<runtime::StateStore>(
      loop_, settings_.state_dir, settings_.config.self, [this](RingNumber number, const Result<void>& outcome) {
        if (!outcome) {
          // Going on could repeat a ring number after a restart, and two rings of one number are one too many.
          this->log(node::Level::error, main_subsystem, fmt::format("ending: {}", outcome.error().text));
          begin_end(exit_code::ring_number);
          return;
        }
        driver_.input([&](Time now) { node_.stored(now, number); });
      });
}

Daemon::~Daemon() {
  set_ensure_hook(nullptr);
  recorded_daemon = nullptr;
}

int Daemon::run() {
  if (const std::optional<int> failed = open()) return *failed;
  watch_signals();
  driver_.start();
  watch_links();
  loop_.run();
  link_.close();
  return exit_code_;
}

std::optional<int> Daemon::open() {
  if (const Result<void> opened = link_.open(driver_); !opened) {
    log(node::Level::error, main_subsystem, fmt::format("can't open the links: {}", opened.error().text));
    return exit_code::ring;
  }
  for (const ipc::ServiceId service : {ipc::ServiceId::cfg, ipc::ServiceId::cpg, ipc::ServiceId::admin}) {
    if (const Result<void> opened = server_.open(service); !opened) {
      log(node::Level::error, main_subsystem, fmt::format("can't serve clients: {}", opened.error().text));
      clients_.shutdown();
      link_.close();
      return exit_code::services;
    }
  }
  return std::nullopt;
}

void Daemon::watch_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  for (const int signal : {SIGTERM, SIGINT, SIGQUIT}) {
    loop_.on_signal(signal, [this, signal] {
      if (ending_) {
        loop_.stop();
        return;
      }
      log(node::Level::notice, main_subsystem, fmt::format("Node was shut down by a signal. signal={}", signal));
      begin_end(exit_code::normal);
    });
  }
  loop_.on_signal(SIGHUP, [this] { reopen_log(); });
  loop_.on_signal(SIGUSR2, [this] {
    log_state();
    static_cast<void>(save_trace("asked for by a signal"));
  });
}

void Daemon::reopen_log() {
  if (const Result<void> reopened = log_.reopen(); !reopened) {
    log(node::Level::error, main_subsystem, reopened.error().text);
    return;
  }
  log(node::Level::info, main_subsystem, "log reopened");
}

void Daemon::log_state() {
  log(node::Level::notice, main_subsystem,
      fmt::format("state={} ring={} members={} synchronised={} waiting_bytes={} clients={}",
                  engine::to_string(node_.state()), to_string(node_.view().ring), node_.view().members.size(),
                  node_.synchronised(), node_.waiting_bytes(), clients_.connections()));
}

void Daemon::watch_links() {
  std::vector<node::LoggedEvent> events;
  for (const link::Peer& peer : settings_.config.link.peers) {
    if (peer.node != settings_.config.self) link_watch_.look(link_.status(peer.node), events);
  }
  for (node::LoggedEvent& event : events) node_.record(runtime::now(), std::move(event));
  loop_.at(runtime::now() + link_watch_interval, [this] { watch_links(); });
}

Result<TraceFile> Daemon::save_trace(std::string_view reason) {
  Result<TraceFile> saved = traces_.save(runtime::now(), node_.recorder(), reason);
  if (saved) {
    log(node::Level::notice, main_subsystem,
        fmt::format("flight recorder saved. file={} bytes={}", saved->path, saved->bytes));
  } else {
    log(node::Level::warning, main_subsystem, fmt::format("flight recorder not saved: {}", saved.error().text));
  }
  return saved;
}

// In the middle of a failure, on any thread; the log's own thread may not get to write any more.
void Daemon::save_last_trace(const char* what) {
  if (recorded_daemon == nullptr || !recorded_daemon->node_.recorder().on()) return;
  const auto saved = recorded_daemon->traces_.save_last(runtime::now(), recorded_daemon->node_.recorder(), what);
  const std::string line = saved ? fmt::format("{}. flight recorder saved. file={}", what, saved->path)
                                 : fmt::format("{}. flight recorder not saved: {}", what, saved.error().text);
  fmt::print(stderr, "{}\n", line);
  recorded_daemon->log(node::Level::error, main_subsystem, line);
}

void Daemon::begin_end(int exit_code) {
  if (std::exchange(ending_, true)) return;
  exit_code_ = exit_code;
  runtime::notify_stopping();
  clients_.shutdown();
  end_when_sent(runtime::now() + leave_time_max);
}

void Daemon::end_when_sent(Time give_up) {
  const Time now = runtime::now();
  if (node_.waiting_bytes() == 0 || now >= give_up) {
    leave_ring();
    return;
  }
  loop_.at(now + 5ms, [this, give_up] { end_when_sent(give_up); });
}

void Daemon::leave_ring() {
  driver_.input([this](Time now) { node_.leave(now); });
  driver_.stop();
  loop_.at(runtime::now() + link_flush_time, [this] { loop_.stop(); });
}

void Daemon::DrivenRing::send(const group::Message& message, node::Guarantee guarantee) {
  driver_.input([&](Time now) { node_.send(now, message, guarantee); });
}

void Daemon::store_ring_number(RingNumber number) { store_->write(number); }

void Daemon::ready() { runtime::notify_ready(); }

// Called from within the node, so the end begins on a turn of its own.
void Daemon::stop(std::string_view why) {
  log(node::Level::error, main_subsystem, fmt::format("ending: {}", why));
  loop_.post([this] { begin_end(exit_code::told_to); });
}

void Daemon::log(node::Level level, std::string_view subsystem, std::string_view line) {
  log_.line(log_level(level), subsystem, line);
}

}  // namespace rondel
