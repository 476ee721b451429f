// The messages of process groups (services.md 5.2): service 2 in group "a".
//
//   0 join          = head, name, pid u32, pad 4, reason u32, pad 4                             168 bytes
//   1 leave         = the same
//   2 join list     = head, error i32 (0), pad 4, (pid u32, pad 4, name)*                       24 + 144 n bytes
//   3 multicast     = head, name, message bytes u32, pad 4, pid u32, pad 4, source, message     184 + n bytes
//   4 old down list = head, left u32, pad 4, 384 nodes u32                                      1560 bytes
//   5 down list     = head, old members u32, pad 4, left u32, pad 4, 384 nodes u32              1568 bytes
//   6 partial       = head, name, whole message's bytes u32, pad 4, fragment's bytes u32, pad 4, pid u32, pad 4,
//                     part u32, pad 4, source, fragment                                         200 + n bytes
//   source          = node u32, pad 4, connection u64
//
// Process 6 joins group "ab", with its prefix: 0100 0100 61 |
//   00000200 00000000 a8000000 00000000 | 02000000 00000000 6162 (126 zeros) |
//   06000000 00000000 01000000 00000000
#include "wire/parts.h"
#include "wire/service_codec.h"
#include "wire/service_parts.h"

namespace rondel::wire {
namespace {

enum Function : std::int32_t {
  process_join = 0,
  process_leave = 1,
  join_list = 2,
  multicast = 3,
  old_downlist = 4,
  downlist = 5,
  partial_multicast = 6,
};

constexpr std::size_t nodes_max = 384;
constexpr std::size_t process_bytes = head_bytes + name_bytes + 16;
constexpr std::size_t join_list_head_bytes = 24;
constexpr std::size_t join_list_entry_bytes = 8 + name_bytes;
constexpr std::size_t multicast_head_bytes = 184;
constexpr std::size_t old_downlist_bytes = 24 + 4 * nodes_max;
constexpr std::size_t downlist_bytes = 32 + 4 * nodes_max;
constexpr std::size_t partial_head_bytes = 200;
static_assert(process_bytes == 168 && join_list_entry_bytes == 144 && downlist_bytes == 1568);

void start(Writer& writer, Function function, std::size_t size) {
  write_start(writer, services_group, static_cast<std::int32_t>(sync::Service::groups) << 16 | function, size);
}

// A number in eight bytes, as the compilers of old laid them out.
void write_wide(Writer& writer, std::uint32_t number) {
  writer.u32(number);
  writer.zeros(4);
}
std::uint32_t read_wide(Reader& reader) {
  const std::uint32_t number = reader.u32();
  reader.skip(4);
  return number;
}

void write_source(Writer& writer, const group::Source& source) {
  write_wide(writer, source.node.value);
  writer.u64(source.connection);
}
group::Source read_source(Reader& reader) {
  group::Source source;
  source.node = NodeId{read_wide(reader)};
  source.connection = reader.u64();
  return source;
}

ServiceBytes encode_process(Function function, const group::Name& name, std::uint32_t pid, group::Reason reason) {
  Writer writer{prefix_bytes(services_group) + process_bytes};
  start(writer, function, process_bytes);
  write_name(writer, name);
  write_wide(writer, pid);
  write_wide(writer, static_cast<std::uint32_t>(reason));
  return headed<ServiceBytes>(writer);
}

ServiceBytes encode_message(const group::ProcessJoin& join) {
  return encode_process(process_join, join.group, join.pid, join.reason);
}

ServiceBytes encode_message(const group::ProcessLeave& leave) {
  return encode_process(process_leave, leave.group, leave.pid, leave.reason);
}

ServiceBytes encode_message(const group::JoinList& list) {
  const std::size_t size = join_list_head_bytes + join_list_entry_bytes * list.entries.size();
  Writer writer{prefix_bytes(services_group) + size};
  start(writer, join_list, size);
  write_wide(writer, 0);
  for (const group::JoinList::Entry& entry : list.entries) {
    write_wide(writer, entry.pid);
    write_name(writer, entry.group);
  }
  return headed<ServiceBytes>(writer);
}

ServiceBytes encode_message(const group::Multicast& sent) {
  Writer writer{prefix_bytes(services_group) + multicast_head_bytes};
  start(writer, multicast, multicast_head_bytes + sent.message.size());
  write_name(writer, sent.group);
  write_wide(writer, static_cast<std::uint32_t>(sent.message.size()));
  write_wide(writer, sent.pid);
  write_source(writer, sent.source);
  return ServiceBytes{writer.view(), sent.message};
}

ServiceBytes encode_message(const group::PartialMulticast& sent) {
  Writer writer{prefix_bytes(services_group) + partial_head_bytes};
  start(writer, partial_multicast, partial_head_bytes + sent.fragment.size());
  write_name(writer, sent.group);
  write_wide(writer, sent.message_bytes);
  write_wide(writer, static_cast<std::uint32_t>(sent.fragment.size()));
  write_wide(writer, sent.pid);
  write_wide(writer, sent.part);
  write_source(writer, sent.source);
  return ServiceBytes{writer.view(), sent.fragment};
}

ServiceBytes encode_message(const group::Downlist& list) {
  ENSURE(list.left.size() <= nodes_max);
  Writer writer{prefix_bytes(services_group) + downlist_bytes};
  start(writer, downlist, downlist_bytes);
  write_wide(writer, list.old_members);
  write_wide(writer, static_cast<std::uint32_t>(list.left.size()));
  for (const NodeId node : list.left) writer.u32(node.value);
  writer.zeros(4 * (nodes_max - list.left.size()));
  return headed<ServiceBytes>(writer);
}

// A reason that nobody knows yet is read as the plain one, since a join or leave that only some nodes believe would
// make their tables differ for good.
group::Reason read_reason(Reader& reader, group::Reason plain) {
  const std::uint32_t reason = read_wide(reader);
  if (reason > static_cast<std::uint32_t>(group::Reason::process_down)) return plain;
  return static_cast<group::Reason>(reason);
}

template <typename Kind>
Result<group::Message> decode_process(Reader reader, std::size_t size) {
  if (size != process_bytes) return error("process join or leave of {} bytes instead of {}", size, process_bytes);
  Result<group::Name> name = read_name(reader);
  if (!name) return name.error();
  Kind change;
  change.group = *name;
  change.pid = read_wide(reader);
  change.reason = read_reason(reader, change.reason);
  return group::Message{change};
}

Result<group::Message> decode_join_list(Reader reader, std::size_t size) {
  if (size < join_list_head_bytes || (size - join_list_head_bytes) % join_list_entry_bytes != 0) {
    return error("join list of {} bytes is not a whole number of entries", size);
  }
  reader.skip(join_list_head_bytes - head_bytes);
  group::JoinList list;
  list.entries.resize((size - join_list_head_bytes) / join_list_entry_bytes);
  for (group::JoinList::Entry& entry : list.entries) {
    entry.pid = read_wide(reader);
    Result<group::Name> name = read_name(reader);
    if (!name) return name.error();
    entry.group = *name;
  }
  return group::Message{std::move(list)};
}

Result<group::Message> decode_multicast(Reader reader, const Payload& message) {
  if (message.size() < multicast_head_bytes) {
    return error("multicast of {} bytes; at least {}", message.size(), multicast_head_bytes);
  }
  Result<group::Name> name = read_name(reader);
  if (!name) return name.error();
  group::Multicast received;
  received.group = *name;
  const std::uint32_t size = read_wide(reader);
  received.pid = read_wide(reader);
  received.source = read_source(reader);
  if (size != reader.rest_size()) return error("multicast of {} bytes that says {}", reader.rest_size(), size);
  received.message = message.from(multicast_head_bytes);
  return group::Message{std::move(received)};
}

Result<group::Message> decode_partial(Reader reader, const Payload& message) {
  if (message.size() < partial_head_bytes) {
    return error("partial multicast of {} bytes; at least {}", message.size(), partial_head_bytes);
  }
  Result<group::Name> name = read_name(reader);
  if (!name) return name.error();
  group::PartialMulticast received;
  received.group = *name;
  received.message_bytes = read_wide(reader);
  const std::uint32_t size = read_wide(reader);
  received.pid = read_wide(reader);
  received.part = read_wide(reader);
  received.source = read_source(reader);
  if (size != reader.rest_size()) return error("fragment of {} bytes that says {}", reader.rest_size(), size);
  if (size > received.message_bytes) {
    return error("fragment of {} bytes of a message of {}", size, received.message_bytes);
  }
  received.fragment = message.from(partial_head_bytes);
  return group::Message{std::move(received)};
}

Result<group::Message> decode_downlist(Reader reader, std::size_t size, bool old_form) {
  const std::size_t expected = old_form ? old_downlist_bytes : downlist_bytes;
  if (size != expected) return error("down list of {} bytes instead of {}", size, expected);
  group::Downlist list;
  if (!old_form) list.old_members = read_wide(reader);
  const std::uint32_t left = read_wide(reader);
  if (left > nodes_max) return error("down list of {} nodes; at most {}", left, nodes_max);
  for (std::uint32_t i = 0; i < left; ++i) list.left.push_back(NodeId{reader.u32()});
  return group::Message{std::move(list)};
}

}  // namespace

ServiceBytes encode(const group::Message& message) {
  return std::visit([](const auto& kind) { return encode_message(kind); }, message);
}

bool is_group_function(std::int32_t function) { return function >= process_join && function <= partial_multicast; }

Result<group::Message> decode_group(std::int32_t function, const Payload& message) {
  Reader reader{message.view()};
  reader.skip(head_bytes);
  switch (function) {
    case process_join:
      return decode_process<group::ProcessJoin>(reader, message.size());
    case process_leave:
      return decode_process<group::ProcessLeave>(reader, message.size());
    case join_list:
      return decode_join_list(reader, message.size());
    case multicast:
      return decode_multicast(reader, message);
    case partial_multicast:
      return decode_partial(reader, message);
    default:
      return decode_downlist(reader, message.size(), function == old_downlist);
  }
}

}  // namespace rondel::wire
