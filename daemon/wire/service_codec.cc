#include "wire/service_codec.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "wire/service_parts.h"

namespace rondel::wire {
namespace {

constexpr std::size_t groups_max = 32;

enum class Group { other, services, sync };

// Reads the prefix; the message is for the first group that is known.
Result<Group> read_prefix(Reader& reader) {
  const std::uint16_t count = reader.u16();
  if (!reader.ok()) return error("service message of {} bytes has no group", reader.position());
  if (count > groups_max) return error("service message for {} groups; at most {}", count, groups_max);
  std::array<std::uint16_t, groups_max> sizes{};
  for (std::size_t i = 0; i < count; ++i) sizes[i] = reader.u16();
  Group group = Group::other;
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes bytes = reader.bytes(sizes[i]);
    const std::string_view name{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    if (group != Group::other) continue;
    if (name == services_group) group = Group::services;
    if (name == sync_group) group = Group::sync;
  }
  if (!reader.ok()) return error("service message cut off in its groups' names");
  return group;
}

template <typename Kind>
Result<ServiceMessage> as_message(Result<Kind> decoded) {
  if (!decoded) return decoded.error();
  return ServiceMessage{std::move(*decoded)};
}

}  // namespace

Result<ServiceMessage> decode_service(const Payload& message) {
  Reader reader{message.view()};
  const Result<Group> group = read_prefix(reader);
  if (!group) return group.error();
  if (*group == Group::other) return ServiceMessage{UnknownMessage{.service = -1}};
  const std::size_t size = reader.rest_size();
  const Payload whole = message.from(reader.position());
  const Head head = read_head(reader);
  if (!reader.ok()) return error("service message of {} bytes; at least {}", size, head_bytes);

  // An unknown one's size may be anything: pload's says more than there is (services.md 8).
  const bool sync = *group == Group::sync;
  const std::int32_t service = sync ? -1 : head.id >> 16;
  const std::int32_t function = sync ? head.id : head.id & 0xffff;
  const bool is_sync = sync && (function == 0 || function == 1);
  const bool is_group = service == static_cast<std::int32_t>(sync::Service::groups) && is_group_function(function);
  if (!is_sync && !is_group) return ServiceMessage{UnknownMessage{.service = service, .function = function}};
  if (head.size < 0 || static_cast<std::size_t>(head.size) != size) {
    return error("service message of {} bytes that says {}", size, head.size);
  }
  if (is_group) return as_message(decode_group(function, whole));
  return as_message(function == 0 ? decode_barrier(whole) : decode_service_list(whole));
}

}  // namespace rondel::wire
