#include "options.h"

#include <cstdio>
#include <cstdlib>

namespace cpgload {

void misuse(const std::string& why) {
  std::fprintf(stderr, "cpgload: %s\n", why.c_str());
  std::exit(2);
}

Options::Options(std::map<std::string, std::string> defaults, const std::vector<std::string>& words)
    : values_{std::move(defaults)} {
  for (const std::string& word : words) {
    const std::size_t at = word.find('=');
    const std::string key = word.substr(0, at);
    if (at == std::string::npos || !values_.contains(key)) misuse("unknown option " + word);
    values_[key] = word.substr(at + 1);
  }
}

double Options::number(const std::string& key) const {
  const std::string& value = values_.at(key);
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (value.empty() || *end != '\0' || number < 0) misuse(key + "=" + value + " is not a number");
  return number;
}

}  // namespace cpgload
