// Trace: what happened, as a number that is equal for equal stories, and as text for whoever wants to read the story.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/time.h"

namespace rondel::simulation {

class Trace {
 public:
  enum class Text : std::uint8_t { none, tail, all };
  static constexpr std::size_t tail_lines_max = 400;

  explicit Trace(Text text) : text_{text} {}

  // `format` has a {} for each of the numbers behind it.
  template <typename... Numbers>
  void note(Time now, NodeId node, std::string_view format, Numbers... numbers) {
    mix(static_cast<std::uint64_t>(now.time_since_epoch().count()));
    mix(node.value);
    mix(format);
    (mix(static_cast<std::uint64_t>(numbers)), ...);
    if (text_ != Text::none) line(now, node, fmt::format(fmt::runtime(format), numbers...));
  }
  // Text that only a reader wants: made only if there is one, and not part of the number.
  template <typename Describe>
  void remark(Time now, NodeId node, Describe&& describe) {
    if (text_ != Text::none) line(now, node, describe());
  }

  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  [[nodiscard]] const std::deque<std::string>& tail() const { return tail_; }

 private:
  void mix(std::uint64_t number) {
    hash_ = (hash_ ^ number) * 0x9e3779b97f4a7c15ULL;
    hash_ ^= hash_ >> 29U;
  }
  void mix(std::string_view text);
  void line(Time now, NodeId node, std::string text);

  Text text_;
  std::uint64_t hash_ = 0x243f6a8885a308d3ULL;
  std::deque<std::string> tail_;
};

}  // namespace rondel::simulation
