// libcpg against a daemon that says anything: this program takes the place of libqb, so that every answer and event of
// the daemon is the fuzzer's. No call crashes or waits for ever, and what callbacks and callers get can be read.
//
//   input  = action{*}
//   action = call:u8 size:u16 bytes[size]     the bytes are the answer to the call, or the event that it dispatches
#include <corosync/cpg.h>
#include <qb/qbipcc.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "base/ensure.h"
#include "ipc/cpg.h"
#include "script.h"

using namespace rondel;

namespace {

struct Daemon {
  std::vector<std::byte> says;
  bool said = false;
};
Daemon daemon_of_the_day;  // NOLINT(*-avoid-non-const-global-variables): libqb's calls have no other place for it

ssize_t hear(void* buffer, std::size_t size) {
  const std::vector<std::byte>& says = daemon_of_the_day.says;
  if (std::exchange(daemon_of_the_day.said, true)) return -ENOTCONN;
  if (says.size() > size) return -EMSGSIZE;
  if (!says.empty()) std::memcpy(buffer, says.data(), says.size());
  return static_cast<ssize_t>(says.size());
}

// Looked at, byte by byte, for the sanitizers.
unsigned sum(const void* bytes, std::size_t size) {
  unsigned result = 0;
  for (const std::byte byte : Bytes{static_cast<const std::byte*>(bytes), size})
    result += std::to_integer<unsigned>(byte);
  return result;
}
volatile unsigned looked_at = 0;  // NOLINT(*-avoid-non-const-global-variables)

void on_message(cpg_handle_t, const cpg_name* group, std::uint32_t, std::uint32_t, void* message, std::size_t size) {
  ENSURE(group->length <= CPG_MAX_NAME_LENGTH);
  looked_at = sum(message, size);
}

void on_change(cpg_handle_t, const cpg_name* group, const cpg_address* members, std::size_t member_count,
               const cpg_address* left, std::size_t left_count, const cpg_address* joined, std::size_t joined_count) {
  ENSURE(group->length <= CPG_MAX_NAME_LENGTH);
  looked_at = sum(members, member_count * sizeof *members) + sum(left, left_count * sizeof *left) +
              sum(joined, joined_count * sizeof *joined);
}

void on_ring(cpg_handle_t, cpg_ring_id, std::uint32_t count, const std::uint32_t* members) {
  looked_at = sum(members, count * sizeof *members);
}

// "Busy" and "try again" are waited for, which is right and slow.
void never_wait(std::vector<std::byte>& answer) {
  ipc::ReplyHeader header;
  if (answer.size() < sizeof header) return;
  std::memcpy(&header, answer.data(), sizeof header);
  if (header.error != ipc::status_busy && header.error != ipc::status_try_again) return;
  header.error = ipc::status_ok;
  std::memcpy(answer.data(), &header, sizeof header);
}

void walk(cpg_handle_t handle, fuzz::Script& script) {
  cpg_iteration_handle_t iteration = 0;
  if (cpg_iteration_initialize(handle, CPG_ITERATION_ALL, nullptr, &iteration) != CS_OK) return;
  const Bytes next = script.bytes(script.u16());
  daemon_of_the_day = {{next.begin(), next.end()}, false};
  cpg_iteration_description_t found{};
  if (cpg_iteration_next(iteration, &found) == CS_OK) ENSURE(found.group.length <= CPG_MAX_NAME_LENGTH);
  static_cast<void>(cpg_iteration_finalize(iteration));
}

void call(cpg_handle_t handle, std::uint32_t which, fuzz::Script& script) {
  cpg_name group{};
  group.length = 3;
  switch (which) {
    case 0:
      return static_cast<void>(cpg_dispatch(handle, CS_DISPATCH_ALL));
    case 1:
      return static_cast<void>(cpg_dispatch(handle, CS_DISPATCH_ONE));
    case 2:
      return static_cast<void>(cpg_join(handle, &group));
    case 3: {
      std::array<cpg_address, CPG_MEMBERS_MAX> members{};
      int count = 0;
      if (cpg_membership_get(handle, &group, members.data(), &count) != CS_OK) return;
      ENSURE(count >= 0 && count <= CPG_MEMBERS_MAX);
      return;
    }
    case 4: {
      unsigned node = 0;
      return static_cast<void>(cpg_local_get(handle, &node));
    }
    case 5:
      return walk(handle, script);
    default: {
      std::vector<std::byte> message(ipc::cpg::message_bytes_atomic_max + 1);
      iovec piece{message.data(), message.size()};
      return static_cast<void>(cpg_mcast_joined(handle, CPG_TYPE_AGREED, &piece, 1));
    }
  }
}

}  // namespace

// --- libqb, as far as the library uses it ---

struct qb_ipcc_connection {};

extern "C" {
qb_ipcc_connection_t* qb_ipcc_connect(const char*, std::size_t) {
  static qb_ipcc_connection connection;
  return &connection;
}
void qb_ipcc_disconnect(qb_ipcc_connection_t*) {}
ssize_t qb_ipcc_sendv_recv(qb_ipcc_connection_t*, const iovec*, std::uint32_t, void* answer, std::size_t size,
                           std::int32_t) {
  never_wait(daemon_of_the_day.says);
  return hear(answer, size);
}
ssize_t qb_ipcc_sendv(qb_ipcc_connection_t*, const iovec*, std::size_t) { return 0; }
ssize_t qb_ipcc_event_recv(qb_ipcc_connection_t*, void* event, std::size_t size, std::int32_t) {
  return hear(event, size);
}
std::int32_t qb_ipcc_fd_get(qb_ipcc_connection_t*, std::int32_t* fd) {
  *fd = 0;
  return 0;
}
std::int32_t qb_ipcc_fc_enable_max_set(qb_ipcc_connection_t*, std::uint32_t) { return 0; }

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Script script{data, size};
  cpg_model_v1_data_t callbacks{};
  callbacks.cpg_deliver_fn = on_message;
  callbacks.cpg_confchg_fn = on_change;
  callbacks.cpg_totem_confchg_fn = on_ring;
  cpg_handle_t handle = 0;
  ENSURE(cpg_model_initialize(&handle, CPG_MODEL_V1, reinterpret_cast<cpg_model_data_t*>(&callbacks), nullptr) ==
         CS_OK);
  while (script.more()) {
    const std::uint32_t which = script.pick(7);
    const Bytes says = script.bytes(script.u16());
    daemon_of_the_day = {{says.begin(), says.end()}, false};
    call(handle, which, script);
  }
  static_cast<void>(cpg_finalize(handle));
  return 0;
}
}
