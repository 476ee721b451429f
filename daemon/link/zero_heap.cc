#include "link/zero_heap.h"

#include <string.h>

#include <array>
#include <cstddef>
#include <cstdlib>

namespace rondel::link {

// The allocator hands out first what was freed last. More blocks than its cache holds for a thread, of each size that
// libknet's structure of two pointers and three sizes may have.
void leave_zeroes_in_heap() {
  for (std::size_t bytes = 24; bytes <= 120; bytes += 16) {
    std::array<void*, 16> blocks{};
    for (void*& block : blocks) {
      block = std::malloc(bytes);
      // Neither left out before free() nor made a calloc(), which passes by the cache: compilers do both with memset().
      if (block != nullptr) ::explicit_bzero(block, bytes);
    }
    for (void* block : blocks) std::free(block);
  }
}

}  // namespace rondel::link
