#include "config/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace rondel::config {
namespace {

// How many letters must be added, removed, changed or swapped with the next to make one word from another.
[[nodiscard]] std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before, last(to.size() + 1), row(to.size() + 1);
  for (std::size_t j = 0; j < last.size(); ++j) last[j] = j;
  for (std::size_t i = 0; i < from.size(); ++i) {
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      row[j + 1] = std::min({last[j] + (from[i] == to[j] ? 0 : 1), row[j] + 1, last[j + 1] + 1});
      const bool swapped = i > 0 && j > 0 && from[i] == to[j - 1] && from[i - 1] == to[j];
      if (swapped) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
    before = last;
    last = row;
  }
  return last.back();
}

}  // namespace

std::string KeySpec::path() const { return fmt::format("{}.{}", section, name); }

std::uint64_t KeySpec::largest() const {
  if (high != 0) return high;
  switch (type) {
    case Type::u8:
      return std::numeric_limits<std::uint8_t>::max();
    case Type::u16:
      return std::numeric_limits<std::uint16_t>::max();
    case Type::u32:
      return std::numeric_limits<std::uint32_t>::max();
    case Type::i32:
      return std::numeric_limits<std::int32_t>::max();
    case Type::u64:
    case Type::text:
    case Type::word:
      break;
  }
  return std::numeric_limits<std::uint64_t>::max();
}

const KeySpec* find_key(std::string_view section, std::string_view name) {
  for (const KeySpec& key : all_keys()) {
    if (key.section == section && key.name == name) return &key;
  }
  return nullptr;
}

const SectionSpec* find_section(std::string_view path) {
  for (const SectionSpec& section : all_sections()) {
    if (section.path == path) return &section;
  }
  return nullptr;
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> known) {
  if (name.size() > 64) return {};
  std::size_t best = 1 + std::clamp<std::size_t>(name.size() / 4, 1, 4);
  std::string_view found;
  for (const std::string_view candidate : known) {
    const std::size_t apart = distance(name, candidate);
    if (apart < best) {
      best = apart;
      found = candidate;
    }
  }
  return found;
}

std::string suggest_key(std::string_view section, std::string_view name) {
  std::vector<std::string_view> known;
  for (const KeySpec& key : all_keys()) {
    if (key.section == section) known.push_back(key.name);
  }
  if (const std::string_view found = nearest(name, known); !found.empty())
    return fmt::format("did you mean {}?", found);
  for (const KeySpec& key : all_keys()) {
    if (key.name == name) return fmt::format("it belongs in section {}", key.section);
  }
  return "";
}

std::string suggest_section(std::string_view path) {
  std::vector<std::string_view> known;
  for (const SectionSpec& section : all_sections()) known.push_back(section.path);
  const std::string_view found = nearest(path, known);
  return found.empty() ? "" : fmt::format("did you mean {}?", found);
}

std::vector<std::string_view> split_words(std::string_view words) {
  std::vector<std::string_view> list;
  while (!words.empty()) {
    const std::size_t blank = words.find(' ');
    list.push_back(words.substr(0, blank));
    words = blank == std::string_view::npos ? std::string_view{} : words.substr(blank + 1);
  }
  return list;
}

}  // namespace rondel::config
