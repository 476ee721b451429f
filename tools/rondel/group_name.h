// Group names on the command line and on the screen: any bytes, where \xNN stands for one that can't be typed. Names of
// Pacemaker's groups end with a NUL: 'crmd\x00'.
#pragma once

#include <corosync/cpg.h>

#include <string>
#include <string_view>

#include "base/result.h"

namespace rondel::tool {

[[nodiscard]] Result<cpg_name> parse_group_name(std::string_view typed);
[[nodiscard]] std::string show_bytes(std::string_view bytes);  // what isn't printable ASCII as \xNN

// A JSON string, quotes included; bytes that aren't valid UTF-8 become U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace rondel::tool
