// QbServer: the Server over libqb's qb_ipcs, as corosync's libraries expect it: shared memory rings and a socket for
// each client. What libqb leaves to its user is here: events for a full ring wait in a bounded backlog, a client with
// too many of them is told to wait and at last disconnected, and requests are measured before they are passed on.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "ipc/backlog.h"
#include "ipc/flow_word.h"
#include "ipc/log.h"
#include "ipc/poll_table.h"
#include "ipc/read_watch.h"
#include "ipc/server.h"
#include "runtime/event_loop.h"

namespace rondel::ipc {

struct QbServerSettings {
  std::string instance;  // "" for corosync's own socket names
  std::size_t backlog_bytes_max = 64U * 1024 * 1024;
};

class QbServer final : public Server {
 public:
  // A client with more waiting events than that may not multicast until half of them are gone. One that sends in parts
  // gets that as an answer; its word, without which it could go on with whole messages, closes at three quarters of the
  // bound. That leaves room for a message of message_bytes_max on top of what it may have when it begins.
  static constexpr std::size_t backlog_bytes_choke = 1024U * 1024;

  // Waiting events follow as the client reads (ReadWatch). All rings are tried so often besides, for a client that
  // takes events and leaves their bytes on its socket.
  static constexpr Duration flush_interval = std::chrono::milliseconds{100};
  // A client that gave a sign of life this recently may have so many times backlog_bytes_max waiting. Signs are: it
  // took an event, or had room for all of them; or it sends a long message, in whose midst no program can read.
  static constexpr Duration sign_recently = std::chrono::seconds{2};
  static constexpr std::size_t living_factor = 4;

  // Loop and listener must outlive the server. The listener is never called from within a call of a Server function,
  // except by close(), which tells it of each connection that it ends.
  QbServer(runtime::EventLoop&, ServerListener&, QbServerSettings, Log);
  ~QbServer() override;

  Result<void> open(ServiceId) override;
  void close() override;
  void respond(ConnectionId, Bytes) override;
  void event(ConnectionId, Bytes head, const Payload& body) override;
  void rate(ServiceId, Rate) override;
  [[nodiscard]] bool behind(ConnectionId) const override;
  void expect_parts(ConnectionId) override;
  [[nodiscard]] std::size_t message_bytes_max() const override { return settings_.backlog_bytes_max / 2; }
  void disconnect(ConnectionId) override;

  // At a reload.
  // Told when a client is disconnected because it did not keep up or could not be sent to.
  using CutHandler = std::function<void(pid_t, std::string_view sentence)>;
  void on_cut(CutHandler handler) { on_cut_ = std::move(handler); }
  void limit_backlog(std::size_t bytes_max) { settings_.backlog_bytes_max = bytes_max; }
  [[nodiscard]] std::size_t backlog_bytes(ConnectionId) const;
  [[nodiscard]] std::size_t connections() const { return connections_.size(); }

 private:
  struct Connection {
    ServiceId service{};
    ConnectionId id = 0;
    qb_ipcs_connection_t* handle = nullptr;
    ClientProcess process;
    std::size_t request_bytes_max = 0;
    Backlog backlog;
    Time last_sign{};              // of its life, see sign_recently
    bool behind = false;           // over backlog_bytes_choke, and not yet well below
    bool in_parts = false;         // sends long messages, too, so that its word closes late
    std::optional<FlowWord> word;  // while it is closed, if it could be found
    bool word_closed = false;
    bool connected = false;  // the listener knows it
    bool doomed = false;     // will be disconnected on the next turn: gets nothing any more
  };
  struct Service {
    qb_ipcs_service_t* handle = nullptr;
    Rate rate = Rate::fast;
  };

  [[nodiscard]] std::size_t backlog_bound(const Connection&) const;
  static std::int32_t on_accept(qb_ipcs_connection_t*, uid_t, gid_t);
  static void on_created(qb_ipcs_connection_t*);
  static std::int32_t on_request(qb_ipcs_connection_t*, void* data, std::size_t size);
  static std::int32_t on_closed(qb_ipcs_connection_t*);
  static void on_destroyed(qb_ipcs_connection_t*);
  static Connection* connection_of(qb_ipcs_connection_t*);
  static QbServer& server_of(qb_ipcs_connection_t*);

  void created(Connection&);
  void forget(Connection&);
  void apply_rate(ServiceId, const Service&);
  [[nodiscard]] Connection* find(ConnectionId);

  // --- qb_server_events.cc ---

  enum class Sent : std::uint8_t { yes, full, failed };
  Sent send(Connection&, Bytes head, const Payload& body);
  void defer(Connection&, Bytes head, const Payload& body);
  bool cut_if_too_slow(Connection&);
  void flush(ConnectionId);
  void flush_next_turn(ConnectionId);
  void flush_all();
  void flush_later();
  void forget_backlog(const Connection&);
  void regulate(Connection&);
  void close_word(Connection&);
  void open_word(Connection&);
  [[nodiscard]] std::string about(const Connection&) const;
  [[nodiscard]] std::int32_t service_word(ServiceId) const;
  void cut(Connection&, std::string_view why);
  void doom(Connection&);

  runtime::EventLoop& loop_;
  ServerListener& listener_;
  QbServerSettings settings_;
  Log log_;
  CutHandler on_cut_;
  PollTable polls_;
  std::map<ServiceId, Service> services_;
  std::unordered_map<ConnectionId, std::unique_ptr<Connection>> connections_;
  ConnectionId last_id_ = 0;

  ReadWatch reads_;
  std::set<ConnectionId> backlogged_;
  std::optional<runtime::EventLoop::TimerId> flush_timer_;
  // Jobs on the loop outlive us: they look here whether we are still there.
  std::shared_ptr<QbServer*> self_;
};

[[nodiscard]] std::string service_name(ServiceId, const std::string& instance);

}  // namespace rondel::ipc
