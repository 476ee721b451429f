#include "link/knet_handle.h"

#include <cerrno>
#include <system_error>

namespace rondel::link {

std::string errno_text() { return std::generic_category().message(errno); }

Result<NewKnetHandle> new_knet_handle(NodeId self, int log_fd) {
  NewKnetHandle result;
  result.handle.reset(knet_handle_new_ex(knet_id(self), log_fd, KNET_LOG_DEBUG, KNET_HANDLE_FLAG_PRIVILEGED));
  // The error by which libknet says that it may not have buffers as large as it wants (ring.md 7.1).
  if (result.handle == nullptr && errno == ENAMETOOLONG) {
    result.privileged = false;
    result.handle.reset(knet_handle_new_ex(knet_id(self), log_fd, KNET_LOG_DEBUG, 0));
  }
  if (result.handle == nullptr) return error("knet: making a handle for node {} failed: {}", self.value, errno_text());
  return result;
}

}  // namespace rondel::link
