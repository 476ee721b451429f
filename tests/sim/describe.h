// Ring messages as text for whoever reads a trace.
#pragma once

#include <string>

#include "engine/message.h"

namespace rondel::simulation {

[[nodiscard]] std::string describe(const engine::Message&);

}  // namespace rondel::simulation
