// PidLock: the pid file, locked for as long as the daemon runs, so that no second one starts by accident. It is
// corosync's file with corosync's kind of lock: the two can't run at once either.
#pragma once

#include <string>

#include "base/result.h"
#include "base/unique_fd.h"

namespace rondel::runtime {

class PidLock {
 public:
  enum class Failure { file, already_running };
  struct Refusal {
    Failure failure = Failure::file;
    std::string text;
  };

  // Takes the lock and writes this process's id. What a dead daemon left is taken over. After the last fork: the lock
  // belongs to the process.
  [[nodiscard]] static tl::expected<PidLock, Refusal> take(const std::string& path);

  PidLock(PidLock&&) noexcept = default;
  PidLock& operator=(PidLock&&) = delete;
  ~PidLock();  // removes the file

 private:
  PidLock(std::string path, UniqueFd file) : path_{std::move(path)}, file_{std::move(file)} {}

  std::string path_;
  UniqueFd file_;
};

}  // namespace rondel::runtime
