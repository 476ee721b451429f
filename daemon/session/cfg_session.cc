#include "session/cfg_session.h"

#include <array>

#include "ipc/cfg.h"
#include "session/reply.h"

namespace rondel::session {

namespace cfg = ipc::cfg;

namespace {

// Response ids of requests 0..11 (ipc.md 10.1).
constexpr std::array<std::int32_t, cfg::request_count> response_ids{0, 1, 8, 9, 13, 11, 12, 14, 15, 16, 2, 3};

std::vector<std::byte> node_addresses(const cfg::NodeAddresses& asked, const Surroundings& around) {
  const NodeId node = asked.node == 0 ? around.self() : NodeId{asked.node};
  const NodeAddresses* found = around.addresses(node);
  cfg::NodeAddressesReply head;
  if (found == nullptr) return reply(cfg::response_node_addresses, ipc::status_not_exist, head);
  head.family = found->family;
  head.count = static_cast<std::uint32_t>(found->per_link.size());
  std::vector<std::byte> bytes = reply(cfg::response_node_addresses, ipc::status_ok, head);
  for (const auto& address : found->per_link) bytes.insert(bytes.end(), address.begin(), address.end());
  const ipc::ReplyHeader whole = header(cfg::response_node_addresses, bytes.size(), ipc::status_ok);
  std::memcpy(bytes.data(), &whole, sizeof whole);
  return bytes;
}

std::vector<std::byte> answer(Bytes request, const Surroundings& around) {
  const std::optional<ipc::RequestHeader> head = fixed_part<ipc::RequestHeader>(request);
  if (!head || head->size < 0 || static_cast<std::size_t>(head->size) != request.size()) return invalid_reply();
  if (head->id < 0 || head->id >= cfg::request_count) return invalid_reply();
  if (head->id == cfg::request_local) {
    cfg::LocalReply local;
    local.node = around.self().value;
    return reply(cfg::response_local, ipc::status_ok, local);
  }
  if (head->id == cfg::request_node_addresses) {
    const std::optional<cfg::NodeAddresses> asked = fixed_part<cfg::NodeAddresses>(request);
    return asked ? node_addresses(*asked, around) : invalid_reply();
  }
  return reply(response_ids[static_cast<std::size_t>(head->id)], ipc::status_not_supported);
}

}  // namespace

Outcome cfg_request(Bytes request, const Surroundings& around) { return {answer(request, around), {}, {}}; }

}  // namespace rondel::session
