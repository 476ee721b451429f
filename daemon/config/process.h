// The sections about the process and not the ring: logging, system and uidgid (config.md 2.6 to 2.8).
#pragma once

#include "config/document.h"
#include "config/settings.h"
#include "config/surroundings.h"

namespace rondel::config {

[[nodiscard]] LoggingSettings read_logging(const Document& document, Report& report);
[[nodiscard]] SystemSettings read_system(const Document& document, Report& report);

// The uids and gids that may connect; names are looked up.
void read_access(const Document& document, Surroundings& surroundings, Report& report, Settings& settings);

}  // namespace rondel::config
