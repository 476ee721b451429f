// Admin: answers the rondel program (lib/ipc/admin_protocol.h). It looks at node and link and changes neither, so it is
// served in every state, also while clients of the other services have to wait.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"
#include "link/link.h"
#include "node/node.h"

namespace rondel::ipc {

struct AdminIdentity {
  std::string version;
  std::string name;  // of this node, may be empty
  std::string cluster;
  std::int32_t pid = 0;
  Time started{};
  std::function<std::int64_t()> wall_clock_ms = [] { return 0; };  // since 1970
  std::vector<link::Peer> peers;                                   // all nodes of the nodelist
};

class Admin {
 public:
  // Node and link must outlive it. `clients`: how many are connected.
  Admin(AdminIdentity, const node::Node&, const link::Link&, std::function<std::uint32_t()> clients);

  // One whole message for one whole message, headers included. Every request has an answer, nonsense an error.
  [[nodiscard]] std::vector<std::byte> answer(Time now, Bytes request) const;
  // How a recording is saved, and the path and size of the file then.
  using TraceSaver = std::function<Result<std::pair<std::string, std::uint64_t>>()>;
  void save_traces_with(TraceSaver saver) { save_trace_ = std::move(saver); }
  // After a reload.
  void set_peers(std::vector<link::Peer> peers) { identity_.peers = std::move(peers); }

 private:
  AdminIdentity identity_;
  const node::Node& node_;
  const link::Link& link_;
  std::function<std::uint32_t()> clients_;
  TraceSaver save_trace_;
};

}  // namespace rondel::ipc
