// Which node of the nodelist this machine is (config.md 3.1).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/nodelist.h"
#include "config/surroundings.h"

namespace rondel::config {

// With `wanted` (--node): the node of that name, else of that id, else of that address. Without: the first whose name
// or ring0_addr fits this machine's host name or addresses. If there is none, a problem says what was tried.
[[nodiscard]] const Node* find_self(const std::vector<Node>& nodes, const std::optional<std::string>& wanted,
                                    const std::string& file, Surroundings& surroundings, Report& report);

}  // namespace rondel::config
