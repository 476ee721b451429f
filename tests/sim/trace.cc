#include "trace.h"

#include <cstdio>
#include <utility>

namespace rondel::simulation {

void Trace::mix(std::string_view text) {
  for (const char letter : text) mix(static_cast<std::uint64_t>(static_cast<unsigned char>(letter)));
}

void Trace::line(Time now, NodeId node, std::string text) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count();
  std::string line =
      node.value == 0 ? fmt::format("{:>5}.{:06}      {}", micros / 1'000'000, micros % 1'000'000, text)
                      : fmt::format("{:>5}.{:06} n{:<4} {}", micros / 1'000'000, micros % 1'000'000, node.value, text);
  if (text_ == Text::all) {
    std::fprintf(stdout, "%s\n", line.c_str());
    return;
  }
  if (tail_.size() == tail_lines_max) tail_.pop_front();
  tail_.push_back(std::move(line));
}

}  // namespace rondel::simulation
