// Records as text, a line each: what came in, what came of it.
#pragma once

#include <string>

#include "trace/file.h"

namespace rondel::trace {

[[nodiscard]] std::string to_text(const engine::Message&);
// "token 17 of 1.a from 3 sequence 12 aru 12; 2 frames sent -> operational, 3 effects"
[[nodiscard]] std::string to_text(const Record&);

}  // namespace rondel::trace
