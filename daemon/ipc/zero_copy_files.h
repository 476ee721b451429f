// The files of zero copy buffers, in the two places where libraries make them.
#pragma once

#include <string>
#include <vector>

#include "session/zero_copy.h"

namespace rondel::ipc {

class ZeroCopyFiles final : public session::SharedFiles {
 public:
  // Where buffers may be: /dev/shm and the run directory.
  explicit ZeroCopyFiles(std::vector<std::string> directories) : directories_{std::move(directories)} {}

  Result<std::unique_ptr<session::SharedFile>> take(std::string_view path, std::uint64_t bytes, uid_t owner) override;
  std::uint64_t token() override;

 private:
  std::vector<std::string> directories_;
};

}  // namespace rondel::ipc
