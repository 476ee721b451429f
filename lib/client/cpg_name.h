// Group names in the two layouts: the API's (132 bytes) and the IPC's (136, the value at 8).
#pragma once

#include <corosync/cpg.h>

#include <cstring>
#include <optional>

#include "ipc/header.h"

namespace rondel::client {

// None if it claims to be longer than a name can be.
[[nodiscard]] inline std::optional<cpg_name> public_name(const ipc::GroupName& name) {
  if (name.length > CPG_MAX_NAME_LENGTH) return std::nullopt;
  cpg_name converted{};
  converted.length = name.length;
  std::memcpy(converted.value, name.value, name.length);
  return converted;
}

[[nodiscard]] inline std::optional<ipc::GroupName> wire_name(const cpg_name& name) {
  if (name.length > CPG_MAX_NAME_LENGTH) return std::nullopt;
  ipc::GroupName converted{};
  converted.length = name.length;
  std::memcpy(converted.value, name.value, name.length);
  return converted;
}

}  // namespace rondel::client
