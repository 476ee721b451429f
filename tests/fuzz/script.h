// Script: a fuzz target's input as what its driver does next. It never runs dry in the middle: behind its end numbers
// are 0 and bytes are none, so that every input is a whole script.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bytes.h"

namespace rondel::fuzz {

class Script {
 public:
  Script(const std::uint8_t* data, std::size_t size) : reader_{std::as_bytes(std::span{data, size})} {}

  [[nodiscard]] bool more() const { return reader_.rest_size() > 0; }
  [[nodiscard]] std::uint8_t u8() { return number<std::uint8_t>(); }
  [[nodiscard]] std::uint16_t u16() { return number<std::uint16_t>(); }
  [[nodiscard]] std::uint32_t u32() { return number<std::uint32_t>(); }
  [[nodiscard]] std::uint64_t u64() { return number<std::uint64_t>(); }
  // One of 0..count-1.
  [[nodiscard]] std::uint32_t pick(std::uint32_t count) { return u8() % count; }
  // So many bytes, or what is left.
  [[nodiscard]] Bytes bytes(std::size_t size) { return reader_.bytes(std::min(size, reader_.rest_size())); }
  [[nodiscard]] Bytes rest() { return bytes(reader_.rest_size()); }

 private:
  template <typename Number>
  Number number() {
    if (reader_.rest_size() < sizeof(Number)) reader_.skip(reader_.rest_size());
    return reader_.rest_size() == 0 ? Number{} : reader_.number<Number>();
  }

  Reader reader_;
};

}  // namespace rondel::fuzz
