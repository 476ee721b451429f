#include "describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rondel::wire {
namespace {

std::string list(const std::vector<NodeId>& nodes) {
  std::vector<std::uint32_t> ids;
  for (const NodeId node : nodes) ids.push_back(node.value);
  return fmt::format("[{}]", fmt::join(ids, ", "));
}

std::string fields(const engine::Token& token, NodeId target) {
  std::string text = fmt::format(
      "token nodeid={} target={} seq={} token_seq={} aru={} aru_addr={} ring={} backlog={} fcc={} "
      "retrans_flg={} rtr_entries={}",
      token.sender.value, target.value, token.sequence.value, token.hop.value,
      static_cast<std::int32_t>(token.aru.value), token.aru_holder.value, to_string(token.ring), token.backlog,
      token.flow_count, token.recovering ? 1 : 0, token.requests.size());
  if (token.requests.empty()) return text;
  std::vector<std::string> requests;
  for (const auto& request : token.requests) {
    requests.push_back(fmt::format("{}:{}", to_string(request.ring), request.sequence.value));
  }
  return text + fmt::format(" rtr=[{}]", fmt::join(requests, " "));
}

std::string fields(const engine::FramePtr& frame, NodeId target) {
  const std::size_t payload_bytes = frame->bytes.size() - engine::frame_header_bytes;
  std::string text =
      fmt::format("mcast nodeid={} target={} {} from={} seq={} this_seqno={} ring={} node_id=0 guarantee={} payload={}",
                  frame->originator.value, target.value, frame->encapsulated ? "ENCAPSULATED" : "ordinary",
                  frame->sender.value, frame->sequence.value, frame->sender_count, to_string(frame->ring),
                  static_cast<int>(frame->guarantee), payload_bytes);
  if (frame->inner) text += " | inner: " + fields(frame->inner, NodeId{});
  return text;
}

std::string fields(const engine::MergeDetect& merge, NodeId target) {
  return fmt::format("merge nodeid={} target={} from={} ring={}", merge.sender.value, target.value, merge.sender.value,
                     to_string(merge.ring));
}

std::string fields(const engine::Join& join, NodeId target) {
  return fmt::format("{} nodeid={} target={} from={} ring_seq={:#x} proc={} failed={}", join.leaving ? "leave" : "join",
                     join.leaving ? 0 : join.sender.value, target.value, join.sender.value, join.ring_number.value,
                     list(join.candidates), list(join.failed));
}

std::string fields(const engine::CommitToken& commit, NodeId target) {
  std::vector<std::string> entries;
  for (const auto& entry : commit.entries) {
    entries.push_back(fmt::format("{}/aru={}/hd={}/rf={}", to_string(entry.old_ring), entry.aru.value,
                                  entry.high_delivered.value, entry.received_all ? 1 : 0));
  }
  return fmt::format(
      "commit nodeid={} target={} token_seq={} ring={} retrans_flg=0 memb_index={} addr_entries={} addr={} memb=[{}]",
      commit.sender.value, target.value, commit.hop.value, to_string(commit.ring), commit.filled, commit.members.size(),
      list(commit.members), fmt::join(entries, " "));
}

std::string fields(const engine::HoldCancel& cancel, NodeId target) {
  return fmt::format("cancel nodeid={} target={} ring={}", cancel.sender.value, target.value, to_string(cancel.ring));
}

std::string source(const group::Source& source) {
  return fmt::format("source={} conn={:#x}", source.node.value, source.connection);
}

std::string fields(const group::ProcessJoin& join) {
  return fmt::format("cpg.procjoin group=b'{}' pid={} reason={}", join.group.view(), join.pid,
                     static_cast<unsigned>(join.reason));
}

std::string fields(const group::ProcessLeave& leave) {
  return fmt::format("cpg.procleave group=b'{}' pid={} reason={}", leave.group.view(), leave.pid,
                     static_cast<unsigned>(leave.reason));
}

std::string fields(const group::JoinList& joined) {
  std::string text = "cpg.joinlist error=0";
  for (const auto& entry : joined.entries) text += fmt::format(" {}/b'{}'", entry.pid, entry.group.view());
  return text;
}

std::string fields(const group::Multicast& sent) {
  return fmt::format("cpg.mcast group=b'{}' msglen={} pid={} {} msg={} bytes", sent.group.view(), sent.message.size(),
                     sent.pid, source(sent.source), sent.message.size());
}

std::string fields(const group::PartialMulticast& sent) {
  constexpr std::array<const char*, 4> parts{"?", "first", "continued", "last"};
  return fmt::format("group=b'{}' msglen={} fraglen={} pid={} type={} {} msg={} bytes", sent.group.view(),
                     sent.message_bytes, sent.fragment.size(), sent.pid, parts.at(sent.part), source(sent.source),
                     sent.fragment.size());
}

std::string fields(const group::Downlist& downlist) {
  return fmt::format("cpg.downlist old_members={} left={} nodes={}", downlist.old_members, downlist.left.size(),
                     list(downlist.left));
}

std::string fields(const sync::Barrier& barrier) { return "sync.barrier ring=" + to_string(barrier.ring); }

std::string fields(const sync::ServiceList& services) {
  return fmt::format("sync.services ring={} services=[{}]", to_string(services.ring),
                     fmt::join(services.services, ", "));
}

std::string fields(const UnknownMessage&) { return ""; }

std::string fields(const sync::Message& message) {
  return std::visit([](const auto& kind) { return fields(kind); }, message);
}
std::string fields(const group::Message& message) {
  return std::visit([](const auto& kind) { return fields(kind); }, message);
}

}  // namespace

std::string describe(const engine::Message& message, NodeId target) {
  return std::visit([&](const auto& kind) { return fields(kind, target); }, message);
}

std::string describe(const ServiceMessage& message) {
  return std::visit([](const auto& kind) { return fields(kind); }, message);
}

}  // namespace rondel::wire
