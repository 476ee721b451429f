// Headed: bytes to be sent as a short head that was just made and a body shared with whoever else holds it, so that a
// header is put in front of a large payload without copying it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/bytes.h"
#include "base/payload.h"

namespace rondel {

template <std::size_t head_max>
class Headed {
 public:
  static constexpr std::size_t head_bytes_max = head_max;

  Headed() = default;
  explicit Headed(Payload body) : body_{std::move(body)} {}
  Headed(Bytes head, Payload body) : body_{std::move(body)}, head_size_{head.size()} {
    ENSURE(head.size() <= head_max);
    if (!head.empty()) std::memcpy(head_.data(), head.data(), head.size());
  }
  Headed(const Headed& other) : Headed{other.head(), other.body_} {}
  Headed& operator=(const Headed& other) {
    if (this != &other) *this = Headed{other.head(), other.body_};
    return *this;
  }
  Headed(Headed&& other) noexcept : body_{std::move(other.body_)}, head_size_{other.head_size_} {
    std::memcpy(head_.data(), other.head_.data(), head_size_);
  }
  Headed& operator=(Headed&& other) noexcept {
    body_ = std::move(other.body_);
    head_size_ = other.head_size_;
    std::memmove(head_.data(), other.head_.data(), head_size_);
    return *this;
  }
  ~Headed() = default;

  [[nodiscard]] Bytes head() const { return {head_.data(), head_size_}; }
  [[nodiscard]] const Payload& body() const { return body_; }
  [[nodiscard]] std::size_t size() const { return head_size_ + body_.size(); }
  // Copies bytes [offset, offset + to.size()) of head and body taken as one.
  void copy(std::size_t offset, std::span<std::byte> to) const {
    ENSURE(offset <= size() && to.size() <= size() - offset);
    std::size_t done = 0;
    if (offset < head_size_) {
      done = std::min(to.size(), head_size_ - offset);
      std::memcpy(to.data(), head_.data() + offset, done);
    }
    if (done == to.size()) return;
    std::memcpy(to.data() + done, body_.view().data() + (offset + done - head_size_), to.size() - done);
  }
  // Head and body as one, without a copy if there is no head.
  [[nodiscard]] Payload joined() const {
    if (head_size_ == 0) return body_;
    return Payload::make(size(), [this](std::span<std::byte> to) { copy(0, to); });
  }

 private:
  std::array<std::byte, head_max> head_;  // only the first head_size_ bytes are ever written or read
  Payload body_;
  std::size_t head_size_ = 0;
};

// One ring message as bytes. What arrives has everything in its body.
using Packet = Headed<96>;
// One service message as bytes, group prefix and service header in its head.
using ServiceBytes = Headed<216>;

}  // namespace rondel
