// libcpg: connecting, finalizing, and what needs no daemon.
#include "ipc/cpg.h"

#include <corosync/cpg.h>

#include "client/api.h"
#include "client/cpg_client.h"

namespace rondel::client {

// Never destroyed: programs call the library from destructors and exit handlers.
HandleTable<CpgClient>& clients() {
  static auto& table = *new HandleTable<CpgClient>{0x63706701};
  return table;
}

HandleTable<Iteration>& iterations() {
  static auto& table = *new HandleTable<Iteration>{0x63706702};
  return table;
}

namespace {

// A daemon that doesn't know the request says that it makes no sense.
cs_error_t ask_for_transitional_views(Connection& connection) {
  rondel::ipc::RequestHeader request;
  rondel::ipc::ReplyHeader reply;
  const cs_error_t status = connection.call(rondel::ipc::cpg::request_transitional, request, reply);
  return status == CS_ERR_INVALID_PARAM ? CS_ERR_NOT_SUPPORTED : status;
}

cs_error_t connect(cpg_handle_t* handle, const cpg_model_v1_data_t& callbacks, cpg_transitional_fn_t transitional,
                   void* context) {
  auto client = std::make_shared<CpgClient>();
  if (const cs_error_t status = Connection::open("cpg", client->connection); status != CS_OK) return status;
  client->callbacks = callbacks;
  client->transitional = transitional;
  client->context = context;
  if (transitional != nullptr) {
    if (const cs_error_t status = ask_for_transitional_views(*client->connection); status != CS_OK) return status;
  }
  *handle = clients().add(std::move(client));
  return CS_OK;
}

}  // namespace

}  // namespace rondel::client

using namespace rondel::client;

RONDEL_API cs_error_t cpg_initialize(cpg_handle_t* handle, cpg_callbacks_t* callbacks) {
  if (handle == nullptr) return CS_ERR_INVALID_PARAM;
  cpg_model_v1_data_t model{};
  model.model = CPG_MODEL_V1;
  if (callbacks != nullptr) {
    model.cpg_deliver_fn = callbacks->cpg_deliver_fn;
    model.cpg_confchg_fn = callbacks->cpg_confchg_fn;
  }
  return guarded([&] { return connect(handle, model, nullptr, nullptr); });
}

RONDEL_API cs_error_t cpg_model_initialize(cpg_handle_t* handle, cpg_model_t model, cpg_model_data_t* model_data,
                                           void* context) {
  if (handle == nullptr || (model != CPG_MODEL_V1 && model != CPG_MODEL_TRANSITIONAL)) return CS_ERR_INVALID_PARAM;
  cpg_model_v1_data_t callbacks{};
  cpg_transitional_fn_t transitional = nullptr;
  if (model_data != nullptr && model == CPG_MODEL_TRANSITIONAL) {
    const auto& data = *reinterpret_cast<const cpg_model_transitional_data_t*>(model_data);
    callbacks = {model, data.cpg_deliver_fn, data.cpg_confchg_fn, data.cpg_totem_confchg_fn, data.flags};
    transitional = data.cpg_transitional_fn;
  } else if (model_data != nullptr) {
    callbacks = *reinterpret_cast<const cpg_model_v1_data_t*>(model_data);
  }
  callbacks.model = model;  // the program may have set it in the call only
  if ((callbacks.flags & ~static_cast<unsigned>(CPG_MODEL_V1_DELIVER_INITIAL_TOTEM_CONF)) != 0) {
    return CS_ERR_INVALID_PARAM;
  }
  return guarded([&] { return connect(handle, callbacks, transitional, context); });
}

// The daemon is told before the connection closes, so that no event is sent to a program that is about to go. The
// connection itself closes when a dispatch that may still run has ended.
RONDEL_API cs_error_t cpg_finalize(cpg_handle_t handle) {
  return guarded([&]() -> cs_error_t {
    const std::shared_ptr<CpgClient> client = clients().remove(handle);
    if (client == nullptr) return CS_ERR_BAD_HANDLE;
    client->finalized = true;
    rondel::ipc::RequestHeader request;
    rondel::ipc::ReplyHeader reply;
    const cs_error_t status = client->connection->call(rondel::ipc::cpg::request_finalize, request, reply);
    return status == CS_ERR_LIBRARY ? status : CS_OK;
  });
}

RONDEL_API cs_error_t cpg_fd_get(cpg_handle_t handle, int* fd) {
  if (fd == nullptr) return CS_ERR_INVALID_PARAM;
  const auto client = clients().find(handle);
  return client == nullptr ? CS_ERR_BAD_HANDLE : client->connection->descriptor(*fd);
}

RONDEL_API cs_error_t cpg_context_get(cpg_handle_t handle, void** context) {
  if (context == nullptr) return CS_ERR_INVALID_PARAM;
  const auto client = clients().find(handle);
  if (client == nullptr) return CS_ERR_BAD_HANDLE;
  *context = client->context;
  return CS_OK;
}

RONDEL_API cs_error_t cpg_context_set(cpg_handle_t handle, void* context) {
  const auto client = clients().find(handle);
  if (client == nullptr) return CS_ERR_BAD_HANDLE;
  client->context = context;
  return CS_OK;
}

RONDEL_API cs_error_t cpg_max_atomic_msgsize_get(cpg_handle_t handle, uint32_t* size) {
  if (size == nullptr) return CS_ERR_INVALID_PARAM;
  if (clients().find(handle) == nullptr) return CS_ERR_BAD_HANDLE;
  *size = rondel::ipc::cpg::message_bytes_atomic_max;
  return CS_OK;
}

RONDEL_API cs_error_t cpg_flow_control_state_get(cpg_handle_t handle, cpg_flow_control_state_t* flow_control_enabled) {
  if (flow_control_enabled == nullptr) return CS_ERR_INVALID_PARAM;
  if (clients().find(handle) == nullptr) return CS_ERR_BAD_HANDLE;
  *flow_control_enabled = CPG_FLOW_CONTROL_DISABLED;
  return CS_OK;
}
