// Values of the file by the rules of the key table (config.md 1.3).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "config/keys.h"
#include "config/problem.h"

namespace rondel::config {

// A decimal number as corosync reads it: white space and a sign may stand before it, nothing behind it. Negative
// numbers are only for i32, but for u64 they wrap as they do there ("-1" is the largest). i32 comes as two's
// complement. Nothing if it is no number or none of this type.
[[nodiscard]] std::optional<std::uint64_t> parse_number(std::string_view text, Type type);

// The number a key is given, checked against its row; nothing, and a problem reported, if it can't be taken.
[[nodiscard]] std::optional<std::uint64_t> read_number(const KeySpec& key, const std::string& text, const Place& place,
                                                       Report& report);

// The same for a word. Priorities may be written in any case; they come back in lower case.
[[nodiscard]] std::optional<std::string> read_word(const KeySpec& key, const std::string& text, const Place& place,
                                                   Report& report);

// "none, aes128 or aes256".
[[nodiscard]] std::string list_words(std::string_view words);

}  // namespace rondel::config
