// Daemon: the parts of one rondeld, put together: event loop, link, node, clients, the ring number on disk. It is the
// node's Host. Built when the configuration is good and the process is what it will be (background, scheduling).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "config/settings.h"
#include "driver.h"
#include "ipc/admin.h"
#include "ipc/clients.h"
#include "ipc/qb_server.h"
#include "ipc/ring.h"
#include "ipc/zero_copy_files.h"
#include "link/knet_link.h"
#include "link_watch.h"
#include "node/host.h"
#include "node/node.h"
#include "runtime/event_loop.h"
#include "runtime/log.h"
#include "runtime/state_store.h"
#include "trace_files.h"

namespace rondel {

struct DaemonSettings {
  config::Settings config;
  std::string instance;
  std::string state_dir;
  std::string run_dir;
};

class Daemon final : public node::Host {
 public:
  // The log must outlive the daemon.
  Daemon(DaemonSettings, runtime::Log&);
  ~Daemon() override;
  Daemon(const Daemon&) = delete;
  Daemon& operator=(const Daemon&) = delete;

  // Serves until a signal or another member ends it. The exit code (exit_code.h).
  [[nodiscard]] int run();

  // node::Host
  void store_ring_number(RingNumber) override;
  void ready() override;
  void stop(std::string_view why) override;
  void log(node::Level, std::string_view subsystem, std::string_view line) override;

 private:
  // What clients send goes to the node by way of the driver.
  class DrivenRing final : public ipc::Ring {
   public:
    DrivenRing(Driver& driver, node::Node& node) : driver_{driver}, node_{node} {}
    void send(const group::Message&, node::Guarantee) override;
    [[nodiscard]] node::Admission admission() const override { return node_.admission(); }
    [[nodiscard]] bool ever_synchronised() const override { return node_.ever_synchronised(); }
    [[nodiscard]] std::span<const group::Process> processes() const override { return node_.processes(); }
    [[nodiscard]] group::RingChange initial_ring_change() const override { return node_.initial_ring_change(); }

   private:
    Driver& driver_;
    node::Node& node_;
  };

  [[nodiscard]] std::optional<int> open();
  void watch_signals();
  void reopen_log();
  void log_state();
  void watch_links();
  // Saves what the flight recorder has and says where.
  Result<TraceFile> save_trace(std::string_view reason);
  static void save_last_trace(const char* what);
  // The orderly end, in steps: clients go, what they left behind is sent, the node says goodbye.
  void begin_end(int exit_code);
  void end_when_sent(Time give_up);
  void leave_ring();

  DaemonSettings settings_;
  runtime::Log& log_;
  const Time started_;
  int exit_code_ = 0;
  bool ending_ = false;

  runtime::EventLoop loop_;
  link::KnetLink link_;
  ipc::ZeroCopyFiles files_;
  std::string number_notice_;  // what was odd about the stored ring number
  ipc::Clients clients_;
  node::Node node_;
  Driver driver_;
  DrivenRing ring_;
  ipc::QbServer server_;
  ipc::Admin admin_;
  LinkWatch link_watch_;
  std::unique_ptr<runtime::StateStore> store_;
  TraceFiles traces_;
};

}  // namespace rondel
