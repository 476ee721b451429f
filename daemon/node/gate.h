// Gate: whether clients' requests that send may be taken now. It closes above a bound of waiting bytes and opens again
// well below it, so that it does not flutter at the bound.
#pragma once

#include <cstddef>

#include "node/node.h"

namespace rondel::node {

class Gate {
 public:
  explicit Gate(std::size_t waiting_bytes_max) : waiting_bytes_max_{waiting_bytes_max} {}

  // True if admission() is another one now.
  [[nodiscard]] bool update(std::size_t waiting_bytes, bool synchronised) {
    if (waiting_bytes > waiting_bytes_max_) {
      full_ = true;
    } else if (waiting_bytes < waiting_bytes_max_ / 4 * 3) {
      full_ = false;
    }
    const Admission before = admission_;
    admission_ = !synchronised ? Admission::synchronising : full_ ? Admission::queue_full : Admission::open;
    return admission_ != before;
  }
  [[nodiscard]] Admission admission() const { return admission_; }

 private:
  std::size_t waiting_bytes_max_;
  bool full_ = false;
  Admission admission_ = Admission::synchronising;
};

}  // namespace rondel::node
