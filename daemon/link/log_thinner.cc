#include "link/log_thinner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rondel::link {

namespace {

// The last one that is logged must tell how the link is, so all are.
bool tells_state(std::string_view line) { return line.ends_with(" is up") || line.ends_with(" is down"); }

}  // namespace

std::optional<std::string> LogThinner::admit(Time now, std::string_view line) {
  if (tells_state(line)) return std::string{line};
  const auto known = said_.find(line);
  if (known == said_.end()) {
    if (said_.size() == lines_max) forget_oldest();
    said_.emplace(line, Said{.last = now});
    return std::string{line};
  }
  Said& said = known->second;
  if (now - said.last < pause) {
    ++said.unsaid;
    return std::nullopt;
  }
  said.last = now;
  const std::uint64_t unsaid = std::exchange(said.unsaid, 0);
  return unsaid == 0 ? std::string{line} : fmt::format("{} (and {} times since it was last logged)", line, unsaid);
}

void LogThinner::forget_oldest() {
  const auto earlier = [](const auto& a, const auto& b) { return a.second.last < b.second.last; };
  said_.erase(std::min_element(said_.begin(), said_.end(), earlier));
}

}  // namespace rondel::link
