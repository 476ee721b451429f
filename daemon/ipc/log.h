// Where ipc's lines go.
#pragma once

#include <functional>
#include <string_view>

#include "node/host.h"

namespace rondel::ipc {

using Log = std::function<void(node::Level, std::string_view line)>;

}  // namespace rondel::ipc
