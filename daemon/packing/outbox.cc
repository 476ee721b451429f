#include "packing/outbox.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/ensure.h"

namespace rondel::packing {

namespace {

// The head of a message fills what is left of a frame, but a shorter one than this is not worth the copy that its
// receivers make to join it with the tail.
constexpr std::size_t piece_bytes_least = 16;

constexpr std::size_t index_of(engine::Phase phase) { return static_cast<std::size_t>(phase); }

// Numbers run 1, 2, … inside a message and skip 0, which says "ends here".
constexpr std::uint8_t number_after(std::uint8_t fragment) {
  return fragment == 255 ? std::uint8_t{1} : static_cast<std::uint8_t>(fragment + 1);
}

constexpr std::size_t divided_up(std::size_t amount, std::size_t unit) { return (amount + unit - 1) / unit; }

// Puts numbers of the host's byte order into a payload that is being made.
template <typename Number>
void put(std::span<std::byte> to, std::size_t offset, Number number) {
  std::memcpy(to.data() + offset, &number, sizeof number);
}

}  // namespace

Outbox::Outbox(std::size_t payload_bytes_best) : payload_bytes_best_{payload_bytes_least} {
  set_payload_bytes_best(payload_bytes_best);
}

void Outbox::set_payload_bytes_best(std::size_t best) {
  payload_bytes_best_ = std::clamp(best, payload_bytes_least, payload_bytes_limit);
}

void Outbox::add(engine::Phase phase, Outgoing message) {
  ENSURE(message.bytes.size() <= message_bytes_max);
  Queue& queue = queues_[index_of(phase)];
  queue.bytes += message.bytes.size();
  queue.messages.push_back(std::move(message));
}

std::size_t Outbox::waiting_bytes(engine::Phase phase) const { return queues_[index_of(phase)].bytes; }

std::size_t Outbox::waiting_messages(engine::Phase phase) const { return queues_[index_of(phase)].messages.size(); }

void Outbox::view_installed(bool restart) {
  for (Queue& queue : queues_) {
    if (queue.sent_of_first == 0) continue;
    if (!restart) {
      queue.tail_alone = true;
      continue;
    }
    queue.bytes += queue.sent_of_first;
    queue.sent_of_first = 0;
    queue.fragment = 0;
    queue.tail_alone = false;
  }
}

std::size_t Outbox::waiting_frames(engine::Phase phase) const {
  const Queue& queue = queues_[index_of(phase)];
  const std::size_t room = payload_bytes_best_ - head_bytes;
  std::size_t bytes = queue.bytes;
  std::size_t messages = queue.messages.size();
  std::size_t frames = 0;
  if (queue.tail_alone) {
    const std::size_t tail = queue.messages.front().bytes.size() - queue.sent_of_first;
    frames = divided_up(tail, room - piece_length_bytes);
    bytes -= tail;
    --messages;
  }
  return frames + divided_up(bytes + messages * piece_length_bytes, room);
}

std::optional<engine::Cut> Outbox::next(engine::Phase phase, std::size_t payload_bytes_max) {
  ENSURE(payload_bytes_max >= payload_bytes_least);
  Queue& queue = queues_[index_of(phase)];
  if (queue.messages.empty()) return std::nullopt;
  const Plan frame = plan(queue, std::min(payload_bytes_best_, payload_bytes_max));
  engine::Cut cut;
  cut.payload = Payload::make(frame.payload_bytes, [&](std::span<std::byte> to) { write(queue, frame, to); });
  cut.guarantee = frame.guarantee;
  remove(queue, frame);
  return cut;
}

Outbox::Plan Outbox::plan(const Queue& queue, std::size_t payload_bytes_max) {
  Plan plan;
  std::size_t sent = queue.sent_of_first;
  for (const Outgoing& message : queue.messages) {
    const std::size_t rest = message.bytes.size() - std::exchange(sent, 0);
    const std::size_t room = payload_bytes_max - plan.payload_bytes;
    const bool ends = piece_length_bytes + rest <= room;
    if (!ends && room < piece_length_bytes + piece_bytes_least) break;

    // A frame is safe as a whole if any piece of a safe message is in it (protocol.md 7).
    if (message.guarantee == engine::Guarantee::safe) plan.guarantee = engine::Guarantee::safe;
    if (!ends) {
      plan.head = room - piece_length_bytes;
      plan.fragmented = plan.whole == 0 ? number_after(queue.fragment) : std::uint8_t{1};
      plan.payload_bytes = payload_bytes_max;
      break;
    }
    plan.whole += 1;
    plan.payload_bytes += piece_length_bytes + rest;
    // A corosync that missed the head throws away whatever stands behind the tail in its frame (ring.md 10.6).
    if (queue.tail_alone) break;
  }
  return plan;
}

void Outbox::write(const Queue& queue, const Plan& plan, std::span<std::byte> to) {
  const std::size_t pieces = plan.whole + (plan.head > 0 ? 1 : 0);
  put(to, 0, std::int16_t{0});
  put(to, 2, std::int16_t{0});
  put(to, 4, plan.fragmented);
  put(to, 5, queue.fragment);
  put(to, 6, static_cast<std::uint16_t>(pieces));
  std::size_t sent = queue.sent_of_first;
  std::size_t data = head_bytes + piece_length_bytes * pieces;
  for (std::size_t i = 0; i < pieces; ++i) {
    const ServiceBytes& bytes = queue.messages[i].bytes;
    const std::size_t offset = std::exchange(sent, 0);
    const std::size_t size = i < plan.whole ? bytes.size() - offset : plan.head;
    put(to, head_bytes + piece_length_bytes * i, static_cast<std::uint16_t>(size));
    bytes.copy(offset, to.subspan(data, size));
    data += size;
  }
  ENSURE(data == to.size());
}

void Outbox::remove(Queue& queue, const Plan& plan) {
  for (std::size_t i = 0; i < plan.whole; ++i) {
    queue.bytes -= queue.messages.front().bytes.size() - std::exchange(queue.sent_of_first, 0);
    queue.messages.pop_front();
  }
  if (plan.whole > 0) queue.tail_alone = false;
  queue.bytes -= plan.head;
  queue.sent_of_first += plan.head;
  queue.fragment = plan.fragmented;
}

}  // namespace rondel::packing
