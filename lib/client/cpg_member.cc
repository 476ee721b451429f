// libcpg: joining, leaving, and questions about who is there.
#include <corosync/cpg.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "client/api.h"
#include "client/cpg_client.h"
#include "client/cpg_name.h"
#include "ipc/cpg.h"

namespace rondel::client {

namespace {

namespace layout = ipc::cpg;

// The daemon answers "busy" until an earlier join or leave of the same connection came back from the ring. That takes
// milliseconds, or as long as the nodes need to agree who they are; the answer may also never change (ipc.md 9.2).
constexpr std::chrono::seconds busy_wait_max{30};
constexpr std::chrono::milliseconds busy_pause_max{50};

template <typename Call>
cs_error_t while_busy(Call call) {
  const auto end = std::chrono::steady_clock::now() + busy_wait_max;
  std::chrono::milliseconds pause{1};
  while (true) {
    const cs_error_t status = call();
    if (status != CS_ERR_BUSY || std::chrono::steady_clock::now() >= end) return status;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, busy_pause_max);
  }
}

}  // namespace

}  // namespace rondel::client

using namespace rondel::client;

RONDEL_API cs_error_t cpg_join(cpg_handle_t handle, const struct cpg_name* group) {
  if (group == nullptr) return CS_ERR_INVALID_PARAM;
  return guarded([&]() -> cs_error_t {
    const auto client = clients().find(handle);
    if (client == nullptr) return CS_ERR_BAD_HANDLE;
    const auto name = wire_name(*group);
    if (!name) return CS_ERR_NAME_TOO_LONG;
    return while_busy([&] {
      layout::Join request;
      request.group = *name;
      request.pid = static_cast<std::uint32_t>(getpid());
      request.flags = client->callbacks.flags;
      rondel::ipc::ReplyHeader reply;
      return client->connection->call(layout::request_join, request, reply);
    });
  });
}

RONDEL_API cs_error_t cpg_leave(cpg_handle_t handle, const struct cpg_name* group) {
  if (group == nullptr) return CS_ERR_INVALID_PARAM;
  return guarded([&]() -> cs_error_t {
    const auto client = clients().find(handle);
    if (client == nullptr) return CS_ERR_BAD_HANDLE;
    const auto name = wire_name(*group);
    if (!name) return CS_ERR_NAME_TOO_LONG;
    return while_busy([&] {
      layout::Leave request;
      request.group = *name;
      request.pid = static_cast<std::uint32_t>(getpid());
      rondel::ipc::ReplyHeader reply;
      return client->connection->call(layout::request_leave, request, reply);
    });
  });
}

RONDEL_API cs_error_t cpg_membership_get(cpg_handle_t handle, struct cpg_name* groupName,
                                         struct cpg_address* member_list, int* member_list_entries) {
  if (groupName == nullptr || member_list == nullptr || member_list_entries == nullptr) return CS_ERR_INVALID_PARAM;
  return guarded([&]() -> cs_error_t {
    const auto client = clients().find(handle);
    if (client == nullptr) return CS_ERR_BAD_HANDLE;
    const auto name = wire_name(*groupName);
    if (!name) return CS_ERR_NAME_TOO_LONG;
    layout::Membership request;
    request.group = *name;
    layout::MembershipReply reply;
    const cs_error_t status = client->connection->call(layout::request_membership, request, reply);
    if (status != CS_OK) return status;
    const std::uint32_t count = std::min<std::uint32_t>(reply.count, CPG_MEMBERS_MAX);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto& member = reply.members[i];
      member_list[i] = {member.node, member.pid, CPG_REASON_UNDEFINED};
    }
    *member_list_entries = static_cast<int>(count);
    return reply.count > CPG_MEMBERS_MAX ? CS_ERR_NO_SPACE : CS_OK;
  });
}

RONDEL_API cs_error_t cpg_local_get(cpg_handle_t handle, unsigned int* local_nodeid) {
  if (local_nodeid == nullptr) return CS_ERR_INVALID_PARAM;
  return guarded([&]() -> cs_error_t {
    const auto client = clients().find(handle);
    if (client == nullptr) return CS_ERR_BAD_HANDLE;
    rondel::ipc::RequestHeader request;
    layout::LocalReply reply;
    const cs_error_t status = client->connection->call(layout::request_local, request, reply);
    if (status == CS_OK) *local_nodeid = reply.node;
    return status;
  });
}
