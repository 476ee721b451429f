#include "base/ensure.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace rondel {

namespace {

std::atomic<EnsureHook> ensure_hook{nullptr};

}  // namespace

void set_ensure_hook(EnsureHook hook) { ensure_hook = hook; }

void ensure_failed(const char* condition, const char* file, int line) {
  std::array<char, 500> what{};
  std::snprintf(what.data(), what.size(), "%s:%d: ENSURE(%s) failed", file, line, condition);
  std::fprintf(stderr, "%s: this is a bug in rondel, stopping\n", what.data());
  if (const EnsureHook hook = ensure_hook.exchange(nullptr)) hook(what.data());
  std::abort();
}

}  // namespace rondel
