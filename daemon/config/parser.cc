#include "config/parser.h"

#include <fmt/format.h>

#include <utility>

namespace rondel::config {
namespace {

constexpr std::string_view blanks = " \t";

[[nodiscard]] std::string_view trim_end(std::string_view text, std::string_view what = blanks) {
  const std::size_t last = text.find_last_not_of(what);
  return last == std::string_view::npos ? std::string_view{} : text.substr(0, last + 1);
}

[[nodiscard]] std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view{} : trim_end(text.substr(first));
}

// Of sections and keys also the colons and opening braces at the end fall off: "totem : {" opens "totem".
[[nodiscard]] std::string_view name_of(std::string_view text) { return trim_end(trim(text), " \t:{"); }

class Parser {
 public:
  Parser(const std::string& file, Report& report) : file_{file}, report_{report} { open_.emplace_back(); }

  void line(std::string_view text) {
    ++line_;
    if (text.size() > line_bytes_max)
      return problem("line too long: {} bytes (at most {})", text.size(), line_bytes_max);
    if (text.find('\0') != std::string_view::npos) return problem("a zero byte: this is not a text file");
    if (text.ends_with('\r')) text.remove_suffix(1);
    text = trim(text);
    if (text.empty() || text.front() == '#') return;
    if (const std::size_t brace = text.find('{'); brace != std::string_view::npos) return open(text, brace);
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) return pair(text, colon);
    if (text.find('}') != std::string_view::npos) return close(text);
    problem("\"{}\" opens no section, closes none and is no \"key: value\"", text);
  }

  [[nodiscard]] Section end() {
    if (ignored_depth_ > 0 || open_.size() > 1) {
      problem("section \"{}\" of line {} is not closed: a \"}}\" is missing", open_.back().name, open_.back().line);
    }
    ignored_depth_ = 0;
    while (open_.size() > 1) close_section();
    return std::move(open_.front());
  }

 private:
  void open(std::string_view text, std::size_t brace) {
    const std::string_view before = text.substr(0, brace);
    const std::string_view name = name_of(before);
    if (trim(before).empty()) problem("a section needs a name before its \"{{\"");
    if (!trim(text.substr(brace + 1)).empty()) {
      problem("only one thing a line: \"{}\" after \"{{\" needs a line of its own", trim(text.substr(brace + 1)));
    }
    if (ignored_depth_ > 0) {
      ++ignored_depth_;
    } else if (path_bytes_ + name.size() + 1 > path_bytes_max) {
      problem("section \"{}\": nested too deep, the names of its path are longer than {} bytes", name, path_bytes_max);
      ignored_depth_ = 1;
    } else {
      path_bytes_ += name.size() + 1;
      open_.push_back({.name = std::string{name}, .line = line_, .end_line = 0, .pairs = {}, .sections = {}});
    }
  }

  void pair(std::string_view text, std::size_t colon) {
    const std::string_view key = name_of(text.substr(0, colon));
    if (ignored_depth_ > 0) return;
    if (path_bytes_ + key.size() + 1 > path_bytes_max) {
      return problem("key \"{}\": its path is longer than {} bytes", key, path_bytes_max);
    }
    open_.back().pairs.push_back({std::string{key}, std::string{trim(text.substr(colon + 1))}, line_});
  }

  void close(std::string_view text) {
    if (text != "}") problem("only one thing a line: \"}}\" in \"{}\" needs a line of its own", text);
    if (ignored_depth_ > 0) {
      --ignored_depth_;
    } else if (open_.size() > 1) {
      close_section();
    } else {
      problem("\"}}\" closes nothing: no section is open");
    }
  }

  void close_section() {
    Section section = std::move(open_.back());
    open_.pop_back();
    section.end_line = line_;
    path_bytes_ -= section.name.size() + 1;
    open_.back().sections.push_back(std::move(section));
  }

  template <typename... Args>
  void problem(fmt::format_string<Args...> format, Args&&... args) {
    report_.error({file_, line_}, "", fmt::format(format, std::forward<Args>(args)...));
  }

  const std::string& file_;
  Report& report_;
  std::vector<Section> open_;      // the file, then the sections that surround the line
  std::size_t path_bytes_ = 0;     // of the names of open_, with a dot behind each
  std::size_t ignored_depth_ = 0;  // sections open beyond the last of open_
  int line_ = 0;
};

}  // namespace

Section parse(std::string_view text, const std::string& file, Report& report) {
  Parser parser{file, report};
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    parser.line(text.substr(0, newline));
    text = newline == std::string_view::npos ? std::string_view{} : text.substr(newline + 1);
  }
  return parser.end();
}

}  // namespace rondel::config
