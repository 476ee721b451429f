// Encryption: which, and with which key (config.md 2.1, 3.6).
#pragma once

#include "config/document.h"
#include "config/surroundings.h"
#include "link/settings.h"

namespace rondel::config {

// The key is only read if something is encrypted or authenticated.
[[nodiscard]] link::Keys read_keys(const Document& document, Surroundings& surroundings, Report& report);

}  // namespace rondel::config
