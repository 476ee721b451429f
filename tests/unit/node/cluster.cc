#include "cluster.h"

namespace rondel::node::test {

namespace {

NodeSettings settings(NodeId self, const engine::Parameters& parameters) {
  NodeSettings settings;
  settings.self = self;
  settings.parameters = parameters;
  settings.trace_bytes_max = trace_bytes_max;
  settings.version = "test";
  settings.waiting_bytes_max = 1000;
  return settings;
}

}  // namespace

Member::Member(Cluster& cluster, NodeId self, const engine::Parameters& parameters)
    : node{settings(self, parameters), *this, *this, *this}, cluster_{cluster} {}

std::vector<std::string> Member::messages() const {
  std::vector<std::string> texts;
  for (const group::Event& event : events) {
    const auto* delivery = std::get_if<group::Delivery>(&event);
    if (delivery == nullptr) continue;
    const Bytes bytes = delivery->message.view();
    texts.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  return texts;
}

bool Member::logged(std::string_view part) const {
  return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

void Member::unicast(NodeId to, const Packet& packet) {
  sent.push_back(packet.joined());
  Member& target = cluster_.at(to.value);
  if (!cut && !target.cut) target.inbox.push_back(packet.joined());
}

void Member::broadcast(std::span<const Packet> packets) {
  broadcast_sizes.push_back(packets.size());
  for (const Packet& packet : packets) sent.push_back(packet.joined());
  for (const auto& [id, member] : cluster_.members_) {
    if (member.get() == this || cut || member->cut) continue;
    for (const Packet& packet : packets) member->inbox.push_back(tamper ? tamper(packet.joined()) : packet.joined());
  }
}

Cluster::Cluster(std::vector<std::uint32_t> ids) {
  engine::Parameters parameters;
  parameters.token_timeout = std::chrono::seconds{1};
  parameters.consensus_timeout = std::chrono::milliseconds{1200};
  parameters.token_retransmit = std::chrono::milliseconds{238};
  parameters.hold = std::chrono::milliseconds{180};
  for (const std::uint32_t id : ids) {
    members_.emplace(NodeId{id}, std::make_unique<Member>(*this, NodeId{id}, parameters));
  }
  for (const auto& [id, member] : members_) member->node.start(now);
}

void Cluster::run(Duration time) {
  const Time end = now + time;
  while (now <= end) {
    if (!step()) now += std::chrono::microseconds{100};
  }
}

// One turn of every member's loop: writes are done at once, packets come in batches.
bool Cluster::step() {
  bool moved = false;
  for (const auto& [id, member] : members_) {
    std::vector<Packet> packets;
    for (Payload& bytes : member->inbox) packets.emplace_back(std::move(bytes));
    member->inbox.clear();
    if (!packets.empty()) {
      member->node.received(now, packets);
      moved = true;
    }
    const std::optional<Time> deadline = member->node.deadline();
    if (deadline && *deadline <= now) member->node.expire(now);
    if (member->stores.size() > member->stored) {
      member->stored = member->stores.size();
      member->node.stored(now, member->stores.back());
    }
  }
  if (moved) now += std::chrono::microseconds{10};
  return moved;
}

group::Multicast message(std::uint32_t pid, std::string_view text) {
  return {group::Name{"g"}, pid, {}, Payload::copy(std::as_bytes(std::span{text.data(), text.size()}))};
}

}  // namespace rondel::node::test
