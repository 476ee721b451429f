// libcpg: events to callbacks.
#include <corosync/cpg.h>

#include <chrono>

#include "client/api.h"
#include "client/cpg_client.h"
#include "client/cpg_event.h"

namespace rondel::client {

namespace {

// A dispatch that waits looks up this often: whether the handle was finalized by another thread, and so that a stray
// wake-up byte without an event can't hold it for ever (qb.md 9.4).
constexpr std::chrono::milliseconds wait_slice{1000};

// Callbacks may dispatch again, so each running dispatch has a buffer of its own; one is kept for the next.
class EventBuffer {
 public:
  explicit EventBuffer(CpgClient& client) : client_{client} {
    {
      const std::lock_guard lock{client_.buffers_mutex};
      bytes_ = std::move(client_.spare_event_buffer);
    }
    if (bytes_ == nullptr) bytes_ = std::make_unique_for_overwrite<std::byte[]>(event_bytes_max);
  }
  EventBuffer(const EventBuffer&) = delete;
  EventBuffer& operator=(const EventBuffer&) = delete;
  ~EventBuffer() {
    const std::lock_guard lock{client_.buffers_mutex};
    client_.spare_event_buffer = std::move(bytes_);
  }
  [[nodiscard]] std::span<std::byte> span() { return {bytes_.get(), event_bytes_max}; }

 private:
  CpgClient& client_;
  std::unique_ptr<std::byte[]> bytes_;
};

// Calls the callback of one event, if the program has one.
struct Deliver {
  cpg_handle_t handle;
  CpgClient& client;

  cs_error_t operator()(const NoEvent&) const { return CS_ERR_LIBRARY; }

  cs_error_t operator()(const MessageEvent& event) const {
    message(event.group, event.sender, event.message);
    return CS_OK;
  }

  cs_error_t operator()(const PartEvent& event) const {
    auto whole = client.assemblies.add(event.sender, event.part, event.message_bytes, event.fragment);
    if (whole) message(event.group, event.sender, *whole);
    return CS_OK;
  }

  cs_error_t operator()(const ChangeEvent& event) const {
    for (const cpg_address& left : event.left) client.assemblies.forget({left.nodeid, left.pid});
    if (client.callbacks.cpg_confchg_fn != nullptr) {
      client.callbacks.cpg_confchg_fn(handle, &event.group, event.members.data(), event.members.size(),
                                      event.left.data(), event.left.size(), event.joined.data(), event.joined.size());
    }
    return CS_OK;
  }

  cs_error_t operator()(const RingEvent& event) const {
    if (client.callbacks.cpg_totem_confchg_fn != nullptr) {
      client.callbacks.cpg_totem_confchg_fn(handle, event.ring, static_cast<std::uint32_t>(event.members.size()),
                                            event.members.data());
    }
    return CS_OK;
  }

  cs_error_t operator()(const TransitionalEvent& event) const {
    if (client.transitional != nullptr) {
      client.transitional(handle, static_cast<std::uint32_t>(event.nodes.size()), event.nodes.data());
    }
    return CS_OK;
  }

 private:
  void message(const cpg_name& group, Sender sender, std::span<std::byte> bytes) const {
    if (client.callbacks.cpg_deliver_fn == nullptr) return;
    client.callbacks.cpg_deliver_fn(handle, &group, sender.node, sender.pid, bytes.data(), bytes.size());
  }
};

cs_error_t dispatch(cpg_handle_t handle, CpgClient& client, cs_dispatch_flags_t flags) {
  const bool waits = flags == CS_DISPATCH_ONE || flags == CS_DISPATCH_BLOCKING;
  const bool goes_on = flags == CS_DISPATCH_ALL || flags == CS_DISPATCH_BLOCKING;
  EventBuffer buffer{client};
  do {
    std::size_t received = 0;
    const auto wait = waits ? wait_slice : std::chrono::milliseconds{0};
    cs_error_t status = client.connection->receive(buffer.span(), wait, received);
    if (status == CS_ERR_TRY_AGAIN && waits && !client.finalized) continue;
    if (status == CS_ERR_TRY_AGAIN && flags == CS_DISPATCH_ALL) return CS_OK;
    if (status == CS_OK) {
      Event event = read_event(buffer.span().first(received));
      status = std::visit(Deliver{handle, client}, event);
      if (!goes_on) return status;
    }
    if (client.finalized) return CS_ERR_BAD_HANDLE;
    if (status != CS_OK) return status;
  } while (true);
}

}  // namespace

}  // namespace rondel::client

using namespace rondel::client;

RONDEL_API cs_error_t cpg_dispatch(cpg_handle_t handle, cs_dispatch_flags_t dispatch_types) {
  const std::shared_ptr<CpgClient> client = clients().find(handle);
  if (client == nullptr) return CS_ERR_BAD_HANDLE;
  if (dispatch_types < CS_DISPATCH_ONE || dispatch_types > CS_DISPATCH_ONE_NONBLOCKING) return CS_ERR_INVALID_PARAM;
  return guarded([&] { return dispatch(handle, *client, dispatch_types); });
}
