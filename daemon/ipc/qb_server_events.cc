// Events of a QbServer: straight into the client's ring, or, when that is full, into its backlog, from where they
// follow as the client reads.
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "ipc/header.h"
#include "ipc/qb_server.h"

namespace rondel::ipc {

namespace {

iovec vector_of(Bytes bytes) {
  return {const_cast<std::byte*>(bytes.data()), bytes.size()};  // NOLINT(*-const-cast): iovec is for both directions
}

}  // namespace

void QbServer::event(ConnectionId id, Bytes head, const Payload& body) {
  Connection* const connection = find(id);
  if (connection == nullptr || connection->doomed) return;
  // Behind what waits already, or the order would be lost.
  if (!connection->backlog.empty() || send(*connection, head, body) == Sent::full) defer(*connection, head, body);
}

QbServer::Sent QbServer::send(Connection& connection, Bytes head, const Payload& body) {
  std::array<iovec, 2> parts;
  std::size_t count = 0;
  if (!head.empty()) parts[count++] = vector_of(head);
  if (!body.empty()) parts[count++] = vector_of(body.view());
  const ssize_t sent = ::qb_ipcs_event_sendv(connection.handle, parts.data(), count);
  if (sent >= 0) return Sent::yes;
  if (sent == -EAGAIN || sent == -ENOBUFS || sent == -ETIMEDOUT) return Sent::full;
  // A client that has gone is told of by libqb in a moment. Anything else means that it would miss an event.
  if (sent != -ENOTCONN && sent != -EPIPE && sent != -ECONNRESET) {
    log_(node::Level::warning,
         fmt::format("An event can't be sent, disconnecting its client. {} bytes={} reason=\"{}\"", about(connection),
                     head.size() + body.size(), std::strerror(static_cast<int>(-sent))));
    cut(connection, "an event could not be sent");
  }
  return Sent::failed;
}

void QbServer::defer(Connection& connection, Bytes head, const Payload& body) {
  if (connection.backlog.empty()) connection.last_sign = runtime::now();  // its ring held all until now
  connection.backlog.push(head, body);
  if (cut_if_too_slow(connection)) return;
  regulate(connection);
  if (!backlogged_.insert(connection.id).second) return;
  // If the kernel refuses, flush_interval is left.
  static_cast<void>(reads_.add(polls_.descriptor(connection.handle), connection.id));
  flush_later();
}

bool QbServer::cut_if_too_slow(Connection& connection) {
  const std::size_t bytes = connection.backlog.bytes();
  if (bytes <= backlog_bound(connection)) return false;
  log_(node::Level::warning, fmt::format("A client is too slow, disconnecting. {} waiting_events={} waiting_bytes={}",
                                         about(connection), connection.backlog.events(), bytes));
  cut(connection, fmt::format("it was too slow, {} bytes waited", bytes));
  return true;
}

// Who gives signs of life is only slower than the senders: a lone node orders gigabytes a second, and being cut may
// mean being fenced. It gets more room, but not without end.
std::size_t QbServer::backlog_bound(const Connection& connection) const {
  const bool lives = runtime::now() - connection.last_sign < sign_recently;
  return settings_.backlog_bytes_max * (lives ? living_factor : 1);
}

void QbServer::flush_later() {
  if (flush_timer_ || backlogged_.empty()) return;
  flush_timer_ = loop_.at(runtime::now() + flush_interval, [this] {
    flush_timer_.reset();
    flush_all();
  });
}

void QbServer::flush_all() {
  for (auto next = backlogged_.begin(); next != backlogged_.end();) flush(*next++);
  flush_later();
}

// The gate is looked at for each event, as a quick client asks for more before we are through. Not more than a ring's
// bytes in a turn: such a client could keep us here for its whole backlog.
void QbServer::flush(ConnectionId id) {
  Connection* const connection = find(id);
  if (connection == nullptr || connection->doomed) return;
  for (std::size_t bytes = 0; !connection->backlog.empty();) {
    if (bytes >= ipc::message_bytes_max) return flush_next_turn(id);
    const Backlog::Event& event = connection->backlog.front();
    const Sent sent = send(*connection, event.head(), event.body());
    if (connection->doomed) return;
    if (sent == Sent::full) return static_cast<void>(cut_if_too_slow(*connection));
    bytes += event.size();
    connection->backlog.pop();
    connection->last_sign = runtime::now();
    regulate(*connection);
  }
  forget_backlog(*connection);
}

void QbServer::flush_next_turn(ConnectionId id) {
  loop_.post([self = self_, id] {
    if (*self != nullptr) (*self)->flush(id);
  });
}

void QbServer::forget_backlog(const Connection& connection) {
  if (backlogged_.erase(connection.id) != 0) reads_.remove(polls_.descriptor(connection.handle));
}

// Whether it may multicast, after its backlog has changed.
void QbServer::regulate(Connection& connection) {
  const std::size_t bytes = connection.backlog.bytes();
  if (bytes > backlog_bytes_choke) connection.behind = true;
  if (bytes < backlog_bytes_choke / 2) connection.behind = false;
  const std::size_t late =
      connection.word_closed ? settings_.backlog_bytes_max / 2 : settings_.backlog_bytes_max / 4 * 3;
  const bool close = connection.behind && (!connection.in_parts || bytes > late);
  if (close == connection.word_closed) return;
  close ? close_word(connection) : open_word(connection);
}

void QbServer::close_word(Connection& connection) {
  connection.word_closed = true;
  const FlowWord::Place place{connection.process.pid, polls_.descriptor(connection.handle),
                              service_name(connection.service, settings_.instance)};
  // Without its word the client goes on until its bound; there is nobody to tell but itself.
  Result<FlowWord> word = FlowWord::find(place);
  if (!word || !word->set(FlowWord::no_multicasts)) return;
  connection.word.emplace(std::move(*word));
}

void QbServer::open_word(Connection& connection) {
  connection.word_closed = false;
  if (connection.word) static_cast<void>(connection.word->set(service_word(connection.service)));
  connection.word.reset();
}

// For the log.
std::string QbServer::about(const Connection& connection) const {
  const std::string more = listener_.describe(connection.service, connection.id);
  return fmt::format("service={} pid={}{}{}", service_name(connection.service, settings_.instance),
                     connection.process.pid, more.empty() ? "" : " ", more);
}

std::int32_t QbServer::service_word(ServiceId service) const {
  const auto found = services_.find(service);
  return found != services_.end() && found->second.rate == Rate::off ? FlowWord::no_multicasts : FlowWord::open;
}

void QbServer::cut(Connection& connection, std::string_view why) {
  if (on_cut_)
    on_cut_(connection.process.pid, fmt::format("a client was disconnected: {}. {}", why, about(connection)));
  doom(connection);
}

// On the next turn, as libqb and the listener may be in the middle of something with it.
void QbServer::doom(Connection& connection) {
  if (connection.doomed) return;
  connection.doomed = true;
  connection.backlog.clear();
  forget_backlog(connection);
  loop_.post([self = self_, id = connection.id] {
    if (*self == nullptr) return;
    if (Connection* const doomed = (*self)->find(id)) ::qb_ipcs_disconnect(doomed->handle);
  });
}

}  // namespace rondel::ipc
