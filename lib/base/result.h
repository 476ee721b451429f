// Result<T>: a value, or an Error that says what was attempted, with what, and what came of it.
#pragma once

#include <fmt/format.h>

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace rondel {

struct Error {
  std::string text;
};

template <typename... Args>
[[nodiscard]] Error error(fmt::format_string<Args...> format, Args&&... args) {
  return Error{fmt::format(format, std::forward<Args>(args)...)};
}

// Constructed from a T or from an Error, so that `return header.error();` compiles in a function of another T.
template <typename T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
  Result(Error failure) : tl::expected<T, Error>(tl::make_unexpected(std::move(failure))) {}  // NOLINT(*-explicit-*)
};

}  // namespace rondel
