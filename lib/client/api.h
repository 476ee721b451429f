// What every function of the C API has around it: it is exported, and memory that can't be had becomes a status.
// Only bad_alloc is caught: a thread that is cancelled while it waits in here unwinds through us, and must be let go.
#pragma once

#include <corosync/corotypes.h>

#include <new>

#define RONDEL_API extern "C" __attribute__((visibility("default")))

namespace rondel::client {

template <typename Work>
[[nodiscard]] cs_error_t guarded(Work work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return CS_ERR_NO_MEMORY;
  }
}

}  // namespace rondel::client
