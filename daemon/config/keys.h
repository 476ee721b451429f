// The table of keys: what corosync.conf may say, once, for everyone who needs to know: the loader that checks values,
// the map that gives them types, reload that may change some of them, check-config and the man page that explain them.
// A key that is not here is accepted and stored, as corosync does, with a warning.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rondel::config {

// How a value is written and which type it has in the map. Everything from `text` on is a string there.
enum class Type : std::uint8_t { u8, u16, u32, u64, i32, text, word };

enum class Unit : std::uint8_t { none, milliseconds, seconds, bytes, percent, frames, visits };

// When a changed value takes effect (config.md 2, "Reload").
enum class Reload : std::uint8_t { live, new_links, restart };

// What this program does with the key. `unused`: corosync does nothing with it either. `missing`: corosync does, and
// whoever sets it is warned that here it is without effect.
enum class Effect : std::uint8_t { used, unused, missing };

// What becomes of a number outside low..high (0 apart, where zero is the default). `derived`: the effective value is
// checked, after the node count has been added. `capped`: too much is lowered to high, with a warning.
// Of a word that isn't one of the words. `lenient`: the default is taken, with a warning, as corosync does silently.
enum class Check : std::uint8_t { value, derived, capped, lenient };

struct KeySpec {
  std::string_view section;  // names joined by dots: "totem.interface"
  std::string_view name;
  Type type = Type::text;
  std::string_view initial = {};  // the default as it would be written; empty: none, or computed from others
  std::uint64_t low = 0;          // numbers: what is accepted, besides 0 if zero_is_initial
  std::uint64_t high = 0;         // 0: the largest of the type
  std::string_view words = {};    // word: separated by blanks
  bool zero_is_initial = false;
  Unit unit = Unit::none;
  Check check = Check::value;
  Reload reload = Reload::live;
  Effect effect = Effect::used;
  std::string_view help = {};

  [[nodiscard]] std::string path() const;
  [[nodiscard]] bool is_number() const { return type < Type::text; }
  [[nodiscard]] std::uint64_t largest() const;  // what is accepted at most
};

struct SectionSpec {
  std::string_view path;
  bool open = false;  // other software keeps its own keys and sections in it: no warning about those
  Effect effect = Effect::used;
  std::string_view help = {};
};

[[nodiscard]] std::span<const KeySpec> all_keys();
[[nodiscard]] std::span<const SectionSpec> all_sections();
[[nodiscard]] const KeySpec* find_key(std::string_view section, std::string_view name);
[[nodiscard]] const SectionSpec* find_section(std::string_view path);

// "did you mean token?", or where a key of this name belongs, or "".
[[nodiscard]] std::string suggest_key(std::string_view section, std::string_view name);
[[nodiscard]] std::string suggest_section(std::string_view path);

// The one of `known` that `name` is most likely meant to be; empty if none is near.
[[nodiscard]] std::string_view nearest(std::string_view name, std::span<const std::string_view> known);

[[nodiscard]] std::vector<std::string_view> split_words(std::string_view words);

}  // namespace rondel::config
