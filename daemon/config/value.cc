#include "config/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

namespace rondel::config {
namespace {

constexpr std::string_view white_space = " \t\n\v\f\r";

[[nodiscard]] std::string_view unit_name(Unit unit) {
  switch (unit) {
    case Unit::milliseconds:
      return "milliseconds";
    case Unit::seconds:
      return "seconds";
    case Unit::bytes:
      return "bytes";
    case Unit::percent:
      return "percent";
    case Unit::frames:
      return "frames";
    case Unit::visits:
      return "visits";
    case Unit::none:
      break;
  }
  return "";
}

struct Number {
  bool negative = false;
  std::uint64_t magnitude = 0;
};

[[nodiscard]] std::optional<Number> parse_digits(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(white_space), text.size()));
  Number number;
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    number.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  if (text.empty()) return std::nullopt;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    const auto value = static_cast<std::uint64_t>(digit - '0');
    if (number.magnitude > (std::numeric_limits<std::uint64_t>::max() - value) / 10) return std::nullopt;
    number.magnitude = number.magnitude * 10 + value;
  }
  return number;
}

[[nodiscard]] std::uint64_t type_largest(Type type) {
  return KeySpec{.section = "", .name = "", .type = type}.largest();
}

[[nodiscard]] std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// "30 to 4294967295"
[[nodiscard]] std::string range_of(const KeySpec& key) {
  if (key.low == key.largest()) return fmt::format("{}", key.low);
  if (key.type == Type::i32) return "-2147483648 to 2147483647";
  return fmt::format("{} to {}", key.low, key.largest());
}

}  // namespace

std::optional<std::uint64_t> parse_number(std::string_view text, Type type) {
  const std::optional<Number> number = parse_digits(text);
  if (!number) return std::nullopt;
  const std::uint64_t signed_value = number->negative ? 0 - number->magnitude : number->magnitude;
  if (type == Type::u64) return signed_value;
  const std::uint64_t largest = type_largest(type);
  if (type == Type::i32) {
    if (number->magnitude > largest + (number->negative ? 1 : 0)) return std::nullopt;
    return signed_value;
  }
  if (number->magnitude > largest || (number->negative && number->magnitude != 0)) return std::nullopt;
  return number->magnitude;
}

std::optional<std::uint64_t> read_number(const KeySpec& key, const std::string& text, const Place& place,
                                         Report& report) {
  const std::string_view unit = unit_name(key.unit);
  const std::optional<std::uint64_t> number = parse_number(text, key.type);
  if (!number && !parse_digits(text)) {
    report.error(
        place, key.path(),
        fmt::format("\"{}\" is not a number{}{} (expected {})", text, unit.empty() ? "" : " of ", unit, range_of(key)));
    return std::nullopt;
  }
  if (number && (key.type == Type::i32 || key.check == Check::derived)) return number;
  if (number && *number == 0 && key.zero_is_initial) return number;
  if (number && *number > key.largest() && key.check == Check::capped) {
    report.warn(place, key.path(), fmt::format("{} is too much, taking {}", *number, key.largest()));
    return key.largest();
  }
  if (!number || *number < key.low || *number > key.largest()) {
    report.error(
        place, key.path(),
        fmt::format("\"{}\" is out of range (expected {}{}{})", text, range_of(key), unit.empty() ? "" : " ", unit));
    return std::nullopt;
  }
  return number;
}

std::optional<std::string> read_word(const KeySpec& key, const std::string& text, const Place& place, Report& report) {
  const std::vector<std::string_view> words = split_words(key.words);
  const std::string word = key.name.ends_with("_priority") || key.name == "syslog_level" ? lower(text) : text;
  if (std::ranges::find(words, word) != words.end()) return word;
  const std::string expected = list_words(key.words);
  if (key.check == Check::lenient) {
    report.warn(place, key.path(),
                fmt::format("\"{}\" is not known (expected {}), taking {}", text, expected, key.initial));
    return std::nullopt;
  }
  report.error(place, key.path(), fmt::format("\"{}\" is not known (expected {})", text, expected));
  return std::nullopt;
}

std::string list_words(std::string_view words) {
  std::string list;
  const std::vector<std::string_view> all = split_words(words);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) list += i + 1 == all.size() ? " or " : ", ";
    list += all[i];
  }
  return list;
}

}  // namespace rondel::config
