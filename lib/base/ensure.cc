#include "base/ensure.h"

#include <cstdio>
#include <cstdlib>

namespace rondel {

void ensure_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: ENSURE(%s) failed: this is a bug in rondel, stopping\n", file, line, condition);
  std::abort();
}

}  // namespace rondel
