// Problem: one mistake in the configuration, with the place where it is. Loading goes on behind a mistake, so that an
// administrator sees all of them at once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

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

// Where something was written.
struct Place {
  std::string file;
  int line = 0;
  bool operator==(const Place&) const = default;
};

// Collects problems while a configuration is loaded. A file that is no configuration at all has a problem on every
// line: what is above the bound is only counted.
class Report {
 public:
  static constexpr std::size_t problems_max = 200;

  void error(const Place& place, std::string key, std::string text);
  void warn(const Place& place, std::string key, std::string text);
  [[nodiscard]] bool full() const { return problems_.size() == problems_max; }  // texts are in vain now
  [[nodiscard]] bool failed() const { return failed_; }
  // In the order of lines; the first file that had a problem first.
  [[nodiscard]] std::vector<Problem> take();

 private:
  void add(Problem problem);

  std::vector<Problem> problems_;
  std::size_t left_out_ = 0;
  bool failed_ = false;
};

}  // namespace rondel::config
