// Times and sizes that follow from others (config.md 4, ring.md 4.1), and the smallest that can work.
#pragma once

#include <cstddef>
#include <vector>

#include "config/document.h"
#include "engine/parameters.h"
#include "link/settings.h"

namespace rondel::config {

// `nodes_on_link_0` lengthens the token timeout: each node beyond two by token_coefficient.
[[nodiscard]] engine::Parameters derive_parameters(const Document& document, std::size_t nodes_on_link_0,
                                                   Report& report);

// Ping times of links, from the token timeout unless given.
void derive_pings(const Document& document, Duration token_timeout, std::vector<link::Interface>& interfaces);

}  // namespace rondel::config
