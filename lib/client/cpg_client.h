// What stands behind a cpg_handle_t, and behind an iteration handle.
#pragma once

#include <corosync/cpg.h>

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "client/assembly.h"
#include "client/connection.h"
#include "client/handle_table.h"

namespace rondel::client {

// An event at its largest, and then some: the daemon delivers messages of raw clients that are a little longer than a
// request may be, and one that doesn't fit would stop the connection (ipc.md 2.3).
inline constexpr std::size_t event_bytes_max = ipc::message_bytes_max + 4096;

struct CpgClient {
  std::unique_ptr<Connection> connection;
  cpg_model_v1_data_t callbacks{};
  cpg_transitional_fn_t transitional = nullptr;
  std::atomic<void*> context{nullptr};
  std::atomic<bool> finalized{false};  // a dispatch that still runs must come to its end
  Assemblies assemblies;               // only touched by the thread that dispatches
  std::mutex parts;                    // messages in parts go one after the other

  std::mutex buffers_mutex;  // guards the two below
  std::unique_ptr<std::byte[]> spare_event_buffer;
  std::map<void*, std::vector<std::byte>> zero_copy_buffers;
};

struct Iteration {
  std::weak_ptr<CpgClient> client;  // iterations end with their connection
  std::uint64_t daemon_handle = 0;
};

[[nodiscard]] HandleTable<CpgClient>& clients();
[[nodiscard]] HandleTable<Iteration>& iterations();

[[nodiscard]] cs_error_t multicast(CpgClient& client, cpg_guarantee_t guarantee, std::span<const iovec> message);

}  // namespace rondel::client
