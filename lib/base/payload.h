// Payload: bytes that many may hold and nobody changes. A part of a Payload shares its memory, so a message travels
// from the client's ring to the link, and from the link to the clients, without being copied again.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>

#include "base/bytes.h"
#include "base/ensure.h"

namespace rondel {

class Payload {
 public:
  Payload() = default;

  // A copy of `bytes`, exactly as large.
  [[nodiscard]] static Payload copy(Bytes bytes) {
    return make(bytes.size(), [&](std::span<std::byte> to) {
      if (!bytes.empty()) std::memcpy(to.data(), bytes.data(), bytes.size());
    });
  }

  // `size` bytes that `fill(span)` writes once, before anybody else sees them. They are not cleared first.
  template <typename Fill>
  [[nodiscard]] static Payload make(std::size_t size, Fill&& fill) {
    Payload payload;
    if (size == 0) return payload;
    std::shared_ptr<std::byte[]> memory = std::make_shared_for_overwrite<std::byte[]>(size);
    fill(std::span<std::byte>{memory.get(), size});
    payload.memory_ = std::move(memory);
    payload.size_ = size;
    return payload;
  }

  [[nodiscard]] Bytes view() const { return {memory_.get() + offset_, size_}; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  // Bytes [offset, offset + size) of this one, sharing its memory.
  [[nodiscard]] Payload part(std::size_t offset, std::size_t size) const {
    ENSURE(offset <= size_ && size <= size_ - offset);
    Payload result = *this;
    result.offset_ += offset;
    result.size_ = size;
    if (size == 0) result = Payload{};
    return result;
  }
  [[nodiscard]] Payload from(std::size_t offset) const { return part(offset, size_ - offset); }

 private:
  std::shared_ptr<const std::byte[]> memory_;
  std::size_t offset_ = 0;
  std::size_t size_ = 0;
};

}  // namespace rondel
