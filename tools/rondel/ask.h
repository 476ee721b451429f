// Asks the daemon's admin service: one question, the answer's pages joined.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "answer.h"

namespace rondel::tool {

[[nodiscard]] tl::expected<proto::AdminReply, NoAnswer> ask(proto::AdminRequest);

// The same message as the text is made of, on one line.
void print_json(const google::protobuf::Message&);

// "1 2 3", or "-" if there are none.
template <typename Numbers>
[[nodiscard]] std::string list(const Numbers& numbers) {
  if (numbers.empty()) return "-";
  return fmt::format("{}", fmt::join(numbers, " "));
}

}  // namespace rondel::tool
