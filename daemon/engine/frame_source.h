// FrameSource: where frames come from. The engine owns this interface and asks when it holds the token; phase, ring and
// frame size are known then, so nothing old is ever in a queue (protocol.md 2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/payload.h"
#include "engine/message.h"

namespace rondel::engine {

// From a transitional view until synchronisation has ended only its messages are sent; everything else waits.
enum class Phase : std::uint8_t { synchronising, normal };

struct Cut {
  Payload payload;
  Guarantee guarantee = Guarantee::agreed;
};

class FrameSource {
 public:
  virtual ~FrameSource() = default;
  // How many frames wait in this phase: the token's backlog. 0 exactly if next() would return nothing.
  [[nodiscard]] virtual std::size_t waiting_frames(Phase) const = 0;
  // Cuts one frame now, of at most `payload_bytes_max` bytes.
  [[nodiscard]] virtual std::optional<Cut> next(Phase, std::size_t payload_bytes_max) = 0;
};

}  // namespace rondel::engine
