#include "golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

namespace rondel::wire {
namespace {

std::byte digit(char letter) {
  const std::size_t value = std::string_view{"0123456789abcdef"}.find(letter);
  ENSURE(value != std::string_view::npos);
  return static_cast<std::byte>(value);
}

}  // namespace

Payload from_hex(std::string_view text) {
  std::string digits;
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits),
               [](char letter) { return std::isspace(static_cast<unsigned char>(letter)) == 0; });
  ENSURE(digits.size() % 2 == 0);
  return Payload::make(digits.size() / 2, [&](std::span<std::byte> to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = (digit(digits[2 * i]) << 4) | digit(digits[2 * i + 1]);
  });
}

std::string to_hex(Bytes bytes) {
  std::string text;
  for (const std::byte byte : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

std::vector<GoldenMessage> golden_file(const std::string& name) {
  std::ifstream file{std::string{TEST_DATA} + "/golden/" + name};
  ENSURE(file.good());
  std::vector<GoldenMessage> messages;
  std::string comment;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty()) continue;
    if (line.front() == '#') {
      comment = line;
    } else {
      messages.push_back({fmt::format("{}:{}", name, number), comment, from_hex(line)});
    }
  }
  return messages;
}

std::vector<GoldenMessage> golden_messages() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator{std::string{TEST_DATA} + "/golden"}) {
    if (entry.path().extension() == ".hex") names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  std::vector<GoldenMessage> all;
  for (const std::string& name : names) {
    for (GoldenMessage& message : golden_file(name)) all.push_back(std::move(message));
  }
  return all;
}

}  // namespace rondel::wire
