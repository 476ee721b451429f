// FlowWord: tells one client to stop multicasting, while its other requests are served. Each connection's request ring
// has a word in shared memory that its library looks at before it sends: at 2, multicasts fail there with TRY_AGAIN
// (qb.md 8). libqb's server sets it for a whole service only, so we write to the ring's file ourselves. Not reading the
// client's requests instead would hang it: a program that sends and then dispatches would wait in its send for room
// that only its own dispatching can make (qb.md 7.2).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace rondel::ipc {

class FlowWord {
 public:
  static constexpr std::int32_t open = 0, no_multicasts = 2;

  struct Place {
    pid_t client = 0;
    int connection_fd = -1;  // the server's; part of the name of the ring's directory
    std::string service;     // as clients know it, the instance's name included
  };
  // Opens the ring's header for this and the sets to come.
  [[nodiscard]] static Result<FlowWord> find(const Place&);

  Result<void> set(std::int32_t value);

 private:
  explicit FlowWord(UniqueFd header) : header_{std::move(header)} {}
  UniqueFd header_;
};

}  // namespace rondel::ipc
