// A ring message as a node of the other byte order would have written it.
#pragma once

#include "base/payload.h"

namespace rondel::wire {

// The header's and the type's fields are turned round; a frame's payload is left alone, as a resend leaves it.
[[nodiscard]] Payload swapped(const Payload& packet);

}  // namespace rondel::wire
