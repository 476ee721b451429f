// DiscoveryWatch: is libknet's discovery of the MTU stuck, or only not done yet? A run takes a fifth of a second, but
// one whose probe was lost may wait 15 s for the answer, and asking breaks off the run that is on its way. So the
// question is asked soon, and then at times ever further apart, until libknet's own interval takes over.
#pragma once

#include <optional>

#include "base/time.h"

namespace rondel::link {

class DiscoveryWatch {
 public:
  static constexpr Duration patience_first = std::chrono::seconds{1};
  static constexpr Duration patience_max = std::chrono::seconds{16};  // doubled up to this, then no more questions

  // `at_floor`: pieces are of the smallest size. `has_peer`: a node is reachable, so there is something to discover.
  // True: another run should be asked for now.
  [[nodiscard]] bool look(Time now, bool at_floor, bool has_peer) {
    if (!at_floor || !has_peer) {
      restart();
      return false;
    }
    if (!next_) next_ = now + patience_;
    if (now < *next_ || patience_ > patience_max) return false;
    patience_ *= 2;
    next_ = now + patience_;
    return true;
  }
  // A node came up or settings changed: libknet begins anew, so does this.
  void restart() {
    next_.reset();
    patience_ = patience_first;
  }

 private:
  std::optional<Time> next_;
  Duration patience_ = patience_first;
};

}  // namespace rondel::link
