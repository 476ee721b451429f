#include "group_name.h"

#include <algorithm>
#include <cstdint>

namespace rondel::tool {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Length of the valid UTF-8 character at the front; 0 if there is none (RFC 3629: no surrogates, nothing overlong).
std::size_t utf8_length(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i) { return (at(i) & 0xC0U) == 0x80U; };
  const unsigned first = at(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0 && follows(1)) return 2;
  if ((first & 0xF0U) == 0xE0 && follows(1) && follows(2)) {
    if (first == 0xE0 && at(1) < 0xA0) return 0;
    if (first == 0xED && at(1) >= 0xA0) return 0;
    return 3;
  }
  if (first >= 0xF0 && first <= 0xF4 && follows(1) && follows(2) && follows(3)) {
    if (first == 0xF0 && at(1) < 0x90) return 0;
    if (first == 0xF4 && at(1) >= 0x90) return 0;
    return 4;
  }
  return 0;
}

}  // namespace

Result<cpg_name> parse_group_name(std::string_view typed) {
  std::string bytes;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    if (typed[i] != '\\') {
      bytes += typed[i];
      continue;
    }
    const int high = i + 3 < typed.size() && typed[i + 1] == 'x' ? hex_digit(typed[i + 2]) : -1;
    const int low = high >= 0 ? hex_digit(typed[i + 3]) : -1;
    if (low < 0) return error("group '{}': a backslash must begin \\xNN, two hexadecimal digits", typed);
    bytes += static_cast<char>(high * 16 + low);
    i += 3;
  }
  if (bytes.empty() || bytes.size() > CPG_MAX_NAME_LENGTH) {
    return error("group '{}': a name has 1 to {} bytes, not {}", typed, CPG_MAX_NAME_LENGTH, bytes.size());
  }
  cpg_name name{};
  name.length = static_cast<std::uint32_t>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), name.value);
  return name;
}

std::string show_bytes(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto value = static_cast<unsigned char>(c);
    if (value >= 0x20 && value < 0x7f && c != '\\') {
      text += c;
    } else {
      text += fmt::format("\\x{:02x}", value);
    }
  }
  return text;
}

std::string json_string(std::string_view text) {
  std::string json = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto first = static_cast<unsigned char>(text.front());
    if (length == 0) {
      json += "\\ufffd";
    } else if (first < 0x20 || first == 0x7f) {
      json += fmt::format("\\u{:04x}", first);
    } else {
      if (first == '"' || first == '\\') json += '\\';
      json += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return json + '"';
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? digits[group >> (18U - 6U * k) & 63U] : '=';
  }
  return text;
}

}  // namespace rondel::tool
