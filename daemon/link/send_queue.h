// SendQueue: packets that libknet's socket had no room for, in order. It is bounded: when too much waits, the oldest
// packets to all go first, for the ring sends a lost frame again when it is asked to, while a lost token stops
// everything for a while.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "base/headed.h"

namespace rondel::link {

class SendQueue {
 public:
  explicit SendQueue(std::size_t bytes_max) : bytes_max_{bytes_max} {}

  // `to_all`: it is lost before those to one node are.
  void add(const Packet&, bool to_all);
  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  [[nodiscard]] const Packet& front() const;
  void pop();
  void clear();

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  struct Waiting {
    Packet packet;
    bool to_all = false;
  };
  void drop_one();

  std::deque<Waiting> waiting_;
  std::size_t bytes_ = 0;
  std::size_t bytes_max_;
  std::uint64_t dropped_ = 0;
};

}  // namespace rondel::link
