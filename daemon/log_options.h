// From what the configuration says about logging to what the log wants.
#pragma once

#include "config/settings.h"
#include "node/host.h"
#include "runtime/log.h"

namespace rondel {

// In the background there is nobody to read standard error.
[[nodiscard]] runtime::LogOptions log_options(const config::LoggingSettings&, bool foreground);

[[nodiscard]] constexpr runtime::LogLevel log_level(node::Level level) {
  switch (level) {
    case node::Level::error:
      return runtime::LogLevel::err;
    case node::Level::warning:
      return runtime::LogLevel::warning;
    case node::Level::notice:
      return runtime::LogLevel::notice;
    case node::Level::info:
      return runtime::LogLevel::info;
    case node::Level::debug:
      break;
  }
  return runtime::LogLevel::debug;
}

}  // namespace rondel
