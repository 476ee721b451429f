// Options of a mode, as KEY=VALUE words. Each mode says which keys it knows; another one is a mistake.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace cpgload {

class Options {
 public:
  Options(std::map<std::string, std::string> defaults, const std::vector<std::string>& words);

  [[nodiscard]] std::string text(const std::string& key) const { return values_.at(key); }
  [[nodiscard]] double number(const std::string& key) const;
  [[nodiscard]] std::size_t count(const std::string& key) const { return static_cast<std::size_t>(number(key)); }

 private:
  std::map<std::string, std::string> values_;
};

// Says why on standard error and ends with status 2: a test that calls us wrongly must not look like one that failed.
[[noreturn]] void misuse(const std::string& why);

}  // namespace cpgload
