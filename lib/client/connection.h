// Connection: one libqb connection to one service of the daemon, made safe for several threads. libqb's client has no
// locks and two senders destroy its ring (qb.md 13), so there is one lock for requests and one for events: a thread
// that waits for events never holds up one that sends.
#pragma once

#include <corosync/corotypes.h>
#include <qb/qbipcc.h>
#include <sys/uio.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "ipc/header.h"

namespace rondel::client {

// "cpg", or "cpg-NAME" if the environment's RONDEL_INSTANCE names an instance. None if that name can't be one: it has
// 1 to 64 letters, digits, '-', '_' or '.'. Programs with raised privileges ignore the environment.
[[nodiscard]] std::optional<std::string> service_name(const char* service);

// The daemon's flow-control word stops requests whose limit it does not exceed (ipc.md 5.1).
enum class FlowLimit : std::uint32_t { requests = 1, multicasts = 2 };

class Connection {
 public:
  [[nodiscard]] static cs_error_t open(const char* service, std::unique_ptr<Connection>& opened);

  // Sends, and waits for the answer as long as the daemon lives. Returns the status in the answer, or why there is
  // none. CS_ERR_TRY_AGAIN of a local cause (flow control, full ring) means that nothing was sent.
  template <typename Reply>
  [[nodiscard]] cs_error_t call(std::span<const iovec> request, Reply& reply, FlowLimit limit = FlowLimit::requests) {
    return call(request, &reply, sizeof reply, limit);
  }
  // The same for a request that is one structure: fills in its header.
  template <typename Request, typename Reply>
  [[nodiscard]] cs_error_t call(std::int32_t id, Request& request, Reply& reply) {
    ipc::RequestHeader header;
    header.id = id;
    header.size = sizeof request;
    *reinterpret_cast<ipc::RequestHeader*>(&request) = header;
    const std::array<iovec, 1> parts{iovec{&request, sizeof request}};
    return call(parts, &reply, sizeof reply, FlowLimit::requests);
  }

  // Sends a multicast, which has no answer.
  [[nodiscard]] cs_error_t send(std::span<const iovec> request);

  // One event into the buffer; its size comes back in `received`. CS_ERR_TRY_AGAIN if there was none in time, or a
  // signal arrived. Waiting in another thread counts as none when wait is 0.
  [[nodiscard]] cs_error_t receive(std::span<std::byte> buffer, std::chrono::milliseconds wait, std::size_t& received);

  [[nodiscard]] cs_error_t descriptor(int& fd) const;

 private:
  struct Disconnect {
    void operator()(qb_ipcc_connection_t* connection) const { qb_ipcc_disconnect(connection); }
  };

  explicit Connection(qb_ipcc_connection_t* connection) : connection_{connection} {}
  cs_error_t call(std::span<const iovec> request, void* reply, std::size_t reply_bytes, FlowLimit limit);

  std::unique_ptr<qb_ipcc_connection_t, Disconnect> connection_;
  std::mutex requests_;
  std::mutex events_;
};

}  // namespace rondel::client
