// What the API answers when there is no daemon: an instance name that nobody serves makes sure of that.
#include <corosync/cpg.h>
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>

namespace {

struct NoDaemon {
  NoDaemon() { setenv("RONDEL_INSTANCE", "unit-test-without-daemon", 1); }
  ~NoDaemon() { unsetenv("RONDEL_INSTANCE"); }
};

}  // namespace

TEST_CASE("without a daemon nothing is initialized") {
  const NoDaemon environment;
  cpg_handle_t handle = 5;
  cpg_callbacks_t callbacks{};
  CHECK(cpg_initialize(&handle, &callbacks) == CS_ERR_LIBRARY);
  CHECK(cpg_initialize(&handle, nullptr) == CS_ERR_LIBRARY);
  CHECK(cpg_model_initialize(&handle, CPG_MODEL_V1, nullptr, nullptr) == CS_ERR_LIBRARY);
  CHECK(handle == 5);
}

TEST_CASE("models and flags that don't exist are refused before anything else") {
  cpg_handle_t handle = 0;
  cpg_model_v1_data_t model{};
  auto* data = reinterpret_cast<cpg_model_data_t*>(&model);
  CHECK(cpg_model_initialize(&handle, static_cast<cpg_model_t>(0), data, nullptr) == CS_ERR_INVALID_PARAM);
  model.flags = 2;
  CHECK(cpg_model_initialize(&handle, CPG_MODEL_V1, data, nullptr) == CS_ERR_INVALID_PARAM);
  CHECK(cpg_model_initialize(nullptr, CPG_MODEL_V1, nullptr, nullptr) == CS_ERR_INVALID_PARAM);
  CHECK(cpg_initialize(nullptr, nullptr) == CS_ERR_INVALID_PARAM);
}

TEST_CASE("a bad instance name is the program's mistake") {
  setenv("RONDEL_INSTANCE", "no/such", 1);
  cpg_handle_t handle = 0;
  CHECK(cpg_initialize(&handle, nullptr) == CS_ERR_INVALID_PARAM);
  unsetenv("RONDEL_INSTANCE");
}

TEST_CASE("every function refuses a handle that is none") {
  const cpg_handle_t none = 77;
  int number = 0;
  unsigned node = 0;
  std::uint32_t size = 0;
  void* pointer = nullptr;
  cpg_name group{};
  cpg_address members[CPG_MEMBERS_MAX];
  cpg_flow_control_state_t flow{};
  cpg_iteration_handle_t iteration = 0;
  cpg_iteration_description_t description{};
  CHECK(cpg_finalize(none) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_fd_get(none, &number) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_context_get(none, &pointer) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_context_set(none, nullptr) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_dispatch(none, CS_DISPATCH_ALL) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_join(none, &group) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_leave(none, &group) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_mcast_joined(none, CPG_TYPE_AGREED, nullptr, 0) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_membership_get(none, &group, members, &number) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_local_get(none, &node) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_max_atomic_msgsize_get(none, &size) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_flow_control_state_get(none, &flow) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_zcb_alloc(none, 1, &pointer) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_zcb_free(none, &number) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_zcb_mcast_joined(none, CPG_TYPE_AGREED, &number, 1) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_iteration_initialize(none, CPG_ITERATION_ALL, nullptr, &iteration) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_iteration_next(none, &description) == CS_ERR_BAD_HANDLE);
  CHECK(cpg_iteration_finalize(none) == CS_ERR_BAD_HANDLE);
}

TEST_CASE("pointers that are needed are asked for") {
  cpg_iteration_handle_t iteration = 0;
  cpg_name group{};
  CHECK(cpg_join(1, nullptr) == CS_ERR_INVALID_PARAM);
  CHECK(cpg_leave(1, nullptr) == CS_ERR_INVALID_PARAM);
  CHECK(cpg_fd_get(1, nullptr) == CS_ERR_INVALID_PARAM);
  CHECK(cpg_iteration_next(1, nullptr) == CS_ERR_INVALID_PARAM);
  CHECK(cpg_iteration_initialize(1, CPG_ITERATION_ONE_GROUP, nullptr, &iteration) == CS_ERR_INVALID_PARAM);
  CHECK(cpg_iteration_initialize(1, CPG_ITERATION_ALL, &group, &iteration) == CS_ERR_INVALID_PARAM);
}
