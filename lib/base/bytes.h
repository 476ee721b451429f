// Reading and writing bytes: bounds-checked, with the byte order in the call. A Reader that ran out stays failed and
// returns zeros, so a decoder reads a whole layout and asks ok() once before it believes anything.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace rondel {

using Bytes = std::span<const std::byte>;

template <typename Number>
[[nodiscard]] constexpr Number swap_bytes(Number number) {
  auto bits = static_cast<std::make_unsigned_t<Number>>(number);
  std::make_unsigned_t<Number> swapped = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    swapped = static_cast<std::make_unsigned_t<Number>>((swapped << 8U) | (bits & 0xffU));
    if constexpr (sizeof(Number) > 1) bits = static_cast<std::make_unsigned_t<Number>>(bits >> 8U);
  }
  return static_cast<Number>(swapped);
}

class Reader {
 public:
  explicit Reader(Bytes bytes) : bytes_{bytes} {}

  template <typename Number>
  [[nodiscard]] Number number(std::endian order = std::endian::native) {
    Number value{};
    if (!take(&value, sizeof value)) return Number{};
    return order == std::endian::native ? value : swap_bytes(value);
  }
  [[nodiscard]] std::uint8_t u8() { return number<std::uint8_t>(); }
  [[nodiscard]] std::uint16_t u16(std::endian order = std::endian::native) { return number<std::uint16_t>(order); }
  [[nodiscard]] std::uint32_t u32(std::endian order = std::endian::native) { return number<std::uint32_t>(order); }
  [[nodiscard]] std::uint64_t u64(std::endian order = std::endian::native) { return number<std::uint64_t>(order); }
  [[nodiscard]] std::int32_t i32(std::endian order = std::endian::native) { return number<std::int32_t>(order); }

  // The next `size` bytes, or none if there are fewer.
  [[nodiscard]] Bytes bytes(std::size_t size) {
    if (failed_ || size > rest_size()) {
      failed_ = true;
      return {};
    }
    Bytes taken = bytes_.subspan(position_, size);
    position_ += size;
    return taken;
  }
  void skip(std::size_t size) { static_cast<void>(bytes(size)); }
  [[nodiscard]] Bytes rest() const { return failed_ ? Bytes{} : bytes_.subspan(position_); }
  [[nodiscard]] std::size_t rest_size() const { return failed_ ? 0 : bytes_.size() - position_; }
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] bool ok() const { return !failed_; }

 private:
  bool take(void* to, std::size_t size) {
    Bytes taken = bytes(size);
    if (failed_) return false;
    std::memcpy(to, taken.data(), size);
    return true;
  }

  Bytes bytes_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

class Writer {
 public:
  Writer() = default;
  explicit Writer(std::size_t bytes_expected) { bytes_.reserve(bytes_expected); }

  template <typename Number>
  void number(Number value, std::endian order = std::endian::native) {
    if (order != std::endian::native) value = swap_bytes(value);
    append(&value, sizeof value);
  }
  void u8(std::uint8_t value) { number(value); }
  void u16(std::uint16_t value, std::endian order = std::endian::native) { number(value, order); }
  void u32(std::uint32_t value, std::endian order = std::endian::native) { number(value, order); }
  void u64(std::uint64_t value, std::endian order = std::endian::native) { number(value, order); }
  void i32(std::int32_t value, std::endian order = std::endian::native) { number(value, order); }
  void bytes(Bytes added) { append(added.data(), added.size()); }
  void zeros(std::size_t size) { bytes_.resize(bytes_.size() + size); }

  [[nodiscard]] Bytes view() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void append(const void* from, std::size_t size) {
    if (size == 0) return;
    const std::size_t old_size = bytes_.size();
    bytes_.resize(old_size + size);
    std::memcpy(bytes_.data() + old_size, from, size);
  }

  std::vector<std::byte> bytes_;
};

}  // namespace rondel
