#include "client/cpg_event.h"

#include <cstring>
#include <optional>

#include "client/cpg_name.h"
#include "ipc/cpg.h"

namespace rondel::client {

namespace {

template <typename Layout>
std::optional<Layout> read_layout(std::span<const std::byte> bytes) {
  static_assert(std::is_trivially_copyable_v<Layout>);
  if (bytes.size() < sizeof(Layout)) return std::nullopt;
  Layout layout;
  std::memcpy(&layout, bytes.data(), sizeof layout);
  return layout;
}

std::vector<cpg_address> read_addresses(std::span<const std::byte> bytes) {
  std::vector<cpg_address> addresses(bytes.size() / sizeof(ipc::GroupAddress));
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    ipc::GroupAddress address;
    std::memcpy(&address, bytes.data() + i * sizeof address, sizeof address);
    addresses[i] = {address.node, address.pid, address.reason};
  }
  return addresses;
}

Event read_message(std::span<std::byte> bytes) {
  const auto layout = read_layout<ipc::cpg::Deliver>(bytes);
  if (!layout || layout->message_bytes > bytes.size() - sizeof *layout) return NoEvent{};
  const auto group = public_name(layout->group);
  if (!group) return NoEvent{};
  return MessageEvent{*group, {layout->node, layout->pid}, bytes.subspan(sizeof *layout, layout->message_bytes)};
}

Event read_part(std::span<std::byte> bytes) {
  const auto layout = read_layout<ipc::cpg::PartialDeliver>(bytes);
  if (!layout || layout->fragment_bytes > bytes.size() - sizeof *layout) return NoEvent{};
  if (layout->part < 1 || layout->part > 3) return NoEvent{};
  const auto group = public_name(layout->group);
  if (!group) return NoEvent{};
  return PartEvent{*group,
                   {layout->node, layout->pid},
                   layout->message_bytes,
                   static_cast<Part>(layout->part),
                   bytes.subspan(sizeof *layout, layout->fragment_bytes)};
}

Event read_change(std::span<const std::byte> bytes) {
  const auto layout = read_layout<ipc::cpg::Change>(bytes);
  if (!layout) return NoEvent{};
  const auto group = public_name(layout->group);
  constexpr std::uint64_t entry_bytes = sizeof(ipc::GroupAddress);
  const std::uint64_t entries = std::uint64_t{layout->members} + layout->left + layout->joined;
  if (!group || entries > (bytes.size() - sizeof *layout) / entry_bytes) return NoEvent{};
  std::span<const std::byte> rest = bytes.subspan(sizeof *layout);
  const auto take = [&rest](std::uint64_t count) {
    const auto taken = rest.first(count * entry_bytes);
    rest = rest.subspan(taken.size());
    return read_addresses(taken);
  };
  ChangeEvent change;
  change.group = *group;
  change.members = take(layout->members);
  change.left = take(layout->left);
  change.joined = take(layout->joined);
  return change;
}

std::optional<std::vector<std::uint32_t>> read_nodes(std::span<const std::byte> bytes, std::uint32_t count) {
  if (count > bytes.size() / sizeof(std::uint32_t)) return std::nullopt;
  std::vector<std::uint32_t> nodes(count);
  if (count > 0) std::memcpy(nodes.data(), bytes.data(), count * sizeof(std::uint32_t));
  return nodes;
}

Event read_ring(std::span<const std::byte> bytes) {
  const auto layout = read_layout<ipc::cpg::RingChange>(bytes);
  if (!layout) return NoEvent{};
  auto members = read_nodes(bytes.subspan(ipc::cpg::ring_change_members_offset), layout->members);
  if (!members) return NoEvent{};
  return RingEvent{{layout->ring.node, layout->ring.number}, std::move(*members)};
}

Event read_transitional(std::span<const std::byte> bytes) {
  const auto layout = read_layout<ipc::cpg::Transitional>(bytes);
  if (!layout) return NoEvent{};
  auto nodes = read_nodes(bytes.subspan(sizeof *layout), layout->nodes);
  if (!nodes) return NoEvent{};
  return TransitionalEvent{std::move(*nodes)};
}

}  // namespace

Event read_event(std::span<std::byte> bytes) {
  const auto header = read_layout<ipc::ReplyHeader>(bytes);
  if (!header) return NoEvent{};
  switch (header->id) {
    case ipc::cpg::event_deliver:
      return read_message(bytes);
    case ipc::cpg::event_partial_deliver:
      return read_part(bytes);
    case ipc::cpg::event_change:
      return read_change(bytes);
    case ipc::cpg::event_ring:
      return read_ring(bytes);
    case ipc::cpg::event_transitional:
      return read_transitional(bytes);
    default:
      return NoEvent{};
  }
}

}  // namespace rondel::client
