#include "ipc/admin_pages.h"

#include <fmt/format.h>

namespace rondel::ipc {

namespace {

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

template <typename Field>
void add_ids(const std::vector<NodeId>& from, Field* to) {
  for (const NodeId id : from) to->Add(id.value);
}

bool contains(const std::vector<NodeId>& ids, NodeId id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); }

void fill(const engine::Cause& cause, proto::Cause& to) {
  to.set_kind(engine::to_string(cause.kind));
  to.set_node(cause.node.value);
  to.set_sentence(engine::to_string(cause));
  to.set_told_by(cause.told_by.value);
  to.set_silence_ms(std::chrono::duration<double, std::milli>(cause.silence).count());
}

// Pointers, because only the page's own are looked at closer.
std::vector<const link::Peer*> others(std::span<const link::Peer> peers, NodeId self) {
  std::vector<const link::Peer*> result;
  for (const link::Peer& peer : peers) {
    if (peer.node != self) result.push_back(&peer);
  }
  return result;
}

}  // namespace

std::string printable(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto value = static_cast<unsigned char>(c);
    if (value >= 0x20 && value < 0x7f && c != '\\') {
      text += c;
    } else {
      text += fmt::format("\\x{:02x}", value);
    }
  }
  return text;
}

bool add_history(const node::Node& node, Time now, std::uint32_t page, proto::Status& status) {
  const auto& history = node.history();
  const PageRange range = page_range(history.size(), changes_per_page, page);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const node::HistoryEntry& entry = history[history.size() - 1 - i];  // newest first
    proto::MembershipChange& change = *status.add_history();
    change.set_ring(to_string(entry.view.ring));
    change.set_seconds_ago(seconds(now - entry.at));
    add_ids(entry.view.members, change.mutable_members());
    add_ids(entry.view.joined, change.mutable_joined());
    add_ids(entry.view.left, change.mutable_left());
    fill(entry.view.cause, *change.mutable_cause());
    for (const engine::Cause& cause : entry.view.further) fill(cause, *change.add_further());
    change.set_why(engine::why(entry.view));
  }
  return range.more;
}

bool add_events(const node::Node& node, Time now, std::int64_t wall_clock_ms, const proto::EventsRequest& request,
                proto::Events& events) {
  const auto& all = node.event_log().events();
  std::size_t skipped = request.last() != 0 && request.last() < all.size() ? all.size() - request.last() : 0;
  while (skipped < all.size() && all[skipped].number <= request.since()) ++skipped;
  std::size_t bytes = 0;
  for (std::size_t i = skipped; i < all.size(); ++i) {
    if (bytes > events_page_bytes) return true;
    const node::LoggedEvent& from = all[i];
    proto::Events::Event& to = *events.add_events();
    to.set_number(from.number);
    to.set_unix_ms(wall_clock_ms - std::chrono::duration_cast<std::chrono::milliseconds>(now - from.at).count());
    to.set_seconds_ago(seconds(now - from.at));
    to.set_kind(from.kind);
    add_ids(from.nodes, to.mutable_nodes());
    to.set_sentence(from.sentence);
    for (const auto& [name, value] : from.fields) (*to.mutable_fields())[name] = value;
    bytes += to.ByteSizeLong();
  }
  return false;
}

bool add_nodes(std::span<const link::Peer> peers, const node::Node& node, const link::Link& link, std::uint32_t page,
               proto::Nodes& nodes) {
  const PageRange range = page_range(peers.size(), nodes_per_page, page);
  for (const link::Peer& peer : peers.subspan(range.begin, range.end - range.begin)) {
    const bool local = peer.node == node.self();
    proto::Nodes::Node& to = *nodes.add_nodes();
    to.set_id(peer.node.value);
    to.set_name(peer.name);
    to.set_local(local);
    to.set_member(contains(node.view().members, peer.node));
    to.set_reachable(local || link.status(peer.node).reachable);
    for (const auto& [number, address] : peer.addresses) to.add_addresses(address);
  }
  return range.more;
}

bool add_links(std::span<const link::Peer> peers, NodeId self, const link::Link& link, std::uint32_t page,
               proto::Links& links) {
  // A page is cut by nodes, so that one node's links are never on two.
  constexpr std::size_t peers_per_page = nodes_per_page / link::links_max;
  const std::vector<const link::Peer*> wanted = others(peers, self);
  const PageRange range = page_range(wanted.size(), peers_per_page, page);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const link::Peer& peer = *wanted[i];
    for (const link::LinkStatus::One& one : link.status(peer.node).links) {
      proto::Links::Link& to = *links.add_links();
      to.set_node(peer.node.value);
      to.set_name(peer.name);
      to.set_number(one.number);
      to.set_enabled(one.enabled);
      to.set_connected(one.connected);
      to.set_mtu(one.mtu);
      to.set_local_address(one.local);
      to.set_remote_address(one.remote);
      to.set_latency_us(one.latency_us);
      to.set_tx_packets(one.tx_packets);
      to.set_rx_packets(one.rx_packets);
    }
  }
  return range.more;
}

bool add_groups(const node::Node& node, std::uint32_t page, proto::Groups& groups) {
  const std::span<const group::Process> all = node.processes();
  std::vector<const group::Process*> by_group;
  by_group.reserve(all.size());
  for (const group::Process& process : all) by_group.push_back(&process);
  // Within a group the table's order stays.
  std::stable_sort(by_group.begin(), by_group.end(),
                   [](const group::Process* a, const group::Process* b) { return a->group < b->group; });

  const PageRange range = page_range(by_group.size(), processes_per_page, page);
  proto::Groups::Group* current = nullptr;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const group::Process& process = *by_group[i];
    if (current == nullptr || current->name() != process.group.view()) {
      current = groups.add_groups();
      current->set_name(std::string{process.group.view()});
      current->set_printable(printable(process.group.view()));
    }
    proto::Groups::Process& member = *current->add_members();
    member.set_node(process.node.value);
    member.set_pid(process.pid);
  }
  return range.more;
}

}  // namespace rondel::ipc
