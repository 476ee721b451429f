// What the clients of the server's tests do, in the words of libqb.
#pragma once

#include "server_fixture.h"

namespace rondel::ipc {

// Sends a request and waits for its answer; the answer's number, or a negative error.
inline std::int64_t ask(qb_ipcc_connection_t* connection, std::uint64_t number) {
  const Numbered request = numbered(1, number);
  iovec part{const_cast<Numbered*>(&request), sizeof request};
  Numbered answer;
  const ssize_t got = ::qb_ipcc_sendv_recv(connection, &part, 1, &answer, sizeof answer, 5000);
  return got < 0 ? got : static_cast<std::int64_t>(answer.number);
}

inline ssize_t send(qb_ipcc_connection_t* connection, std::uint64_t number) {
  const Numbered request = numbered(2, number);
  return ::qb_ipcc_send(connection, &request, sizeof request);
}

// The number of the next event, or a negative error.
inline std::int64_t event(qb_ipcc_connection_t* connection, int timeout_ms) {
  static std::vector<std::byte> buffer(message_bytes_max);
  const ssize_t got = ::qb_ipcc_event_recv(connection, buffer.data(), buffer.size(), timeout_ms);
  return got < 0 ? got : static_cast<std::int64_t>(number_of(Bytes{buffer.data(), static_cast<std::size_t>(got)}));
}

inline void answer(ServerFixture& fixture, ConnectionId id, Bytes request) {
  fixture.server.respond(id, bytes_of(numbered(1, number_of(request) + 1000)));
}

}  // namespace rondel::ipc
