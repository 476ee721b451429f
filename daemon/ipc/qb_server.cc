#include "ipc/qb_server.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/ensure.h"
#include "ipc/header.h"

namespace rondel::ipc {

namespace {

qb_ipcs_rate_limit native_rate(Rate rate) {
  switch (rate) {
    case Rate::fast:
      return QB_IPCS_RATE_FAST;
    case Rate::normal:
      return QB_IPCS_RATE_NORMAL;
    case Rate::slow:
      return QB_IPCS_RATE_SLOW;
    case Rate::off:
      break;
  }
  return QB_IPCS_RATE_OFF_2;  // multicasts fail in the client, other requests wait
}

}  // namespace

std::string service_name(ServiceId service, const std::string& instance) {
  std::string name;
  switch (service) {
    case ServiceId::cmap:
      name = "cmap";
      break;
    case ServiceId::cfg:
      name = "cfg";
      break;
    case ServiceId::cpg:
      name = "cpg";
      break;
    case ServiceId::quorum:
      name = "quorum";
      break;
    case ServiceId::votequorum:
      name = "votequorum";
      break;
    case ServiceId::admin:
      name = "rondel";
      break;
  }
  return instance.empty() ? name : name + "-" + instance;
}

QbServer::QbServer(runtime::EventLoop& loop, ServerListener& listener, QbServerSettings settings, Log log)
    : loop_{loop},
      listener_{listener},
      settings_{std::move(settings)},
      log_{std::move(log)},
      polls_{loop.native()},
      reads_{loop, [this](ConnectionId id) { flush(id); }},
      self_{std::make_shared<QbServer*>(this)} {}

QbServer::~QbServer() {
  close();
  *self_ = nullptr;
}

Result<void> QbServer::open(ServiceId service) {
  ENSURE(!services_.contains(service));
  const std::string name = service_name(service, settings_.instance);
  qb_ipcs_service_handlers handlers{};
  handlers.connection_accept = on_accept;
  handlers.connection_created = on_created;
  handlers.msg_process = on_request;
  handlers.connection_closed = on_closed;
  handlers.connection_destroyed = on_destroyed;
  // Shared memory always: Pacemaker refuses the other type (ipc.md 2.9).
  qb_ipcs_service_t* const handle =
      ::qb_ipcs_create(name.c_str(), static_cast<std::int32_t>(service), QB_IPC_SHM, &handlers);
  if (handle == nullptr) return error("can't create the IPC service {}: {}", name, std::strerror(errno));
  ::qb_ipcs_service_context_set(handle, this);
  qb_ipcs_poll_handlers polls = PollTable::handlers();
  ::qb_ipcs_poll_handlers_set(handle, &polls);
  const std::int32_t result = ::qb_ipcs_run(handle);  // frees the service if it fails
  if (result < 0)
    return error("can't open the IPC service {}: {}{}", name, std::strerror(-result),
                 result == -EADDRINUSE ? " (does another daemon serve it?)" : "");
  const Service& opened = services_.emplace(service, Service{handle, Rate::fast}).first->second;
  apply_rate(service, opened);
  return {};
}

void QbServer::close() {
  // In corosync's order of unloading. Those who are told may ask for disconnects of others, which then come to nothing.
  std::map<ServiceId, Service> closing;
  closing.swap(services_);
  for (const auto& [service, opened] : closing) ::qb_ipcs_destroy(opened.handle);
  for (const auto& [id, connection] : connections_) ::qb_ipcs_context_set(connection->handle, nullptr);
  connections_.clear();
  backlogged_.clear();
  if (flush_timer_) loop_.cancel(*flush_timer_);
  flush_timer_.reset();
}

void QbServer::respond(ConnectionId id, Bytes bytes) {
  Connection* const connection = find(id);
  if (connection == nullptr || connection->doomed) return;
  const ssize_t sent = ::qb_ipcs_response_send(connection->handle, bytes.data(), bytes.size());
  if (sent >= 0 || sent == -ENOTCONN || sent == -EPIPE || sent == -ECONNRESET) return;
  // Its ring is full of answers that it never took, and a missing answer would let it wait for ever.
  log_(node::Level::warning, fmt::format("A client doesn't take its answers, disconnecting. {} reason=\"{}\"",
                                         about(*connection), std::strerror(static_cast<int>(-sent))));
  doom(*connection);
}

void QbServer::rate(ServiceId service, Rate rate) {
  const auto found = services_.find(service);
  if (found == services_.end() || found->second.rate == rate) return;
  found->second.rate = rate;
  apply_rate(service, found->second);
}

void QbServer::disconnect(ConnectionId id) {
  if (Connection* const connection = find(id)) doom(*connection);
}

bool QbServer::behind(ConnectionId id) const {
  const auto found = connections_.find(id);
  return found != connections_.end() && found->second->behind;
}

void QbServer::expect_parts(ConnectionId id) {
  Connection* const connection = find(id);
  if (connection == nullptr || std::exchange(connection->in_parts, true)) return;
  regulate(*connection);
}

std::size_t QbServer::backlog_bytes(ConnectionId id) const {
  const auto found = connections_.find(id);
  return found == connections_.end() ? 0 : found->second->backlog.bytes();
}

// libqb sets the word of all connections, also of those whose word is closed.
void QbServer::apply_rate(ServiceId service, const Service& opened) {
  ::qb_ipcs_request_rate_limit(opened.handle, native_rate(opened.rate));
  for (auto& [id, connection] : connections_) {
    if (connection->service != service) continue;
    polls_.mute(connection->handle, opened.rate == Rate::off);
    if (connection->word) static_cast<void>(connection->word->set(FlowWord::no_multicasts));
  }
}

QbServer::Connection* QbServer::find(ConnectionId id) {
  const auto found = connections_.find(id);
  return found == connections_.end() ? nullptr : found->second.get();
}

// --- what libqb calls ------------------------------------------------------------------------------------------------

QbServer::Connection* QbServer::connection_of(qb_ipcs_connection_t* handle) {
  return static_cast<Connection*>(::qb_ipcs_context_get(handle));
}

QbServer& QbServer::server_of(qb_ipcs_connection_t* handle) {
  return *static_cast<QbServer*>(::qb_ipcs_connection_service_context_get(handle));
}

std::int32_t QbServer::on_accept(qb_ipcs_connection_t* handle, uid_t uid, gid_t gid) {
  QbServer& server = server_of(handle);
  const auto service = static_cast<ServiceId>(::qb_ipcs_service_id_get(handle));
  const int refusal = server.listener_.admit(service, uid, gid);
  if (refusal != 0) return refusal;
  auto made = std::make_unique<Connection>();
  made->service = service;
  made->id = ++server.last_id_;
  made->handle = handle;
  made->process.uid = uid;
  made->process.gid = gid;
  ::qb_ipcs_context_set(handle, made.get());
  server.connections_.emplace(made->id, std::move(made));
  return 0;
}

void QbServer::on_created(qb_ipcs_connection_t* handle) {
  Connection* const connection = connection_of(handle);
  if (connection != nullptr) server_of(handle).created(*connection);
}

void QbServer::created(Connection& connection) {
  qb_ipcs_connection_stats statistics{};
  if (::qb_ipcs_connection_stats_get(connection.handle, &statistics, 0) == 0)
    connection.process.pid = statistics.client_pid;
  connection.request_bytes_max =
      static_cast<std::size_t>(std::max(0, ::qb_ipcs_connection_get_buffer_size(connection.handle)));
  connection.connected = true;
  // A new connection begins with reading on, whatever the service's rate is.
  const auto found = services_.find(connection.service);
  if (found != services_.end() && found->second.rate == Rate::off) apply_rate(connection.service, found->second);
  listener_.connected(connection.service, connection.id, connection.process);
}

// libqb takes the size from the request's own header, where the client writes what it likes; reading is safe up to the
// size of the ring, which is mapped twice in a row.
std::int32_t QbServer::on_request(qb_ipcs_connection_t* handle, void* data, std::size_t size) {
  Connection* const connection = connection_of(handle);
  if (connection == nullptr || connection->doomed) return 0;
  const bool believable = size >= sizeof(RequestHeader) && size <= connection->request_bytes_max;
  // What isn't is passed on as a header alone: it contradicts itself then, and the session says so.
  const Bytes request{static_cast<const std::byte*>(data), believable ? size : sizeof(RequestHeader)};
  if (connection->in_parts) connection->last_sign = runtime::now();
  server_of(handle).listener_.request(connection->service, connection->id, request);
  return 0;
}

std::int32_t QbServer::on_closed(qb_ipcs_connection_t* handle) {
  if (Connection* const connection = connection_of(handle)) server_of(handle).forget(*connection);
  return 0;
}

// Usually closed() came before; a connection whose rings could not be made is only destroyed.
void QbServer::on_destroyed(qb_ipcs_connection_t* handle) { on_closed(handle); }

void QbServer::forget(Connection& connection) {
  const ServiceId service = connection.service;
  const ConnectionId id = connection.id;
  const bool connected = connection.connected;
  ::qb_ipcs_context_set(connection.handle, nullptr);
  forget_backlog(connection);
  connections_.erase(id);
  if (connected) listener_.disconnected(service, id);
}

}  // namespace rondel::ipc
