#include "client.h"

#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "options.h"

namespace cpgload {

namespace {

constexpr double connect_seconds_max = 120;  // the daemon may be starting, or a ring forming under loss
constexpr int status_lost = 3;

[[noreturn]] void lost(const char* doing, cs_error_t status) {
  std::fflush(stdout);
  std::fprintf(stderr, "cpgload: %s: %s\n", doing, cs_strerror(status));
  std::exit(status_lost);
}

}  // namespace

double now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

struct Callbacks {
  static Client& client(cpg_handle_t handle) {
    void* context = nullptr;
    cpg_context_get(handle, &context);
    return *static_cast<Client*>(context);
  }
  static void deliver(cpg_handle_t handle, const cpg_name*, std::uint32_t node, std::uint32_t pid, void* bytes,
                      std::size_t size) {
    client(handle).listener_.delivered({node, pid, {static_cast<const std::byte*>(bytes), size}});
  }
  static void change(cpg_handle_t handle, const cpg_name*, const cpg_address* members, std::size_t member_count,
                     const cpg_address*, std::size_t left_count, const cpg_address* joined, std::size_t joined_count) {
    Client& self = client(handle);
    for (std::size_t i = 0; i < joined_count; ++i) {
      if (joined[i].nodeid == self.node_ && joined[i].pid == self.pid_) self.joined_ = true;
    }
    self.listener_.changed({members, member_count}, left_count, joined_count);
  }
  static void ring(cpg_handle_t handle, cpg_ring_id ring, std::uint32_t count, const std::uint32_t* nodes) {
    client(handle).listener_.ring(ring, {nodes, count});
  }
};

Client::Client(Listener& listener) : listener_{listener}, pid_{static_cast<std::uint32_t>(getpid())} {
  cpg_model_v1_data_t model{};
  model.model = CPG_MODEL_V1;
  model.cpg_deliver_fn = Callbacks::deliver;
  model.cpg_confchg_fn = Callbacks::change;
  model.cpg_totem_confchg_fn = Callbacks::ring;
  model.flags = CPG_MODEL_V1_DELIVER_INITIAL_TOTEM_CONF;
  const double end = now() + connect_seconds_max;
  cs_error_t status = CS_OK;
  while ((status = cpg_model_initialize(&handle_, CPG_MODEL_V1, reinterpret_cast<cpg_model_data_t*>(&model), this)) !=
         CS_OK) {
    if ((status != CS_ERR_LIBRARY && status != CS_ERR_TRY_AGAIN) || now() > end) lost("connect", status);
    usleep(20'000);
  }
  unsigned node = 0;
  if ((status = cpg_local_get(handle_, &node)) != CS_OK) lost("local get", status);
  node_ = node;
  if ((status = cpg_fd_get(handle_, &fd_)) != CS_OK) lost("descriptor", status);
}

Client::~Client() { cpg_finalize(handle_); }

void Client::join(const std::string& group) {
  cpg_name name{};
  if (group.size() > sizeof name.value) misuse("group name too long");
  name.length = static_cast<std::uint32_t>(group.size());
  std::memcpy(name.value, group.data(), group.size());
  cs_error_t status = CS_OK;
  while ((status = cpg_join(handle_, &name)) == CS_ERR_TRY_AGAIN) usleep(1000);
  if (status != CS_OK) lost("join", status);
  while (!joined_) {
    // One by one: nothing of what comes behind the join may be lost, nothing of it is handled before "ready".
    status = cpg_dispatch(handle_, CS_DISPATCH_ONE);
    if (status != CS_OK) lost("dispatch", status);
  }
  std::puts("ready");
  std::fflush(stdout);
}

bool Client::send(std::span<const std::byte> message, cpg_guarantee_t guarantee) {
  const iovec piece{const_cast<std::byte*>(message.data()), message.size()};
  const cs_error_t status = cpg_mcast_joined(handle_, guarantee, &piece, 1);
  if (status != CS_OK && status != CS_ERR_TRY_AGAIN && status != CS_ERR_INTERRUPT) lost("multicast", status);
  return status == CS_OK;
}

void Client::dispatch(double seconds) {
  if (seconds > 0) {
    pollfd ready{fd_, POLLIN, 0};
    if (poll(&ready, 1, static_cast<int>(seconds * 1000) + 1) <= 0) return;
  }
  const cs_error_t status = cpg_dispatch(handle_, CS_DISPATCH_ALL);
  if (status != CS_OK) lost("dispatch", status);
}

}  // namespace cpgload
