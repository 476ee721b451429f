// libcpg: the zero copy calls. The original shares a file with the daemon, whose answer to a send is then a promise on
// memory that the program may write at the same time. Daemons of the next generation refuse that (ipc.md 9.11), so here
// a buffer is plain memory and sending it is an ordinary multicast: the same API with every daemon, one copy more.
#include <corosync/cpg.h>

#include <array>

#include "client/api.h"
#include "client/cpg_client.h"

using namespace rondel::client;

RONDEL_API cs_error_t cpg_zcb_alloc(cpg_handle_t handle, size_t size, void** buffer) {
  if (buffer == nullptr) return CS_ERR_INVALID_PARAM;
  return guarded([&]() -> cs_error_t {
    const auto client = clients().find(handle);
    if (client == nullptr) return CS_ERR_BAD_HANDLE;
    std::vector<std::byte> bytes;
    if (size >= bytes.max_size()) return CS_ERR_NO_MEMORY;
    bytes.reserve(size + 1);  // so that even an empty one has an address of its own
    bytes.resize(size);
    void* address = bytes.data();
    const std::lock_guard lock{client->buffers_mutex};
    client->zero_copy_buffers.emplace(address, std::move(bytes));
    *buffer = address;
    return CS_OK;
  });
}

RONDEL_API cs_error_t cpg_zcb_free(cpg_handle_t handle, void* buffer) {
  return guarded([&]() -> cs_error_t {
    const auto client = clients().find(handle);
    if (client == nullptr) return CS_ERR_BAD_HANDLE;
    const std::lock_guard lock{client->buffers_mutex};
    return client->zero_copy_buffers.erase(buffer) == 0 ? CS_ERR_INVALID_PARAM : CS_OK;
  });
}

RONDEL_API cs_error_t cpg_zcb_mcast_joined(cpg_handle_t handle, cpg_guarantee_t guarantee, void* msg, size_t msg_len) {
  return guarded([&]() -> cs_error_t {
    const auto client = clients().find(handle);
    if (client == nullptr) return CS_ERR_BAD_HANDLE;
    {
      const std::lock_guard lock{client->buffers_mutex};
      const auto found = client->zero_copy_buffers.find(msg);
      if (found == client->zero_copy_buffers.end() || msg_len > found->second.size()) return CS_ERR_INVALID_PARAM;
    }
    const std::array<iovec, 1> message{iovec{msg, msg_len}};
    return multicast(*client, guarantee, message);
  });
}
