// Host: the outside world of a node, as an interface that runtime and the simulator implement. Nothing here returns a
// result: results come back as inputs of Node.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/ids.h"
#include "base/time.h"

namespace rondel::node {

enum class Level : std::uint8_t { error, warning, notice, info, debug };

class Host {
 public:
  virtual ~Host() = default;
  // Make this number durable in a helper, then call Node::stored. Later numbers may replace earlier ones not yet
  // written.
  virtual void store_ring_number(RingNumber) = 0;
  // First and later completions of synchronisation: clients are welcome.
  virtual void ready() = 0;
  // Another member asks this daemon to end, or staying would be wrong; `why` is one sentence.
  virtual void stop(std::string_view why) = 0;
  virtual void log(Level, std::string_view subsystem, std::string_view line) = 0;
};

}  // namespace rondel::node
