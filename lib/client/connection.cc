#include "client/connection.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "client/api.h"

namespace rondel::client {

namespace {

constexpr std::size_t instance_bytes_max = 64;

bool is_instance(std::string_view name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  return !name.empty() && name.size() <= instance_bytes_max && name.find_first_not_of(allowed) == name.npos;
}

// libqb keeps the limit in the connection; it is raised for one call only, under the lock of the requests.
class RaisedLimit {
 public:
  RaisedLimit(qb_ipcc_connection_t* connection, FlowLimit limit)
      : connection_{limit == FlowLimit::requests ? nullptr : connection} {
    if (connection_ != nullptr) qb_ipcc_fc_enable_max_set(connection_, static_cast<std::uint32_t>(limit));
  }
  RaisedLimit(const RaisedLimit&) = delete;
  RaisedLimit& operator=(const RaisedLimit&) = delete;
  ~RaisedLimit() {
    if (connection_ != nullptr) {
      qb_ipcc_fc_enable_max_set(connection_, static_cast<std::uint32_t>(FlowLimit::requests));
    }
  }

 private:
  qb_ipcc_connection_t* connection_;
};

cs_error_t status_of(ssize_t result) { return qb_to_cs_error(result < 0 ? static_cast<int>(result) : 0); }

}  // namespace

std::optional<std::string> service_name(const char* service) {
  const char* instance = secure_getenv("RONDEL_INSTANCE");
  if (instance == nullptr || *instance == '\0') return service;
  if (!is_instance(instance)) return std::nullopt;
  return std::string{service} + "-" + instance;
}

cs_error_t Connection::open(const char* service, std::unique_ptr<Connection>& opened) {
  const std::optional<std::string> name = service_name(service);
  if (!name) return CS_ERR_INVALID_PARAM;
  errno = 0;
  qb_ipcc_connection_t* connection = qb_ipcc_connect(name->c_str(), ipc::message_bytes_max);
  if (connection == nullptr) return errno == 0 ? CS_ERR_LIBRARY : qb_to_cs_error(-errno);
  opened.reset(new Connection{connection});
  return CS_OK;
}

cs_error_t Connection::call(std::span<const iovec> request, void* reply, std::size_t reply_bytes, FlowLimit limit) {
  ssize_t result = 0;
  {
    const std::lock_guard lock{requests_};
    const RaisedLimit raised{connection_.get(), limit};
    result = qb_ipcc_sendv_recv(connection_.get(), request.data(), static_cast<std::uint32_t>(request.size()), reply,
                                reply_bytes, CS_IPC_TIMEOUT_MS);
  }
  if (result < 0) return status_of(result);
  const auto received = static_cast<std::size_t>(result);
  if (received < sizeof(ipc::ReplyHeader)) return CS_ERR_LIBRARY;
  ipc::ReplyHeader header;
  std::memcpy(&header, reply, sizeof header);
  // An answer that says "fine" must be whole; a refusal is only a header.
  if (header.error == CS_OK && received < reply_bytes) return CS_ERR_LIBRARY;
  return status_told(header.error);
}

cs_error_t Connection::send(std::span<const iovec> request) {
  const std::lock_guard lock{requests_};
  const RaisedLimit raised{connection_.get(), FlowLimit::multicasts};
  return status_of(qb_ipcc_sendv(connection_.get(), request.data(), request.size()));
}

cs_error_t Connection::receive(std::span<std::byte> buffer, std::chrono::milliseconds wait, std::size_t& received) {
  std::unique_lock lock{events_, std::defer_lock};
  if (wait.count() > 0) {
    lock.lock();
  } else if (!lock.try_lock()) {
    return CS_ERR_TRY_AGAIN;
  }
  const ssize_t result =
      qb_ipcc_event_recv(connection_.get(), buffer.data(), buffer.size(), static_cast<std::int32_t>(wait.count()));
  // An event that doesn't fit stays in the ring for ever: that connection is lost, not late.
  if (result == -ENOBUFS || result == -EBADMSG) return CS_ERR_LIBRARY;
  if (result < 0) return status_of(result);
  received = static_cast<std::size_t>(result);
  return CS_OK;
}

cs_error_t Connection::descriptor(int& fd) const {
  std::int32_t found = -1;
  const int result = qb_ipcc_fd_get(connection_.get(), &found);
  if (result == 0) fd = found;
  return qb_to_cs_error(result);
}

}  // namespace rondel::client
