// What every function of the C API has around it: it is exported, and memory that can't be had becomes a status.
// Only bad_alloc is caught: a thread that is cancelled while it waits in here unwinds through us, and must be let go.
#pragma once

#include <corosync/corotypes.h>

#include <cstdint>
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

// A status as an answer gives it. What is none, a status of a broken daemon's own, becomes CS_ERR_LIBRARY.
[[nodiscard]] constexpr cs_error_t status_told(std::int32_t number) {
  return number < CS_OK || number > CS_ERR_SECURITY ? CS_ERR_LIBRARY : static_cast<cs_error_t>(number);
}

}  // namespace rondel::client
