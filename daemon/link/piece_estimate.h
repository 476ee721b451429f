// PieceEstimate: the piece size that packing may count on. libknet falls to its floor at every link-up and stays there
// until discovery ends, up to half a minute later; frames cut for that would be wrong for most of their life. So the
// floor is no news: the last value that was discovered is kept (protocol.md 12).
#pragma once

#include <cstddef>

namespace rondel::link {

class PieceEstimate {
 public:
  // `expected` counts until the first discovery ends; `floor` is libknet's.
  PieceEstimate(std::size_t expected, std::size_t floor) : piece_{expected}, floor_{floor} {}

  // libknet reports this data MTU. True if the estimate changed.
  bool reported(std::size_t data_mtu) {
    if (data_mtu == 0 || data_mtu == floor_ || data_mtu == piece_) return false;
    piece_ = data_mtu;
    return true;
  }
  // Other keys, so another floor.
  void set_floor(std::size_t floor) { floor_ = floor; }

  [[nodiscard]] std::size_t bytes() const { return piece_; }
  [[nodiscard]] std::size_t floor() const { return floor_; }

 private:
  std::size_t piece_;
  std::size_t floor_;
};

}  // namespace rondel::link
