// Server: clients on this machine. Our interface; qb_server implements it with libqb's qb_ipcs, so that programs built
// with corosync's client libraries connect unchanged.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "base/payload.h"
#include "base/result.h"

namespace rondel::ipc {

// Numbers are corosync's (ipc.md 2.1); rondel's own admin service comes behind them.
enum class ServiceId : std::uint8_t { cmap = 0, cfg = 1, cpg = 2, quorum = 3, votequorum = 5, admin = 64 };

using ConnectionId = std::uint64_t;  // never used twice in a process

struct ClientProcess {
  pid_t pid = 0;
  uid_t uid = 0;
  gid_t gid = 0;
};

class ServerListener {
 public:
  virtual ~ServerListener() = default;
  // 0 to let the client in, otherwise a negative errno that it gets (ipc.md 2.7).
  virtual int admit(ServiceId, uid_t, gid_t) = 0;
  virtual void connected(ServiceId, ConnectionId, const ClientProcess&) = 0;
  // A whole request; the bytes are the client's and are gone after the call.
  virtual void request(ServiceId, ConnectionId, Bytes) = 0;
  virtual void disconnected(ServiceId, ConnectionId) = 0;
  // What a line of the log about this client should say besides its service and process, as "key=value"; or nothing.
  [[nodiscard]] virtual std::string describe(ServiceId, ConnectionId) const { return {}; }
};

// How eagerly requests of a service are read (ipc.md 5.1).
enum class Rate : std::uint8_t { fast, normal, slow, off };

class Server {
 public:
  virtual ~Server() = default;
  // Binds the service's socket: "cpg", or "cpg-INSTANCE" when an instance has a name.
  virtual Result<void> open(ServiceId) = 0;
  virtual void close() = 0;
  virtual void respond(ConnectionId, Bytes) = 0;
  // Queued in order if the client's ring is full; a client over its bound is disconnected with one warning.
  virtual void event(ConnectionId, Bytes head, const Payload& body) = 0;
  virtual void rate(ServiceId, Rate) = 0;
  // Whether more events wait for this client than it should let come together. Its flow word then stops its multicasts,
  // except after expect_parts().
  [[nodiscard]] virtual bool behind(ConnectionId) const = 0;
  // This client sends long messages in parts, and asks before each of them. In the middle of one it can't take its
  // events, so that only the answer to a first part may stop it: its library would sleep on the flow word (ipc.md 9.6).
  virtual void expect_parts(ConnectionId) = 0;
  // A longer message could not come back to its sender, who takes no events until its last part is sent.
  [[nodiscard]] virtual std::size_t message_bytes_max() const = 0;
  virtual void disconnect(ConnectionId) = 0;
};

}  // namespace rondel::ipc
