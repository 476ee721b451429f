#include "wire/service_parts.h"

#include <limits>
#include <span>

#include "wire/parts.h"

namespace rondel::wire {
namespace {

Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span{text}); }

}  // namespace

Head read_head(Reader& reader) {
  Head head;
  head.id = reader.i32();
  reader.skip(4);
  head.size = reader.i32();
  reader.skip(4);
  return head;
}

std::size_t prefix_bytes(std::string_view group) { return 2 * sizeof(std::uint16_t) + group.size(); }

void write_start(Writer& writer, std::string_view group, std::int32_t id, std::size_t size) {
  ENSURE(size <= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()));
  writer.u16(1);
  writer.u16(static_cast<std::uint16_t>(group.size()));
  writer.bytes(bytes_of(group));
  writer.i32(id);
  writer.zeros(4);
  writer.i32(static_cast<std::int32_t>(size));
  writer.zeros(4);
}

Result<group::Name> read_name(Reader& reader) {
  const std::uint32_t size = reader.u32();
  reader.skip(4);
  const Bytes bytes = reader.bytes(group::name_bytes_max);
  if (!reader.ok()) return error("cut off in a group name");
  if (size > bytes.size()) return error("group name of {} bytes; at most {}", size, bytes.size());
  return group::Name{std::string_view{reinterpret_cast<const char*>(bytes.data()), size}};
}

void write_name(Writer& writer, const group::Name& name) {
  writer.u32(static_cast<std::uint32_t>(name.size()));
  writer.zeros(4);
  writer.bytes(bytes_of(name.view()));
  writer.zeros(group::name_bytes_max - name.size());
}

}  // namespace rondel::wire
