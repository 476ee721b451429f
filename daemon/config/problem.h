// Problem: one mistake in the configuration, with the place where it is. Loading goes on behind a mistake, so that an
// administrator sees all of them at once.
#pragma once

#include <string>

namespace rondel::config {

struct Problem {
  bool fatal = true;  // false: a warning; the daemon starts all the same
  std::string file;
  int line = 0;      // 0: of the file as a whole, or of what is missing in it
  std::string key;   // "totem.token"; may be empty
  std::string text;  // "\"abc\" is not a number of milliseconds (expected 30 to 4294967295)"
  bool operator==(const Problem&) const = default;
};

// One line: "FILE:LINE: totem.token: TEXT", warnings with "warning: " in front of the key.
[[nodiscard]] std::string to_string(const Problem& problem);

}  // namespace rondel::config
