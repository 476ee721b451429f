// ENSURE: an invariant of ours. When it is broken the process stops at once, in every build; nothing that comes from
// the network, a client or a file may ever reach one.
#pragma once

namespace rondel {

[[noreturn]] void ensure_failed(const char* condition, const char* file, int line);

// Called once before the process stops, with one line about what failed: to save what helps to find out why. Failures
// meanwhile, of its own or of other threads, stop without it.
using EnsureHook = void (*)(const char* what);
void set_ensure_hook(EnsureHook);

}  // namespace rondel

#define ENSURE(condition) \
  ((condition) ? static_cast<void>(0) : ::rondel::ensure_failed(#condition, __builtin_FILE(), __builtin_LINE()))
