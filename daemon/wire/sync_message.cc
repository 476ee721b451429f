// The messages of synchronisation (services.md 3.3), both of fixed size.
//
//   barrier      = head, ring, pad 4                                               32 bytes, id 0
//   service list = head, ring, pad 4, entries i32, pad 4, 128 service numbers i32  552 bytes, id 1
//
// A barrier of ring 1.9 with its prefix: 0100 0400 73796e63 |
//   00000000 00000000 20000000 00000000 | 01000000 0900000000000000 | 00000000
#include "wire/parts.h"
#include "wire/service_codec.h"
#include "wire/service_parts.h"

namespace rondel::wire {
namespace {

constexpr std::int32_t barrier_id = 0;
constexpr std::int32_t service_list_id = 1;
constexpr std::size_t barrier_bytes = 32;
constexpr std::size_t service_list_bytes = 552;
static_assert(service_list_bytes == 40 + sizeof(std::int32_t) * sync::services_max);

ServiceBytes encode_message(const sync::Barrier& barrier) {
  Writer writer{prefix_bytes(sync_group) + barrier_bytes};
  write_start(writer, sync_group, barrier_id, barrier_bytes);
  write_ring(writer, barrier.ring);
  writer.zeros(4);
  return headed<ServiceBytes>(writer);
}

ServiceBytes encode_message(const sync::ServiceList& list) {
  ENSURE(list.services.size() <= sync::services_max);
  Writer writer{prefix_bytes(sync_group) + service_list_bytes};
  write_start(writer, sync_group, service_list_id, service_list_bytes);
  write_ring(writer, list.ring);
  writer.zeros(4);
  writer.i32(static_cast<std::int32_t>(list.services.size()));
  writer.zeros(4);
  for (const std::int32_t service : list.services) writer.i32(service);
  writer.zeros(sizeof(std::int32_t) * (sync::services_max - list.services.size()));
  return headed<ServiceBytes>(writer);
}

}  // namespace

ServiceBytes encode(const sync::Message& message) {
  return std::visit([](const auto& kind) { return encode_message(kind); }, message);
}

Result<sync::Message> decode_barrier(const Payload& message) {
  if (message.size() != barrier_bytes) return error("barrier of {} bytes instead of {}", message.size(), barrier_bytes);
  Reader reader{message.view()};
  reader.skip(head_bytes);
  return sync::Message{sync::Barrier{.ring = read_ring(reader, std::endian::native)}};
}

Result<sync::Message> decode_service_list(const Payload& message) {
  if (message.size() != service_list_bytes) {
    return error("service list of {} bytes instead of {}", message.size(), service_list_bytes);
  }
  Reader reader{message.view()};
  reader.skip(head_bytes);
  sync::ServiceList list;
  list.ring = read_ring(reader, std::endian::native);
  reader.skip(4);
  const std::int32_t entries = reader.i32();
  reader.skip(4);
  if (entries < 0 || static_cast<std::size_t>(entries) > sync::services_max) {
    return error("service list of {} entries; at most {}", entries, sync::services_max);
  }
  for (std::int32_t i = 0; i < entries; ++i) list.services.push_back(reader.i32());
  return sync::Message{std::move(list)};
}

}  // namespace rondel::wire
