// Outbox: messages that wait to be sent, and the frames cut from them when the token is here (ring.md 6.1, 6.2;
// protocol.md 2, 3). Many small messages share a frame; a large one goes over many. Each phase has a queue of its own,
// so no piece of one phase is ever in a frame with another's. Nothing waits for a frame to fill.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>

#include "base/headed.h"
#include "engine/frame_source.h"
#include "packing/layout.h"

namespace rondel::packing {

// A message on its way out, group prefix and all.
struct Outgoing {
  ServiceBytes bytes;
  engine::Guarantee guarantee = engine::Guarantee::agreed;
};

class Outbox final : public engine::FrameSource {
 public:
  // Frames are filled to `payload_bytes_best` (link's frame_bytes_best less the frame header), which is brought into
  // [payload_bytes_least, payload_bytes_limit]. Applies to the next cut.
  explicit Outbox(std::size_t payload_bytes_best);
  void set_payload_bytes_best(std::size_t);

  // At most message_bytes_max bytes: longer ones were refused where they came from.
  void add(engine::Phase, Outgoing);
  // Bytes that still have to be cut.
  [[nodiscard]] std::size_t waiting_bytes(engine::Phase) const;
  // Messages that still have to be cut, an unfinished one included.
  [[nodiscard]] std::size_t waiting_messages(engine::Phase) const;

  // A regular view was installed. `restart`: every member drops partial messages (a ring of ours), so an unfinished
  // message is sent again from its first byte; otherwise its tail goes out alone, in frames of its own (protocol.md 3).
  void view_installed(bool restart);

  // An estimate: exact for one large message or for small ones of one size, else off by a few in a hundred.
  [[nodiscard]] std::size_t waiting_frames(engine::Phase) const override;
  // `payload_bytes_max` is at least payload_bytes_least.
  [[nodiscard]] std::optional<engine::Cut> next(engine::Phase, std::size_t payload_bytes_max) override;

 private:
  struct Queue {
    std::deque<Outgoing> messages;
    std::size_t bytes = 0;          // all messages, less what was already cut of the first
    std::size_t sent_of_first = 0;  // bytes of messages.front() that are in earlier frames
    std::uint8_t fragment = 0;      // number that the last frame announced; 0 exactly if sent_of_first is 0
    bool tail_alone = false;        // the head went out on an earlier ring: nothing may be packed behind the tail
  };
  // What goes into the next frame: `whole` messages to their end, then the first `head` bytes of one more.
  struct Plan {
    std::size_t whole = 0;
    std::size_t head = 0;
    std::size_t payload_bytes = head_bytes;
    engine::Guarantee guarantee = engine::Guarantee::agreed;
    std::uint8_t fragmented = 0;
  };
  [[nodiscard]] static Plan plan(const Queue&, std::size_t payload_bytes_max);
  static void write(const Queue&, const Plan&, std::span<std::byte> to);
  static void remove(Queue&, const Plan&);

  std::array<Queue, 2> queues_;
  std::size_t payload_bytes_best_;
};

}  // namespace rondel::packing
