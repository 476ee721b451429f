#include "config/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/ensure.h"
#include "config/value.h"

namespace rondel::config {
namespace {

constexpr std::size_t subsystem_bytes_max = 63;

[[nodiscard]] std::string join(std::string_view path, std::string_view name) {
  return path.empty() ? std::string{name} : fmt::format("{}.{}", path, name);
}

// What corosync's map takes as a name; an empty key behind a section is one of its oddities.
[[nodiscard]] bool storable(std::string_view path) {
  const auto allowed = [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view{"._-/:"}.find(static_cast<char>(c)) != std::string_view::npos;
  };
  return path.size() >= 3 && std::ranges::all_of(path, allowed);
}

[[nodiscard]] const Pair* last(const Section& section, std::string_view key) {
  const auto found =
      std::find_if(section.pairs.rbegin(), section.pairs.rend(), [&](const Pair& pair) { return pair.key == key; });
  return found == section.pairs.rend() ? nullptr : &*found;
}

[[nodiscard]] std::string with_hint(std::string text, const std::string& hint) {
  return hint.empty() ? text : fmt::format("{} ({})", text, hint);
}

class Flattener {
 public:
  Flattener(Document& document, const std::string& file, Report& report)
      : document_{document}, file_{file}, report_{report} {}

  void root(const Section& section) {
    for (const Pair& pair : section.pairs) unknown_key(pair, "", pair.key, false);
    for (const Section& child : section.sections) known_or_not(child, child.name, false);
  }

  void uidgid(const Section& section) {
    for (const Pair& pair : section.pairs) {
      if (pair.key == "uid" || pair.key == "gid") {
        (pair.key == "uid" ? document_.users : document_.groups).push_back({pair.value, at(pair.line)});
      } else {
        report_.error(at(pair.line), join("uidgid", pair.key), "a uidgid section has only the keys uid and gid");
      }
    }
    nothing_inside(section, "uidgid");
  }

 private:
  [[nodiscard]] Place at(int line) const { return {file_, line}; }

  void known_or_not(const Section& section, const std::string& path, bool inside_open) {
    const SectionSpec* spec = find_section(path);
    if (spec == nullptr && !inside_open) {
      report_.warn(at(section.line), path,
                   with_hint("unknown section, ignoring", report_.full() ? "" : suggest_section(path)));
      inside_open = true;  // its keys are stored all the same, as corosync does
    }
    document_.sections.try_emplace(path, at(section.line));
    if (path == "totem.interface") return interface(section);
    if (path == "nodelist") return nodelist(section);
    if (path == "logging.logger_subsys") return logger_subsystem(section);
    if (path == "logging.logging_daemon") return logging_daemon(section);
    if (path == "uidgid") return uidgid(section);
    plain(section, path, inside_open || spec->open);
  }

  void plain(const Section& section, const std::string& path, bool open) {
    for (const Pair& pair : section.pairs) key(pair, path, join(path, pair.key), open);
    for (const Section& child : section.sections) known_or_not(child, join(path, child.name), open);
  }

  // The sections of a link are written to the link that the last linknumber in them names.
  void interface(const Section& section) {
    const std::string path = "totem.interface";
    const Pair* number = last(section, "linknumber");
    std::uint64_t link = 0;
    const bool only_number =
        std::ranges::all_of(section.pairs, [](const Pair& pair) { return pair.key == "linknumber"; });
    if (only_number && (number == nullptr || parse_number(number->value, Type::u8))) return;
    if (number != nullptr) {
      const std::optional<std::uint64_t> given =
          read_number(*find_key(path, "linknumber"), number->value, at(number->line), report_);
      if (!given) return;
      link = *given;
    }
    document_.interfaces.try_emplace(static_cast<std::uint32_t>(link), at(section.line));
    for (const Pair& pair : section.pairs) {
      if (pair.key != "linknumber") key(pair, path, fmt::format("{}.{}.{}", path, link, pair.key), false);
    }
    for (const Section& child : section.sections) {
      if (child.name == "member") {
        report_.warn(at(child.line), path + ".member", "ignoring: the nodelist has the addresses");
      } else {
        known_or_not(child, join(path, child.name), false);
      }
    }
  }

  // Nodes are counted by their sections. A second nodelist counts from 0 again and so overwrites the first.
  void nodelist(const Section& section) {
    const std::string path = "nodelist";
    for (const Pair& pair : section.pairs) key(pair, path, join(path, pair.key), false);
    std::size_t position = 0;
    for (const Section& child : section.sections) {
      if (child.name != "node") {
        known_or_not(child, join(path, child.name), false);
        continue;
      }
      if (position == document_.nodes.size()) {
        document_.nodes.push_back(at(child.line));
      } else {
        report_.warn(at(child.line), "nodelist.node",
                     fmt::format("overwrites the node of line {}: there is more than one nodelist section",
                                 document_.nodes[position].line));
      }
      node(child, position);
      ++position;
    }
  }

  void node(const Section& section, std::size_t position) {
    const std::string prefix = fmt::format("nodelist.node.{}", position);
    for (const Pair& pair : section.pairs) {
      if (names_link_beyond(pair.key)) {
        report_.error(at(pair.line), join("nodelist.node", pair.key), "links have the numbers 0 to 7");
      } else {
        key(pair, "nodelist.node", join(prefix, pair.key), true);
      }
    }
    nothing_inside(section, "nodelist.node");
  }

  // "ring8_addr", but not "ring_addr" or "ringx_addr", which are somebody else's.
  [[nodiscard]] static bool names_link_beyond(std::string_view key) {
    if (!key.starts_with("ring") || !key.ends_with("_addr") || key.size() < 10) return false;
    std::string_view number = key.substr(4, key.size() - 9);
    if (number.size() > 1 && number.front() == '-') number.remove_prefix(1);
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    return std::ranges::all_of(number, digit) && find_key("nodelist.node", key) == nullptr;
  }

  void logger_subsystem(const Section& section) {
    const Pair* subsystem = last(section, "subsys");
    if (subsystem == nullptr) {
      report_.error(at(section.end_line), "logging.logger_subsys", "the section needs a subsys key");
      return;
    }
    subsystem_keys(section, *subsystem);
  }

  // Its name corosync means the daemon itself; with a subsys it is a logger_subsys.
  void logging_daemon(const Section& section) {
    const Pair* name = last(section, "name");
    const Pair* subsystem = last(section, "subsys");
    if (name == nullptr) {
      report_.error(at(section.end_line), "logging.logging_daemon", "the section needs a name key");
    } else if (name->value != "corosync") {
      return;
    } else if (subsystem != nullptr) {
      subsystem_keys(section, *subsystem);
    } else {
      for (const Pair& pair : section.pairs) {
        if (pair.key != "name") key(pair, "logging", join("logging", pair.key), false);
      }
    }
  }

  void subsystem_keys(const Section& section, const Pair& subsystem) {
    const std::string path = "logging.logger_subsys";
    if (subsystem.value.size() > subsystem_bytes_max || !storable(path + "." + subsystem.value)) {
      report_.error(at(subsystem.line), path + ".subsys",
                    fmt::format("\"{}\" is no name of a subsystem", subsystem.value));
      return;
    }
    document_.subsystems.try_emplace(subsystem.value, at(section.line));
    for (const Pair& pair : section.pairs) {
      if (pair.key == "name" && section.name == "logging_daemon") continue;
      key(pair, path, fmt::format("{}.{}.{}", path, subsystem.value, pair.key), false);
    }
    nothing_inside(section, path);
  }

  void nothing_inside(const Section& section, const std::string& path) {
    for (const Section& child : section.sections) {
      report_.warn(at(child.line), join(path, child.name), "unknown section, ignoring");
    }
  }

  void key(const Pair& pair, std::string_view section, const std::string& path, bool open) {
    const KeySpec* spec = find_key(section, pair.key);
    if (spec == nullptr) return unknown_key(pair, section, path, open);
    Entry entry{.text = pair.value, .place = at(pair.line), .spec = spec};
    if (spec->is_number()) {
      const std::optional<std::uint64_t> number = read_number(*spec, pair.value, entry.place, report_);
      entry.valid = number.has_value();
      entry.number = number.value_or(0);
    } else if (spec->type == Type::word) {
      const std::optional<std::string> word = read_word(*spec, pair.value, entry.place, report_);
      entry.valid = word.has_value();
      entry.text = word.value_or(pair.value);
    }
    if (spec->effect == Effect::missing && entry.valid && entry.text != spec->initial) {
      report_.warn(entry.place, spec->path(), "accepted, but without effect in this version");
    }
    document_.entries.insert_or_assign(path, std::move(entry));
  }

  void unknown_key(const Pair& pair, std::string_view section, const std::string& path, bool open) {
    const std::string shown = join(section, pair.key);
    if (!storable(path)) {
      report_.error(at(pair.line), shown,
                    "not a name: a key has 3 to 255 of the characters a-z A-Z 0-9 . _ - / : (its sections included)");
      return;
    }
    const std::string hint = report_.full() ? "" : suggest_key(section, pair.key);
    if (!open || hint.starts_with("did you mean")) {
      report_.warn(at(pair.line), shown, with_hint("unknown key, ignoring", hint));
    }
    document_.entries.insert_or_assign(path, Entry{.text = pair.value, .place = at(pair.line)});
  }

  Document& document_;
  const std::string& file_;
  Report& report_;
};

}  // namespace

Document flatten(const Section& root, const std::string& file, Report& report) {
  Document document;
  document.file = file;
  Flattener{document, file, report}.root(root);
  return document;
}

void add_uidgid(Document& document, const Section& root, const std::string& file, Report& report) {
  for (const Pair& pair : root.pairs) {
    report.error({file, pair.line}, pair.key, "only uidgid sections are allowed in this file");
  }
  for (const Section& section : root.sections) {
    if (section.name == "uidgid") {
      Flattener{document, file, report}.uidgid(section);
    } else {
      report.error({file, section.line}, section.name, "only uidgid sections are allowed in this file");
    }
  }
}

const Entry* Values::find(std::string_view name) const {
  const auto found = document_.entries.find(join(prefix_, name));
  return found == document_.entries.end() || !found->second.valid ? nullptr : &found->second;
}

std::optional<std::uint64_t> Values::given(std::string_view name) const {
  const Entry* entry = find(name);
  if (entry == nullptr || (entry->number == 0 && entry->spec->zero_is_initial)) return std::nullopt;
  return entry->number;
}

std::uint64_t Values::number(std::string_view name) const {
  const KeySpec* spec = find_key(section_, name);
  ENSURE(spec != nullptr && spec->is_number());
  if (const std::optional<std::uint64_t> number = given(name)) return *number;
  return parse_number(spec->initial, spec->type).value_or(0);
}

std::string Values::text(std::string_view name) const {
  const KeySpec* spec = find_key(section_, name);
  ENSURE(spec != nullptr && !spec->is_number());
  const Entry* entry = find(name);
  return entry == nullptr ? std::string{spec->initial} : entry->text;
}

Place Values::place(std::string_view name) const {
  const auto found = document_.entries.find(join(prefix_, name));
  if (found != document_.entries.end()) return found->second.place;
  const auto section = document_.sections.find(section_);
  return section == document_.sections.end() ? Place{document_.file, 0} : section->second;
}

}  // namespace rondel::config
