// A node's addresses as text, as the configuration has them, to what the cfg service tells of them.
#pragma once

#include <span>
#include <string>

#include "session/surroundings.h"

namespace rondel::session {

// Numeric addresses in the order of the links; one that isn't numeric is left out.
[[nodiscard]] NodeAddresses node_addresses(std::span<const std::string> numeric);

}  // namespace rondel::session
