// Document: the file as keys and values, flattened as corosync does for its map (config.md 1.6): path names joined by
// dots, links and nodes numbered. A key that is repeated overwrites the earlier one, repeated sections are merged.
// Every value has been checked against the key table; what the values mean together is checked by those who use them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/keys.h"
#include "config/parser.h"
#include "config/problem.h"

namespace rondel::config {

struct Entry {
  std::string text;
  Place place;
  const KeySpec* spec = nullptr;  // none: a key the table doesn't know
  std::uint64_t number = 0;       // of numbers; i32 as two's complement
  bool valid = true;              // false: a problem has been reported, as good as absent
};

struct Document {
  std::string file;
  std::map<std::string, Entry, std::less<>> entries;
  std::vector<Place> nodes;                            // where node P of the nodelist begins
  std::map<std::uint32_t, Place> interfaces;           // where the sections of link L begin; only those with a key
  std::map<std::string, Place> subsystems;             // logger_subsys by name
  std::vector<Entry> users, groups;                    // uidgid: names or numbers
  std::map<std::string, Place, std::less<>> sections;  // where each section began first, by path
};

[[nodiscard]] Document flatten(const Section& root, const std::string& file, Report& report);

// A file of uidgid.d: only uidgid sections are allowed, and added.
void add_uidgid(Document& document, const Section& root, const std::string& file, Report& report);

// The keys below one prefix, with the defaults of the section whose keys they are:
//   Values{document, "totem.interface.2", "totem.interface"}.number("knet_link_priority")
class Values {
 public:
  Values(const Document& document, std::string prefix, std::string_view section)
      : document_{document}, prefix_{std::move(prefix)}, section_{section} {}
  Values(const Document& document, std::string_view section) : Values{document, std::string{section}, section} {}

  // What the file says, if it is valid.
  [[nodiscard]] const Entry* find(std::string_view name) const;
  // The number given; nothing if it is absent or 0 where that means the default.
  [[nodiscard]] std::optional<std::uint64_t> given(std::string_view name) const;
  // Given or default. The table must have a default, or it is 0.
  [[nodiscard]] std::uint64_t number(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] bool is(std::string_view name, std::string_view word) const { return text(name) == word; }
  // Where the key stands, or else where its section begins.
  [[nodiscard]] Place place(std::string_view name) const;

 private:
  const Document& document_;
  std::string prefix_;
  std::string_view section_;
};

}  // namespace rondel::config
