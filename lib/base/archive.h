// Archives: values to bytes and back by lists of their fields, for snapshots that the same program reads again. One
// list a type serves writing (Saver), reading (Loader) and hashing (Digest):
//
//   struct Point { int x, y; };
//   ARCHIVE_FIELDS(Point, x, y)
//
// The list is a structured binding: a field that it forgets does not compile. Numbers are LEB128, signed ones zigzag;
// containers have their size in front. Of payloads only the size is kept: a Loader makes them of zeros.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/payload.h"
#include "base/random.h"

// Names all fields of an aggregate, in their order. In the namespace of the type.
#define ARCHIVE_FIELDS(Type, ...)              \
  template <typename Archive>                  \
  void fields(Archive& archive, Type& value) { \
    auto& [__VA_ARGS__] = value;               \
    archive(__VA_ARGS__);                      \
  }

// The same inside a class, for its private fields.
#define ARCHIVE_MEMBERS(...)      \
  template <typename Archive>     \
  void fields(Archive& archive) { \
    auto& [__VA_ARGS__] = *this;  \
    archive(__VA_ARGS__);         \
  }

// The last value of an enumeration that counts from 0: more is an error in a Loader.
#define ARCHIVE_ENUM(Type, last) \
  constexpr Type last_of(Type) { return Type::last; }

namespace rondel {

// What a chain of pointers may have at most, and a payload: beyond is an error in a Loader.
inline constexpr std::size_t archive_depth_max = 64;
inline constexpr std::size_t archive_payload_bytes_max = 65'536;

// `Derived` has `static constexpr bool loading`, `void number(std::uint64_t&)`, `void text(std::string&)` and, when
// loading, `void fail()` and `bool ok()`.
template <typename Derived>
class Archive {
 public:
  template <typename... Values>
  void operator()(Values&&... values) {
    (item(const_cast<std::remove_cvref_t<Values>&>(values)), ...);
  }

  // A range that was made elsewhere, as a container is kept.
  template <typename Value>
  void range(std::span<Value> values) {
    std::uint64_t size = values.size();
    self().number(size);
    for (Value& value : values) (*this)(value);
  }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }

  template <typename Value>
  void item(Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      auto raw = static_cast<std::uint64_t>(value);
      self().number(raw);
      if constexpr (Derived::loading) {
        if (raw > static_cast<std::uint64_t>(last_of(Value{}))) return self().fail();
        value = static_cast<Value>(raw);
      }
    } else if constexpr (std::is_integral_v<Value>) {
      whole(value);
    } else if constexpr (requires { value.fields(self()); }) {
      value.fields(self());
    } else {
      fields(self(), value);
    }
  }

  template <typename Number>
  void whole(Number& value) {
    using Limits = std::numeric_limits<Number>;
    if constexpr (std::is_signed_v<Number>) {
      const auto wide = static_cast<std::int64_t>(value);
      std::uint64_t raw = (static_cast<std::uint64_t>(wide) << 1U) ^ static_cast<std::uint64_t>(wide >> 63U);
      self().number(raw);
      if constexpr (Derived::loading) {
        const auto back = static_cast<std::int64_t>((raw >> 1U) ^ (~(raw & 1U) + 1));
        if (back < Limits::min() || back > Limits::max()) return self().fail();
        value = static_cast<Number>(back);
      }
    } else {
      std::uint64_t raw = value;
      self().number(raw);
      if constexpr (Derived::loading) {
        if (raw > Limits::max()) return self().fail();
        value = static_cast<Number>(raw);
      }
    }
  }

  // Element by element: a size that is a lie ends at the first one that isn't there.
  template <typename List>
  void list(List& values) {
    std::uint64_t size = values.size();
    self().number(size);
    if constexpr (Derived::loading) {
      values.clear();
      for (std::uint64_t i = 0; i < size && self().ok(); ++i) {
        typename List::value_type value{};
        item(value);
        values.push_back(std::move(value));
      }
    } else {
      for (auto& value : values) item(value);
    }
  }
  template <typename Value>
  void item(std::vector<Value>& values) {
    list(values);
  }
  template <typename Value>
  void item(std::deque<Value>& values) {
    list(values);
  }
  template <typename Value, std::size_t size>
  void item(std::array<Value, size>& values) {
    for (Value& value : values) item(value);
  }
  template <typename Value>
  void item(std::set<Value>& values) {
    std::vector<Value> all(values.begin(), values.end());
    list(all);
    if constexpr (Derived::loading) values = std::set<Value>(all.begin(), all.end());
  }
  template <typename Key, typename Value>
  void item(std::map<Key, Value>& values) {
    std::uint64_t size = values.size();
    self().number(size);
    if constexpr (Derived::loading) {
      values.clear();
      for (std::uint64_t i = 0; i < size && self().ok(); ++i) {
        std::pair<Key, Value> entry;
        (*this)(entry.first, entry.second);
        values.insert(std::move(entry));
      }
    } else {
      for (auto& [key, value] : values) (*this)(key, value);
    }
  }
  template <typename Value>
  void item(std::optional<Value>& value) {
    bool there = value.has_value();
    item(there);
    if constexpr (Derived::loading) value = there ? std::optional<Value>{Value{}} : std::nullopt;
    if (value) item(*value);
  }
  template <typename... Kinds>
  void item(std::variant<Kinds...>& value) {
    std::uint64_t index = value.index();
    self().number(index);
    if constexpr (Derived::loading) {
      if (index >= sizeof...(Kinds)) return self().fail();
      std::size_t kind = 0;
      static_cast<void>(((kind++ == index ? (value = Kinds{}, true) : false) || ...));
    }
    std::visit([this](auto& inside) { (*this)(inside); }, value);
  }
  template <typename Value>
  void item(std::shared_ptr<const Value>& pointer) {
    bool there = pointer != nullptr;
    item(there);
    if constexpr (Derived::loading) {
      pointer = nullptr;
      if (!there || !self().ok()) return;
      if (depth_ == archive_depth_max) return self().fail();
      Value value;
      ++depth_;
      item(value);
      --depth_;
      pointer = std::make_shared<const Value>(std::move(value));
    } else if (there) {
      (*this)(*pointer);
    }
  }
  template <typename Rep, typename Period>
  void item(std::chrono::duration<Rep, Period>& value) {
    Rep count = value.count();
    item(count);
    value = std::chrono::duration<Rep, Period>{count};
  }
  template <typename Clock, typename Span>
  void item(std::chrono::time_point<Clock, Span>& value) {
    Span since = value.time_since_epoch();
    item(since);
    value = std::chrono::time_point<Clock, Span>{since};
  }
  void item(std::string& value) { self().text(value); }
  void item(Payload& value) {
    std::uint64_t size = value.size();
    self().number(size);
    if constexpr (Derived::loading) {
      static const Payload zeros = Payload::make(archive_payload_bytes_max,
                                                 [](std::span<std::byte> to) { std::memset(to.data(), 0, to.size()); });
      if (size > archive_payload_bytes_max) return self().fail();
      value = zeros.part(0, size);
    }
  }

  std::size_t depth_ = 0;
};

// Appends to `to`, which must outlive it.
class Saver : public Archive<Saver> {
 public:
  static constexpr bool loading = false;
  explicit Saver(std::vector<std::byte>& to) : to_{to} {}

  void number(std::uint64_t& value) {
    std::uint64_t rest = value;
    for (; rest >= 0x80; rest >>= 7U) to_.push_back(static_cast<std::byte>(rest | 0x80U));
    to_.push_back(static_cast<std::byte>(rest));
  }
  void text(std::string& value) {
    std::uint64_t size = value.size();
    number(size);
    const Bytes bytes = std::as_bytes(std::span{value});
    to_.insert(to_.end(), bytes.begin(), bytes.end());
  }

 private:
  std::vector<std::byte>& to_;
};

// Believes nothing: what is not there or out of range makes it fail, and what it read is of no use then.
class Loader : public Archive<Loader> {
 public:
  static constexpr bool loading = true;
  explicit Loader(Bytes from) : from_{from} {}

  void number(std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (from_.empty()) return fail();
      const auto byte = std::to_integer<std::uint64_t>(from_.front());
      from_ = from_.subspan(1);
      if (shift == 63 && byte > 1) return fail();
      value |= (byte & 0x7fU) << shift;
      if (byte < 0x80) return;
    }
    fail();
  }
  void text(std::string& value) {
    std::uint64_t size = 0;
    number(size);
    if (size > from_.size()) return fail();
    value.assign(reinterpret_cast<const char*>(from_.data()), size);
    from_ = from_.subspan(size);
  }
  void fail() {
    failed_ = true;
    from_ = {};
  }
  [[nodiscard]] bool ok() const { return !failed_; }
  // Read without a mistake, and nothing is left.
  [[nodiscard]] bool complete() const { return !failed_ && from_.empty(); }
  [[nodiscard]] Bytes rest() const { return from_; }

 private:
  Bytes from_;
  bool failed_ = false;
};

// Equal values have equal digests; different ones hardly ever.
class Digest : public Archive<Digest> {
 public:
  static constexpr bool loading = false;
  void number(std::uint64_t& value) {
    hash_ = (hash_ ^ value) * 0x9e3779b97f4a7c15ULL;
    hash_ ^= hash_ >> 32U;
  }
  void text(std::string& value) {
    std::uint64_t size = value.size();
    number(size);
    for (const char letter : value) {
      auto code = static_cast<std::uint64_t>(static_cast<unsigned char>(letter));
      number(code);
    }
  }
  [[nodiscard]] std::uint32_t value() const { return static_cast<std::uint32_t>(hash_ ^ (hash_ >> 32U)); }

 private:
  std::uint64_t hash_ = 0x6a09e667f3bcc908ULL;
};

ARCHIVE_FIELDS(NodeId, value_)
ARCHIVE_FIELDS(Sequence, value_)
ARCHIVE_FIELDS(RingNumber, value_)
ARCHIVE_FIELDS(RingId, representative, number)

}  // namespace rondel
