// KnetHandle: owns a libknet handle, and the few helpers that all who call libknet share.
#pragma once

#include <memory>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "link/knet_api.h"

namespace rondel::link {

struct FreeKnetHandle {
  void operator()(knet_handle_t handle) const { knet_handle_free(handle); }
};
using KnetHandle = std::unique_ptr<knet_handle, FreeKnetHandle>;

// What libknet left in errno, as text: it fails in no other way.
[[nodiscard]] std::string errno_text();
[[nodiscard]] inline knet_node_id_t knet_id(NodeId node) { return static_cast<knet_node_id_t>(node.value); }

struct NewKnetHandle {
  KnetHandle handle;
  bool privileged = true;  // false: socket buffers are only as large as the system allows everybody
};
// libknet writes its log to `log_fd`.
[[nodiscard]] Result<NewKnetHandle> new_knet_handle(NodeId self, int log_fd);

}  // namespace rondel::link
