// A session's world as a few fields, and requests as a client would put them together.
#pragma once

#include <doctest/doctest.h>

#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ipc/cpg.h"
#include "session/outcome.h"
#include "session/surroundings.h"
#include "session/zero_copy.h"

namespace rondel::session {

struct FakeSurroundings final : Surroundings {
  NodeId node{1};
  bool open = true;
  Room client_room{false, 32U * 1024 * 1024};
  std::vector<group::Process> table;
  group::RingChange ring{RingId{NodeId{1}, RingNumber{0x1a}}, {NodeId{1}, NodeId{2}}};
  std::map<std::pair<std::uint32_t, std::string>, Presence> local;
  std::map<NodeId, NodeAddresses> known;

  NodeId self() const override { return node; }
  bool may_send() const override { return open; }
  Room room(std::uint64_t) const override { return client_room; }
  std::span<const group::Process> processes() const override { return table; }
  group::RingChange initial_ring_change() const override { return ring; }
  Presence presence_here(std::uint32_t pid, const group::Name& name) const override {
    const auto found = local.find({pid, std::string{name.view()}});
    return found == local.end() ? Presence::absent : found->second;
  }
  const NodeAddresses* addresses(NodeId id) const override {
    const auto found = known.find(id);
    return found == known.end() ? nullptr : &found->second;
  }
};

// Files that are vectors, by path.
struct FakeFiles final : SharedFiles {
  std::map<std::string, std::vector<std::byte>, std::less<>> contents;
  std::uint64_t last_token = 1000;

  struct File final : SharedFile {
    explicit File(std::vector<std::byte>& shared) : bytes{shared} {}
    std::vector<std::byte>& bytes;
    Result<void> read(std::uint64_t offset, std::span<std::byte> to) override {
      if (offset + to.size() > bytes.size()) return error("cut");
      std::memcpy(to.data(), bytes.data() + offset, to.size());
      return {};
    }
    Result<void> write(std::uint64_t offset, Bytes from) override {
      if (offset + from.size() > bytes.size()) return error("cut");
      std::memcpy(bytes.data() + offset, from.data(), from.size());
      return {};
    }
  };
  Result<std::unique_ptr<SharedFile>> take(std::string_view path, std::uint64_t, uid_t owner) override {
    const auto found = contents.find(path);
    if (found == contents.end() || owner != 7) return error("no such buffer {}", path);
    return std::unique_ptr<SharedFile>{std::make_unique<File>(found->second)};
  }
  std::uint64_t token() override { return ++last_token; }
};

using Buffer = std::vector<std::byte>;

template <typename Layout>
Buffer pack(Layout layout, std::int32_t id, std::string_view behind = {}) {
  layout.header.id = id;
  layout.header.size = static_cast<std::int32_t>(sizeof layout + behind.size());
  Buffer bytes(sizeof layout + behind.size());
  std::memcpy(bytes.data(), &layout, sizeof layout);
  if (!behind.empty()) std::memcpy(bytes.data() + sizeof layout, behind.data(), behind.size());
  return bytes;
}

struct HeaderOnly {
  ipc::RequestHeader header;
};

inline ipc::GroupName c_name(std::string_view text) {
  ipc::GroupName name;
  name.length = static_cast<std::uint32_t>(text.size());
  std::memcpy(name.value, text.data(), std::min<std::size_t>(text.size(), 128));
  return name;
}

inline Buffer join_request(std::string_view group, std::uint32_t pid, std::uint32_t flags = 0) {
  ipc::cpg::Join join;
  join.group = c_name(group);
  join.pid = pid;
  join.flags = flags;
  return pack(join, ipc::cpg::request_join);
}

inline Buffer leave_request(std::string_view group, std::uint32_t pid) {
  ipc::cpg::Leave leave;
  leave.group = c_name(group);
  leave.pid = pid;
  return pack(leave, ipc::cpg::request_leave);
}

inline Buffer multicast_request(std::string_view message, std::uint32_t guarantee = 99) {
  ipc::cpg::Multicast multicast;
  multicast.guarantee = guarantee;
  multicast.message_bytes = static_cast<std::uint32_t>(message.size());
  return pack(multicast, ipc::cpg::request_multicast, message);
}

inline Buffer partial_request(std::string_view fragment, std::uint32_t part, std::uint32_t message_bytes = 100,
                              std::uint32_t guarantee = 0) {
  ipc::cpg::PartialMulticast partial;
  partial.guarantee = guarantee;
  partial.message_bytes = message_bytes;
  partial.fragment_bytes = static_cast<std::uint32_t>(fragment.size());
  partial.part = part;
  return pack(partial, ipc::cpg::request_partial_multicast, fragment);
}

inline Buffer handle_request(std::int32_t id, std::uint64_t handle) {
  ipc::cpg::HandleRequest request;
  request.handle = handle;
  return pack(request, id);
}

inline Buffer bare_request(std::int32_t id) { return pack(HeaderOnly{}, id); }

template <typename Layout>
Layout as(Bytes bytes) {
  REQUIRE(bytes.size() >= sizeof(Layout));
  Layout layout;
  std::memcpy(&layout, bytes.data(), sizeof layout);
  return layout;
}

struct ReplyFacts {
  std::int32_t id, error;
  std::size_t size;
  bool operator==(const ReplyFacts&) const = default;
};
inline doctest::String toString(const ReplyFacts& facts) {
  return fmt::format("id {} error {} size {}", facts.id, facts.error, facts.size).c_str();
}

inline ReplyFacts facts(const Outcome& outcome) {
  REQUIRE(outcome.reply.has_value());
  const auto header = as<ipc::ReplyHeader>(*outcome.reply);
  CHECK(static_cast<std::size_t>(header.size) == outcome.reply->size());
  return {header.id, header.error, outcome.reply->size()};
}

inline const ReplyFacts invalid{0, 7, 24};
inline const ReplyFacts overload{0, 6, 24};

inline group::Process process(std::uint32_t node, std::uint32_t pid, std::string_view name) {
  return {NodeId{node}, pid, group::Name{name}};
}
inline group::Change joined(std::string_view name, std::uint32_t node, std::uint32_t pid) {
  return {group::Name{name}, {{NodeId{node}, pid}}, {}, {{NodeId{node}, pid, group::Reason::join}}};
}
inline group::Change left(std::string_view name, std::uint32_t node, std::uint32_t pid) {
  return {group::Name{name}, {}, {{NodeId{node}, pid, group::Reason::leave}}, {}};
}

inline Payload payload(std::string_view text) { return Payload::copy(std::as_bytes(std::span{text})); }
inline std::string text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

}  // namespace rondel::session
