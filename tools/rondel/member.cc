#include "member.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

namespace rondel::tool {

namespace {

constexpr int retry_ms = 5;
constexpr int start_patience_ms = 10'000;
constexpr int leave_patience_ms = 2'000;

volatile std::sig_atomic_t signal_seen = 0;

Trouble trouble(const char* what, cs_error_t status) {
  const char* hint = status == CS_ERR_LIBRARY ? ", is rondeld running, and is this its instance?" : "";
  const int code = status == CS_ERR_LIBRARY || status == CS_ERR_TRY_AGAIN ? exit_unreachable : exit_refused;
  return {code, fmt::format("can't {}: {}{}", what, cs_strerror(status), hint)};
}

}  // namespace

bool Member::interrupted() { return signal_seen != 0; }

void Member::end_on_signals() {
  struct sigaction action {};
  action.sa_handler = [](int) { signal_seen = 1; };  // without SA_RESTART, so that poll() ends
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

Member::~Member() {
  if (connected_) ::cpg_finalize(handle_);
}

Member& Member::of(cpg_handle_t handle) {
  void* context = nullptr;
  ::cpg_context_get(handle, &context);
  return *static_cast<Member*>(context);
}

void Member::on_message(cpg_handle_t handle, const cpg_name*, std::uint32_t node, std::uint32_t pid, void* message,
                        std::size_t size) {
  const Member& member = of(handle);
  if (member.events_.message) member.events_.message(node, pid, {static_cast<const char*>(message), size});
}

void Member::on_change(cpg_handle_t handle, const cpg_name*, const cpg_address* members, std::size_t members_count,
                       const cpg_address* left, std::size_t left_count, const cpg_address* joined,
                       std::size_t joined_count) {
  Member& member = of(handle);
  const auto pid = static_cast<std::uint32_t>(::getpid());
  const auto is_self = [&](const cpg_address& address) { return address.nodeid == member.node_ && address.pid == pid; };
  if (std::any_of(left, left + left_count, is_self)) member.left_ = true;
  if (member.events_.change) {
    member.events_.change({members, members_count}, {left, left_count}, {joined, joined_count});
  }
}

void Member::on_ring(cpg_handle_t handle, cpg_ring_id ring, std::uint32_t count, const std::uint32_t* members) {
  const Member& member = of(handle);
  if (member.events_.ring) member.events_.ring(ring, {members, count});
}

std::optional<Trouble> Member::join(const cpg_name& group, MemberEvents events) {
  events_ = std::move(events);
  group_ = group;
  cpg_model_v1_data_t model{};
  model.model = CPG_MODEL_V1;
  model.cpg_deliver_fn = &on_message;
  model.cpg_confchg_fn = &on_change;
  model.cpg_totem_confchg_fn = &on_ring;
  model.flags = CPG_MODEL_V1_DELIVER_INITIAL_TOTEM_CONF;
  // A daemon that just started says "try again" until its first ring is there.
  cs_error_t status = CS_OK;
  for (int waited = 0; waited <= start_patience_ms && !interrupted(); waited += retry_ms) {
    status = ::cpg_model_initialize(&handle_, CPG_MODEL_V1, reinterpret_cast<cpg_model_data_t*>(&model), this);
    if (status != CS_ERR_TRY_AGAIN) break;
    ::poll(nullptr, 0, retry_ms);
  }
  if (status != CS_OK) return trouble("connect to the daemon", status);
  connected_ = true;
  unsigned int node = 0;
  status = ::cpg_local_get(handle_, &node);
  if (status != CS_OK) return trouble("ask for this node's id", status);
  node_ = node;
  for (int waited = 0; waited <= start_patience_ms && !interrupted(); waited += retry_ms) {
    status = ::cpg_join(handle_, &group_);
    if (status != CS_ERR_TRY_AGAIN) break;
    ::poll(nullptr, 0, retry_ms);
  }
  if (status != CS_OK) return trouble("join the group", status);
  return std::nullopt;
}

std::optional<Trouble> Member::send(std::string_view message) {
  const iovec part{const_cast<char*>(message.data()), message.size()};
  while (!interrupted()) {
    const cs_error_t status = ::cpg_mcast_joined(handle_, CPG_TYPE_AGREED, &part, 1);
    if (status == CS_OK) break;
    if (status != CS_ERR_TRY_AGAIN && status != CS_ERR_INTERRUPT) return trouble("send", status);
    if (auto failed = dispatch(retry_ms)) return failed;
  }
  return std::nullopt;
}

std::optional<Trouble> Member::dispatch(int wait_ms) {
  int fd = -1;
  if (const cs_error_t status = ::cpg_fd_get(handle_, &fd); status != CS_OK) return trouble("wait for events", status);
  pollfd wanted{fd, POLLIN, 0};
  if (::poll(&wanted, 1, wait_ms) < 0 && errno == EINTR) return std::nullopt;
  const cs_error_t status = ::cpg_dispatch(handle_, CS_DISPATCH_ALL);
  if (status != CS_OK) return Trouble{exit_unreachable, fmt::format("the daemon is gone: {}", cs_strerror(status))};
  return std::nullopt;
}

std::optional<Trouble> Member::leave() {
  using Clock = std::chrono::steady_clock;
  const auto give_up = Clock::now() + std::chrono::milliseconds{leave_patience_ms};
  while (::cpg_leave(handle_, &group_) == CS_ERR_TRY_AGAIN && Clock::now() < give_up) {
    if (auto failed = dispatch(retry_ms)) return failed;
  }
  while (!left_ && Clock::now() < give_up) {
    if (auto failed = dispatch(retry_ms)) return failed;
  }
  return std::nullopt;
}

}  // namespace rondel::tool
