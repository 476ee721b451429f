// libcpg: sending. Up to 1,047,552 bytes are one request without an answer; more go in parts, each of which is answered
// (ipc.md 9.5, 9.6), and are put together by the receivers' libraries.
#include <corosync/cpg.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <thread>

#include "client/api.h"
#include "client/assembly.h"
#include "client/cpg_client.h"
#include "ipc/cpg.h"

namespace rondel::client {

namespace {

namespace layout = ipc::cpg;

constexpr std::size_t iovecs_max = 63;
constexpr std::size_t part_bytes_max = layout::message_bytes_atomic_max;

// A part that flow control holds back is tried again for a second; after that the program decides.
constexpr int part_attempts_max = 100;
constexpr std::chrono::milliseconds part_pause{10};

using Parts = std::array<iovec, iovecs_max + 1>;  // the head, then what the program gave

// Takes bytes off the front of a message that lies in pieces.
class Cursor {
 public:
  explicit Cursor(std::span<const iovec> pieces) : pieces_{pieces} {}

  // Fills parts[1...] with the next `bytes` bytes and returns how many entries of parts are in use.
  std::size_t take(std::size_t bytes, Parts& parts) {
    std::size_t used = 1;
    while (bytes > 0) {
      const iovec& piece = pieces_[index_];
      const std::size_t taken = std::min(bytes, piece.iov_len - offset_);
      if (taken > 0) parts[used++] = {static_cast<std::byte*>(piece.iov_base) + offset_, taken};
      bytes -= taken;
      offset_ += taken;
      if (offset_ == piece.iov_len) {
        ++index_;
        offset_ = 0;
      }
    }
    return used;
  }

 private:
  std::span<const iovec> pieces_;
  std::size_t index_ = 0;
  std::size_t offset_ = 0;
};

cs_error_t send_whole(CpgClient& client, cpg_guarantee_t guarantee, std::span<const iovec> message, std::size_t bytes) {
  layout::Multicast head;
  head.header.id = layout::request_multicast;
  head.header.size = static_cast<std::int32_t>(sizeof head + bytes);
  head.guarantee = guarantee;
  head.message_bytes = static_cast<std::uint32_t>(bytes);
  Parts parts{iovec{&head, sizeof head}};
  const std::size_t used = Cursor{message}.take(bytes, parts);
  return client.connection->send(std::span{parts}.first(used));
}

// "Try again" means that the daemon didn't take this part, so sending it again neither doubles nor reorders it. If the
// daemon itself answers that to a first part, it waits for us to take our events, which only the program can do.
cs_error_t send_part(CpgClient& client, std::span<const iovec> bytes, Part part) {
  cs_error_t status = CS_ERR_TRY_AGAIN;
  for (int attempt = 0; attempt < part_attempts_max; ++attempt) {
    ipc::ReplyHeader reply{};
    status = client.connection->call(bytes, reply, FlowLimit::multicasts);
    const bool answered = reply.size != 0;
    if (status != CS_ERR_TRY_AGAIN || (answered && part == Part::first)) break;
    std::this_thread::sleep_for(part_pause);
  }
  return status;
}

cs_error_t send_in_parts(CpgClient& client, cpg_guarantee_t guarantee, std::span<const iovec> message,
                         std::size_t bytes) {
  const std::lock_guard lock{client.parts};
  Cursor cursor{message};
  for (std::size_t sent = 0; sent < bytes;) {
    const std::size_t size = std::min(part_bytes_max, bytes - sent);
    const Part part = sent == 0 ? Part::first : sent + size == bytes ? Part::last : Part::continued;
    layout::PartialMulticast head;
    head.header.id = layout::request_partial_multicast;
    head.header.size = static_cast<std::int32_t>(sizeof head + size);
    head.guarantee = guarantee;
    head.message_bytes = static_cast<std::uint32_t>(bytes);
    head.fragment_bytes = static_cast<std::uint32_t>(size);
    head.part = static_cast<std::uint32_t>(part);
    Parts parts{iovec{&head, sizeof head}};
    const std::size_t used = cursor.take(size, parts);
    if (const cs_error_t status = send_part(client, std::span{parts}.first(used), part); status != CS_OK) return status;
    sent += size;
  }
  return CS_OK;
}

}  // namespace

cs_error_t multicast(CpgClient& client, cpg_guarantee_t guarantee, std::span<const iovec> message) {
  if (message.size() > iovecs_max) return CS_ERR_INVALID_PARAM;
  constexpr std::size_t message_bytes_max = std::numeric_limits<std::uint32_t>::max();
  std::size_t bytes = 0;
  for (const iovec& piece : message) {
    if (piece.iov_len > message_bytes_max - bytes) return CS_ERR_TOO_BIG;
    bytes += piece.iov_len;
  }
  if (bytes <= layout::message_bytes_atomic_max) return send_whole(client, guarantee, message, bytes);
  return send_in_parts(client, guarantee, message, bytes);
}

}  // namespace rondel::client

using namespace rondel::client;

RONDEL_API cs_error_t cpg_mcast_joined(cpg_handle_t handle, cpg_guarantee_t guarantee, const struct iovec* iovec,
                                       unsigned int iov_len) {
  return guarded([&]() -> cs_error_t {
    const auto client = clients().find(handle);
    if (client == nullptr) return CS_ERR_BAD_HANDLE;
    if (iov_len > 0 && iovec == nullptr) return CS_ERR_INVALID_PARAM;
    return multicast(*client, guarantee, {iovec, iov_len});
  });
}
