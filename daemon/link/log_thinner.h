// LogThinner: libknet says the same lines again and again: three times when a host is added, for every packet that a
// socket refuses, at every flap of a bad link. A line that was said a short time ago is counted instead, and told when
// it may be said again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace rondel::link {

class LogThinner {
 public:
  static constexpr Duration pause = std::chrono::seconds{60};
  static constexpr std::size_t lines_max = 64;  // different ones remembered; above it the oldest is forgotten

  // The line as it is to be logged, if it is.
  [[nodiscard]] std::optional<std::string> admit(Time now, std::string_view line);

 private:
  struct Said {
    Time last{};
    std::uint64_t unsaid = 0;  // since then
  };
  void forget_oldest();

  std::map<std::string, Said, std::less<>> said_;
};

}  // namespace rondel::link
