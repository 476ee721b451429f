// Small helpers to take a request's fixed part and to make a reply. A request lies in memory that the client can write
// at any time: its fixed part is copied first and only the copy is believed.
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "group/message.h"
#include "ipc/header.h"

namespace rondel::session {

// The fixed part of a request, or nothing if the request is shorter.
template <typename Layout>
[[nodiscard]] std::optional<Layout> fixed_part(Bytes request) {
  static_assert(std::is_trivially_copyable_v<Layout>);
  if (request.size() < sizeof(Layout)) return std::nullopt;
  Layout layout;
  std::memcpy(&layout, request.data(), sizeof layout);
  return layout;
}

template <typename Layout>
[[nodiscard]] Bytes bytes_of(const Layout& layout) {
  static_assert(std::is_trivially_copyable_v<Layout>);
  return std::as_bytes(std::span{&layout, 1});
}

[[nodiscard]] inline ipc::ReplyHeader header(std::int32_t id, std::size_t size, ipc::Status status) {
  ipc::ReplyHeader made;
  made.id = id;
  made.size = static_cast<std::int32_t>(size);
  made.error = status;
  return made;
}

// A reply whose layout begins with a ReplyHeader, which is filled in here.
template <typename Layout>
[[nodiscard]] std::vector<std::byte> reply(std::int32_t id, ipc::Status status, Layout layout) {
  layout.header = header(id, sizeof(Layout), status);
  const Bytes bytes = bytes_of(layout);
  return {bytes.begin(), bytes.end()};
}

[[nodiscard]] inline std::vector<std::byte> reply(std::int32_t id, ipc::Status status) {
  const ipc::ReplyHeader made = header(id, sizeof(ipc::ReplyHeader), status);
  const Bytes bytes = bytes_of(made);
  return {bytes.begin(), bytes.end()};
}

// What makes no sense is answered with id 0, whatever was asked (ipc.md 5.2).
[[nodiscard]] inline std::vector<std::byte> invalid_reply() { return reply(0, ipc::status_invalid_param); }
[[nodiscard]] inline std::vector<std::byte> overload_reply() { return reply(0, ipc::status_try_again); }

// Nothing if its length is above 128.
[[nodiscard]] inline std::optional<group::Name> to_name(const ipc::GroupName& name) {
  if (name.length > group::name_bytes_max) return std::nullopt;
  return group::Name{std::string_view{name.value, name.length}};
}

[[nodiscard]] inline ipc::GroupName from_name(const group::Name& name) {
  ipc::GroupName made;
  made.length = static_cast<std::uint32_t>(name.size());
  std::memcpy(made.value, name.view().data(), name.size());
  return made;
}

}  // namespace rondel::session
