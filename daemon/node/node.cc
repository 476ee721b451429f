#include "node/node.h"

#include <fmt/format.h>

#include <algorithm>

#include "node/events.h"
#include "node/parts.h"
#include "wire/ring_codec.h"
#include "wire/service_codec.h"

namespace rondel::node {

namespace {

constexpr engine::Capabilities own_capabilities{engine::capability_restart | engine::capability_many_requests};

}  // namespace

engine::Parameters Node::Parts::fit(engine::Parameters parameters, const link::Link& link) {
  parameters.frame_bytes_max = std::min(parameters.frame_bytes_max, link.frame_bytes_max());
  parameters.piece_bytes = link.piece_bytes();
  return parameters;
}

std::size_t Node::Parts::payload_bytes_best(const link::Link& link) {
  const std::size_t best = std::min(link.frame_bytes_best(), link.frame_bytes_max());
  return best > engine::frame_header_bytes ? best - engine::frame_header_bytes : 0;  // the outbox has a least size
}

Node::Parts::Parts(NodeSettings given, link::Link& below, Host& beside, NodeListener& above)
    : settings{std::move(given)},
      link{below},
      host{beside},
      listener{above},
      outbox{payload_bytes_best(below)},
      engine{engine::Identity{settings.self, own_capabilities, settings.version},
             fit(settings.parameters, below),
             settings.stored,
             settings.seed,
             outbox,
             settings.trace_bytes_max},
      sync{settings.self, {sync::Service::groups}},
      groups{settings.self},
      gate{settings.waiting_bytes_max} {}

Node::Node(NodeSettings settings, link::Link& link, Host& host, NodeListener& listener)
    : parts_{std::make_unique<Parts>(std::move(settings), link, host, listener)} {}

Node::~Node() = default;

void Node::observe(NodeObserver* observer) { parts_->observer = observer; }

void Node::start(Time now) {
  parts_->last_now = now;
  parts_->engine.start(now);
  parts_->carry_out(now);
}

// What this node sent itself is older than any timer that is due now.
void Node::expire(Time now) {
  parts_->last_now = now;
  parts_->handle_loopback(now);
  const std::optional<Time> due = parts_->engine.deadline();
  if (due && *due <= now) parts_->engine.expire(now);
  parts_->carry_out(now);
}

std::optional<Time> Node::deadline() const {
  if (!parts_->loopback.empty()) return parts_->last_now;
  return parts_->engine.deadline();
}

void Node::stored(Time now, RingNumber number) {
  parts_->last_now = now;
  parts_->engine.stored(now, number);
  parts_->carry_out(now);
}

void Node::resumed(Time now, Duration pause) {
  parts_->last_now = now;
  parts_->event_log.add(now, pause_event(parts_->settings.self, pause));
  parts_->engine.resumed(now, pause);
  parts_->carry_out(now);
}

void Node::configure(Time now, const engine::Parameters& parameters) {
  parts_->last_now = now;
  parts_->settings.parameters = parameters;
  parts_->engine.configure(now, Parts::fit(parameters, parts_->link));
  parts_->carry_out(now);
}

void Node::record(Time now, LoggedEvent event) { parts_->event_log.add(now, std::move(event)); }

void Node::leave(Time now) {
  parts_->last_now = now;
  parts_->engine.leave(now);
  parts_->carry_out(now);
  parts_->loopback.clear();
}

void Node::received(Time now, std::span<const Packet> packets) {
  Parts& parts = *parts_;
  parts.last_now = now;
  parts.received.clear();
  for (const Packet& packet : packets) {
    Result<engine::Message> message = wire::decode(packet.joined());
    if (message) {
      parts.received.push_back(std::move(*message));
      continue;
    }
    ++parts.counters.malformed_packets;
    if (const auto held_back = parts.malformed_packets.pass(now)) {
      parts.host.log(Level::warning, ring_subsystem,
                     fmt::format("A packet cannot be read, ignoring: {}. bytes={} more={}", message.error().text,
                                 packet.size(), *held_back));
    }
  }
  parts.engine.receive_batch(now, parts.received);
  parts.received.clear();
  parts.carry_out(now);
}

void Node::peer_changed(Time now, NodeId peer, link::PeerState state) {
  using Kind = engine::PeerEvidence::Kind;
  parts_->last_now = now;
  parts_->event_log.add(now, peer_event(peer, state));
  parts_->engine.evidence(now, {peer, state == link::PeerState::up ? Kind::link_up : Kind::link_down});
  parts_->carry_out(now);
}

void Node::frame_bytes_changed() {
  parts_->outbox.set_payload_bytes_best(Parts::payload_bytes_best(parts_->link));
  parts_->engine.configure(parts_->last_now, Parts::fit(parts_->settings.parameters, parts_->link));
}

void Node::send(Time now, const group::Message& message, Guarantee guarantee) {
  parts_->last_now = now;
  parts_->outbox.add(engine::Phase::normal, {wire::encode(message), guarantee});
  parts_->engine.wake(now);
  parts_->carry_out(now);
}

Admission Node::admission() const { return parts_->gate.admission(); }
NodeId Node::self() const { return parts_->settings.self; }
const engine::View& Node::view() const { return parts_->view; }
engine::State Node::state() const { return parts_->engine.state(); }
const engine::Counters& Node::counters() const { return parts_->engine.counters(); }
std::optional<Sequence> Node::received(const RingId& ring) const { return parts_->engine.received(ring); }
const NodeCounters& Node::node_counters() const { return parts_->counters; }
bool Node::synchronised() const { return parts_->synchronised; }
bool Node::ever_synchronised() const { return parts_->ever_synchronised; }
std::size_t Node::kept_bytes() const { return parts_->engine.kept_bytes(); }
std::size_t Node::unfinished_bytes() const { return parts_->assembly.held_bytes(); }
std::size_t Node::waiting_bytes() const { return parts_->outbox.waiting_bytes(engine::Phase::normal); }
std::span<const group::Process> Node::processes() const { return parts_->groups.processes(); }
group::RingChange Node::initial_ring_change() const { return parts_->groups.initial_ring_change(); }
const std::deque<HistoryEntry>& Node::history() const { return parts_->history.entries(); }
std::vector<engine::Pair> Node::cut_pairs() const { return parts_->engine.cut_pairs(); }
const EventLog& Node::event_log() const { return parts_->event_log; }
const trace::Recorder& Node::recorder() const { return parts_->engine.recorder(); }

}  // namespace rondel::node
