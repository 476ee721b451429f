#include "checkers/once.h"

#include <algorithm>
#include <cstring>

namespace rondel::simulation {

namespace {

struct Stamp {
  std::uint32_t node = 0, life = 0, number = 0, check = 0;
};
static_assert(sizeof(Stamp) == message_id_bytes);

std::uint32_t check_of(const Stamp& stamp) { return ~(stamp.node * 31U + stamp.life * 17U + stamp.number); }

}  // namespace

// Behind the stamp comes a text that depends on the id, so that a piece in the wrong place is noticed.
Payload make_message(const MessageId& id, std::size_t size) {
  return Payload::make(size, [&](std::span<std::byte> bytes) {
    std::uint64_t word =
        (std::uint64_t{id.sender.node.value} << 40U) + (std::uint64_t{id.sender.number} << 32U) + id.number;
    for (std::size_t at = 0; at < bytes.size(); at += sizeof word) {
      word = word * 6364136223846793005ULL + 1442695040888963407ULL;
      std::memcpy(bytes.data() + at, &word, std::min(sizeof word, bytes.size() - at));
    }
    if (size < message_id_bytes) return;
    Stamp stamp{id.sender.node.value, id.sender.number, id.number, 0};
    stamp.check = check_of(stamp);
    std::memcpy(bytes.data(), &stamp, sizeof stamp);
  });
}

std::optional<MessageId> id_of(const Payload& message) {
  if (message.size() < message_id_bytes) return std::nullopt;
  Stamp stamp;
  std::memcpy(&stamp, message.view().data(), sizeof stamp);
  if (stamp.check != check_of(stamp)) return std::nullopt;
  return MessageId{{NodeId{stamp.node}, stamp.life}, stamp.number};
}

void OnceChecker::message_sent(const MessageId& id, const group::Name& group, const Payload& message) {
  sent_[id] = {group, message};
}

void OnceChecker::message_delivered(const Life& life, const group::Delivery& delivery) {
  if (delivery.message.size() < message_id_bytes) return;
  const std::optional<MessageId> id = id_of(delivery.message);
  const auto sent = id ? sent_.find(*id) : sent_.end();
  if (sent == sent_.end()) {
    violation("once: {} delivers {} bytes from node {} that nobody sent", to_string(life), delivery.message.size(),
              delivery.node.value);
    return;
  }
  if (delivery.node != id->sender.node || delivery.group != sent->second.group ||
      !std::ranges::equal(delivery.message.view(), sent->second.message.view())) {
    violation("once: {} delivers message {} of {} altered", to_string(life), id->number, to_string(id->sender));
  }
  std::uint32_t& last = last_[life][id->sender];
  if (id->number <= last) {
    violation("once: {} delivers message {} of {} again or late: {} was before it", to_string(life), id->number,
              to_string(id->sender), last);
  }
  last = id->number;
}

}  // namespace rondel::simulation
