// The grammar of corosync.conf (config.md 1.2), line by line:
//
//   file    = { line }            at most 510 bytes a line, then a newline; the last line needs none
//   line    = empty | comment | open | pair | close
//   comment = "#" ...             only as the first non-blank; later "#" is ordinary text
//   open    = NAME "{"            whatever holds a "{" is this: a value can't
//   pair    = KEY ":" VALUE       split at the first ":"; the value may be empty and may hold ":", "}" and "#"
//   close   = "}"
//
// There are no quotes, escapes, continuation lines or includes; blanks are space and tab; names are case sensitive.
// Example:   totem {            section "totem", line 1
//              token: 3000      key "token", value "3000", line 2
//            }
//
// A line that is none of these is reported and left out, and parsing goes on behind it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "config/problem.h"

namespace rondel::config {

inline constexpr std::size_t file_bytes_max = 1024UL * 1024;
inline constexpr std::size_t line_bytes_max = 510;
inline constexpr std::size_t path_bytes_max = 254;  // section names and key name joined by dots

struct Pair {
  std::string key;
  std::string value;
  int line = 0;
};

struct Section {
  std::string name;
  int line = 0;      // of its "{"
  int end_line = 0;  // of its "}"
  std::vector<Pair> pairs;
  std::vector<Section> sections;  // nested only as deep as path_bytes_max allows
};

// The file as a section without a name.
[[nodiscard]] Section parse(std::string_view text, const std::string& file, Report& report);

}  // namespace rondel::config
