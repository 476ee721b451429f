// libcpg: walking over the groups. The daemon holds a snapshot; the handle that it gave us is kept behind our own.
#include <corosync/cpg.h>

#include "client/api.h"
#include "client/cpg_client.h"
#include "client/cpg_name.h"
#include "ipc/cpg.h"

using namespace rondel::client;
namespace layout = rondel::ipc::cpg;

RONDEL_API cs_error_t cpg_iteration_initialize(cpg_handle_t handle, cpg_iteration_type_t iteration_type,
                                               const struct cpg_name* group,
                                               cpg_iteration_handle_t* cpg_iteration_handle) {
  if (iteration_type < CPG_ITERATION_NAME_ONLY || iteration_type > CPG_ITERATION_ALL) return CS_ERR_INVALID_PARAM;
  if ((iteration_type == CPG_ITERATION_ONE_GROUP) != (group != nullptr)) {
    return group != nullptr && group->length > CPG_MAX_NAME_LENGTH ? CS_ERR_NAME_TOO_LONG : CS_ERR_INVALID_PARAM;
  }
  if (cpg_iteration_handle == nullptr) return CS_ERR_INVALID_PARAM;
  return guarded([&]() -> cs_error_t {
    const auto client = clients().find(handle);
    if (client == nullptr) return CS_ERR_BAD_HANDLE;
    layout::IterationInitialize request;
    if (group != nullptr) {
      const auto name = wire_name(*group);
      if (!name) return CS_ERR_NAME_TOO_LONG;
      request.group = *name;
    }
    request.type = iteration_type;
    layout::HandleReply reply;
    const cs_error_t status = client->connection->call(layout::request_iteration_initialize, request, reply);
    if (status != CS_OK) return status;
    *cpg_iteration_handle = iterations().add(std::make_shared<Iteration>(Iteration{client, reply.handle}));
    return CS_OK;
  });
}

RONDEL_API cs_error_t cpg_iteration_next(cpg_iteration_handle_t handle,
                                         struct cpg_iteration_description_t* description) {
  if (description == nullptr) return CS_ERR_INVALID_PARAM;
  return guarded([&]() -> cs_error_t {
    const auto iteration = iterations().find(handle);
    const auto client = iteration == nullptr ? nullptr : iteration->client.lock();
    if (client == nullptr || client->finalized) return CS_ERR_BAD_HANDLE;
    layout::HandleRequest request;
    request.handle = iteration->daemon_handle;
    layout::IterationReply reply;
    const cs_error_t status = client->connection->call(layout::request_iteration_next, request, reply);
    if (status != CS_OK) return status;
    const auto name = public_name(reply.group);
    if (!name) return CS_ERR_LIBRARY;
    description->group = *name;
    description->nodeid = reply.node;
    description->pid = reply.pid;
    return CS_OK;
  });
}

RONDEL_API cs_error_t cpg_iteration_finalize(cpg_iteration_handle_t handle) {
  return guarded([&]() -> cs_error_t {
    const auto iteration = iterations().remove(handle);
    const auto client = iteration == nullptr ? nullptr : iteration->client.lock();
    if (client == nullptr || client->finalized) return CS_ERR_BAD_HANDLE;
    layout::HandleRequest request;
    request.handle = iteration->daemon_handle;
    rondel::ipc::ReplyHeader reply;
    return client->connection->call(layout::request_iteration_finalize, request, reply);
  });
}
