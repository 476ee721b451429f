#include "ipc/admin.h"

#include <cstring>
#include <optional>
#include <utility>

#include "admin.pb.h"
#include "base/ensure.h"
#include "ipc/admin_pages.h"
#include "ipc/admin_protocol.h"

namespace rondel::ipc {

namespace {

std::vector<std::byte> frame(const proto::AdminReply& reply, Status error) {
  const std::string body = reply.SerializeAsString();
  ReplyHeader header;
  header.id = admin::response_ask;
  header.size = static_cast<std::int32_t>(sizeof header + body.size());
  header.error = error;
  std::vector<std::byte> bytes(sizeof header + body.size());
  std::memcpy(bytes.data(), &header, sizeof header);
  if (!body.empty()) std::memcpy(bytes.data() + sizeof header, body.data(), body.size());
  return bytes;
}

std::vector<std::byte> refuse(const char* why) {
  proto::AdminReply reply;
  reply.set_error(why);
  return frame(reply, status_invalid_param);
}

std::optional<proto::AdminRequest> read(Bytes bytes) {
  RequestHeader header;
  if (bytes.size() < sizeof header || bytes.size() > admin::request_bytes_max) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.id != admin::request_ask || header.size < 0) return std::nullopt;
  const auto size = static_cast<std::size_t>(header.size);
  if (size < sizeof header || size > bytes.size()) return std::nullopt;
  proto::AdminRequest request;
  const auto body_bytes = static_cast<int>(size - sizeof header);
  if (!request.ParseFromArray(bytes.data() + sizeof header, body_bytes)) return std::nullopt;
  return request;
}

void add_counters(const node::Node& node, google::protobuf::Map<std::string, std::uint64_t>& to) {
  const engine::Counters& ring = node.counters();
  const node::NodeCounters& own = node.node_counters();
  const std::pair<const char*, std::uint64_t> all[] = {
      {"orf_token_tx", ring.orf_token_tx},
      {"orf_token_rx", ring.orf_token_rx},
      {"memb_merge_detect_tx", ring.memb_merge_detect_tx},
      {"memb_merge_detect_rx", ring.memb_merge_detect_rx},
      {"memb_join_tx", ring.memb_join_tx},
      {"memb_join_rx", ring.memb_join_rx},
      {"mcast_tx", ring.mcast_tx},
      {"mcast_retx", ring.mcast_retx},
      {"mcast_rx", ring.mcast_rx},
      {"memb_commit_token_tx", ring.memb_commit_token_tx},
      {"memb_commit_token_rx", ring.memb_commit_token_rx},
      {"token_hold_cancel_tx", ring.token_hold_cancel_tx},
      {"token_hold_cancel_rx", ring.token_hold_cancel_rx},
      {"operational_entered", ring.operational_entered},
      {"operational_token_lost", ring.operational_token_lost},
      {"gather_entered", ring.gather_entered},
      {"gather_token_lost", ring.gather_token_lost},
      {"commit_entered", ring.commit_entered},
      {"commit_token_lost", ring.commit_token_lost},
      {"recovery_entered", ring.recovery_entered},
      {"recovery_token_lost", ring.recovery_token_lost},
      {"consensus_timeouts", ring.consensus_timeouts},
      {"rx_msg_dropped", ring.rx_msg_dropped},
      {"late_old_ring_messages", ring.late_old_ring_messages},
      {"quarantined", ring.quarantined},
      {"malformed_packets", own.malformed_packets},
      {"malformed_messages", own.malformed_messages},
      {"foreign_frames", own.foreign_frames},
  };
  for (const auto& [name, value] : all) to[name] = value;
}

void fill_status(const AdminIdentity& identity, const node::Node& node, Time now, proto::Status& status) {
  status.set_version(identity.version);
  status.set_node(node.self().value);
  status.set_name(identity.name);
  status.set_cluster(identity.cluster);
  status.set_state(engine::to_string(node.state()));
  status.set_synchronised(node.synchronised());
  status.set_ring(to_string(node.view().ring));
  for (const NodeId member : node.view().members) status.add_members(member.value);
  add_counters(node, *status.mutable_counters());
  status.set_waiting_bytes(node.waiting_bytes());
  status.set_uptime_seconds(std::chrono::duration<double>(now - identity.started).count());
  status.set_pid(identity.pid);
  for (const auto& [node_id, other_id] : node.cut_pairs()) {
    proto::Pair& pair = *status.add_cut_pairs();
    pair.set_node(node_id.value);
    pair.set_other(other_id.value);
  }
}

}  // namespace

Admin::Admin(AdminIdentity identity, const node::Node& node, const link::Link& link,
             std::function<std::uint32_t()> clients)
    : identity_{std::move(identity)}, node_{node}, link_{link}, clients_{std::move(clients)} {}

std::vector<std::byte> Admin::answer(Time now, Bytes bytes) const {
  const std::optional<proto::AdminRequest> request = read(bytes);
  if (!request) return refuse("the request can't be read");
  const std::uint32_t page = request->page();
  proto::AdminReply reply;
  switch (request->what_case()) {
    case proto::AdminRequest::kStatus:
      fill_status(identity_, node_, now, *reply.mutable_status());
      reply.mutable_status()->set_clients(clients_());
      reply.set_more(add_history(node_, now, page, *reply.mutable_status()));
      break;
    case proto::AdminRequest::kNodes:
      reply.set_more(add_nodes(identity_.peers, node_, link_, page, *reply.mutable_nodes()));
      break;
    case proto::AdminRequest::kLinks:
      reply.set_more(add_links(identity_.peers, node_.self(), link_, page, *reply.mutable_links()));
      break;
    case proto::AdminRequest::kGroups:
      reply.set_more(add_groups(node_, page, *reply.mutable_groups()));
      break;
    case proto::AdminRequest::kEvents:
      reply.set_more(add_events(node_, now, identity_.wall_clock_ms(), request->events(), *reply.mutable_events()));
      break;
    case proto::AdminRequest::kTraceSave: {
      if (!save_trace_) return refuse("this daemon saves no recordings");
      const auto saved = save_trace_();
      if (!saved) return refuse(saved.error().text.c_str());
      reply.mutable_trace_saved()->set_file(saved->first);
      reply.mutable_trace_saved()->set_bytes(saved->second);
      break;
    }
    case proto::AdminRequest::WHAT_NOT_SET:
      return refuse("this daemon doesn't know the request: is the program of the same version?");
  }
  std::vector<std::byte> answer = frame(reply, status_ok);
  ENSURE(answer.size() <= admin::page_bytes_max);
  return answer;
}

}  // namespace rondel::ipc
