#include "session/cpg_events.h"

#include <span>

#include "session/reply.h"

namespace rondel::session {

namespace {

std::uint32_t count32(std::size_t count) { return static_cast<std::uint32_t>(count); }

std::span<std::byte> append(std::span<std::byte> to, const std::vector<group::Member>& members) {
  for (const group::Member& member : members) {
    ipc::GroupAddress address;
    address.node = member.node.value;
    address.pid = member.pid;
    address.reason = static_cast<std::uint32_t>(member.reason);
    std::memcpy(to.data(), &address, sizeof address);
    to = to.subspan(sizeof address);
  }
  return to;
}

void append(std::span<std::byte> to, const std::vector<NodeId>& nodes) {
  for (const NodeId node : nodes) {
    std::memcpy(to.data(), &node.value, sizeof node.value);
    to = to.subspan(sizeof node.value);
  }
}

}  // namespace

EventBytes event_bytes(const group::Delivery& delivery) {
  ipc::cpg::Deliver head;
  head.header = header(ipc::cpg::event_deliver, sizeof head + delivery.message.size(), ipc::status_ok);
  head.group = from_name(delivery.group);
  head.message_bytes = count32(delivery.message.size());
  head.node = delivery.node.value;
  head.pid = delivery.pid;
  return EventBytes{bytes_of(head), delivery.message};
}

EventBytes event_bytes(const group::PartialDelivery& delivery) {
  ipc::cpg::PartialDeliver head;
  head.header = header(ipc::cpg::event_partial_deliver, sizeof head + delivery.fragment.size(), ipc::status_ok);
  head.group = from_name(delivery.group);
  head.message_bytes = delivery.message_bytes;
  head.fragment_bytes = count32(delivery.fragment.size());
  head.node = delivery.node.value;
  head.pid = delivery.pid;
  head.part = delivery.part;
  return EventBytes{bytes_of(head), delivery.fragment};
}

EventBytes event_bytes(const group::Change& change) {
  const std::size_t entries = change.members.size() + change.left.size() + change.joined.size();
  const std::size_t body_bytes = entries * sizeof(ipc::GroupAddress);
  ipc::cpg::Change head;
  head.header = header(ipc::cpg::event_change, sizeof head + body_bytes, ipc::status_ok);
  head.group = from_name(change.group);
  head.members = count32(change.members.size());
  head.joined = count32(change.joined.size());
  head.left = count32(change.left.size());
  // The counts say members, joined, left; the lists come as members, left, joined.
  return EventBytes{bytes_of(head), Payload::make(body_bytes, [&](std::span<std::byte> to) {
                      append(append(append(to, change.members), change.left), change.joined);
                    })};
}

EventBytes event_bytes(const group::RingChange& change) {
  const std::size_t size = sizeof(ipc::cpg::RingChange) + sizeof(std::uint32_t) * change.members.size();
  ipc::cpg::RingChange fixed;
  fixed.header = header(ipc::cpg::event_ring, size, ipc::status_ok);
  fixed.ring.node = change.ring.representative.value;
  fixed.ring.number = change.ring.number.value;
  fixed.members = count32(change.members.size());
  return EventBytes{Payload::make(size, [&](std::span<std::byte> to) {
    std::memset(to.data(), 0, to.size());
    std::memcpy(to.data(), &fixed, ipc::cpg::ring_change_members_offset);
    append(to.subspan(ipc::cpg::ring_change_members_offset), change.members);
  })};
}

EventBytes event_bytes(const group::RingEnd& end) {
  const std::size_t size = sizeof(ipc::cpg::Transitional) + sizeof(std::uint32_t) * end.remaining.size();
  ipc::cpg::Transitional fixed;
  fixed.header = header(ipc::cpg::event_transitional, size, ipc::status_ok);
  fixed.nodes = count32(end.remaining.size());
  return EventBytes{Payload::make(size, [&](std::span<std::byte> to) {
    std::memcpy(to.data(), &fixed, sizeof fixed);
    append(to.subspan(sizeof fixed), end.remaining);
  })};
}

}  // namespace rondel::session
