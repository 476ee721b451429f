#include "node_world.h"

#include <algorithm>
#include <utility>

#include "base/ensure.h"

namespace rondel::fuzz {

namespace {

using std::chrono_literals::operator""us;
using std::chrono_literals::operator""ms;

constexpr Duration flight_time = 200us;
constexpr std::size_t recorded_max = 64;
constexpr std::size_t flights_max = 2048;
// A batch of a few packets can hold tokens of several rings, each of which is worth a visit's frames and resends.
constexpr std::size_t sent_by_input_max = 4096;
constexpr int turns_at_one_time_max = 2000;
constexpr std::size_t events_per_run_max = 600;
constexpr std::size_t waiting_bytes_max = 200'000;
constexpr std::size_t message_bytes_max = 1'100'000;

}  // namespace

struct NodeWorld::Seat final : link::Link, node::Host, node::NodeListener {
  Seat(NodeWorld& around, NodeId node_id) : world{around}, id{node_id} { create(); }

  void create() {
    node::NodeSettings settings;
    settings.self = id;
    settings.parameters = parameters();
    settings.stored = disk;
    settings.version = "fuzz";
    settings.waiting_bytes_max = waiting_bytes_max;
    node = std::make_unique<node::Node>(settings, *this, *this, *this);
  }

  Result<void> open(link::LinkListener&) override { return {}; }
  void close() override {}
  Result<void> configure(const link::LinkSettings&) override { return {}; }
  Result<void> crypto_stage(const link::Keys&) override { return {}; }
  void crypto_use() override {}
  void crypto_retire() override {}
  void unicast(NodeId to, const Packet& packet) override { world.sent(id, to, packet.joined()); }
  void broadcast(std::span<const Packet> packets) override {
    for (const Packet& packet : packets) world.sent(id, NodeId{}, packet.joined());
  }
  [[nodiscard]] std::size_t frame_bytes_max() const override { return 2000; }
  [[nodiscard]] std::size_t frame_bytes_best() const override { return best; }
  [[nodiscard]] std::size_t piece_bytes() const override { return 0; }
  [[nodiscard]] link::LinkStatus status(NodeId peer) const override { return {peer, true, {}}; }

  void store_ring_number(RingNumber number) override {
    ENSURE(!to_store || *to_store <= number);
    to_store = number;
  }
  void ready() override {}
  void stop(std::string_view) override {}
  void log(node::Level, std::string_view, std::string_view line) override { ENSURE(line.size() < 20'000); }

  void group_event(Time, const group::Event&) override {}
  void admission_changed(Time) override {}

  NodeWorld& world;
  NodeId id;
  RingNumber disk;
  std::optional<RingNumber> to_store;
  std::size_t best = 1400;
  Time expired_at{Duration{-1}};
  int turns_at_one_time = 0;
  std::unique_ptr<node::Node> node;
};

engine::Parameters NodeWorld::parameters() {
  engine::Parameters parameters;
  parameters.token_timeout = 1000ms;
  parameters.consensus_timeout = 1200ms;
  parameters.token_retransmit = 238ms;
  parameters.hold = 180ms;
  parameters.fail_to_receive_visits = 50;
  parameters.sequence_unchanged_max = 4;  // an idle ring soon rests: inputs are for what happens
  return parameters;
}

NodeWorld::NodeWorld(std::uint32_t nodes) {
  for (std::uint32_t id = 1; id <= nodes; ++id) seats_.push_back(std::make_unique<Seat>(*this, NodeId{id}));
  for (const auto& seat : seats_) {
    begin_input();
    seat->node->start(now_);
  }
}

NodeWorld::~NodeWorld() = default;

node::Node& NodeWorld::node(NodeId id) { return *seats_.at(id.value - 1)->node; }

void NodeWorld::sent(NodeId from, NodeId to, Payload bytes) {
  ENSURE(bytes.size() > 0 && bytes.size() <= engine::packet_bytes_limit);
  ENSURE(++sent_by_input_ <= sent_by_input_max);
  for (const auto& seat : seats_) {
    if (seat->id == from || (to != NodeId{} && seat->id != to)) continue;
    if (flights_.size() < flights_max) flights_.push_back({seat->id, bytes});
  }
  recorded_.push_back({from, to, std::move(bytes)});
  if (recorded_.size() > recorded_max) recorded_.pop_front();
}

void NodeWorld::give(NodeId to, const std::vector<Packet>& packets) {
  begin_input();
  node(to).received(now_, packets);
}

void NodeWorld::send(NodeId from, const group::Message& message) {
  if (node(from).admission() != node::Admission::open) return;
  begin_input();
  node(from).send(now_, message);
  ENSURE(node(from).waiting_bytes() <= waiting_bytes_max + message_bytes_max);
}

void NodeWorld::restart(NodeId id) {
  Seat& seat = *seats_.at(id.value - 1);
  std::erase_if(flights_, [&](const Flight& flight) { return flight.to == id; });
  seat.to_store.reset();
  seat.create();
  begin_input();
  seat.node->start(now_);
}

void NodeWorld::reconfigure(NodeId id, const engine::Parameters& parameters) {
  begin_input();
  node(id).configure(now_, parameters);
}

void NodeWorld::run(Duration span) {
  const Time end = now_ + span;
  for (std::size_t events = 0; events < events_per_run_max; ++events) {
    for (const auto& seat : seats_) store(*seat);
    Seat* due = next_due();
    const std::optional<Time> at = due == nullptr ? std::nullopt : due->node->deadline();
    if (!flights_.empty() && (!at || *at > now_)) {
      now_ += flight_time;
      arrive();
    } else if (at && *at <= end) {
      now_ = std::max(now_, *at);
      expire(*due);
    } else {
      break;
    }
    if (now_ > end) return;
  }
  now_ = std::max(now_, end);
}

// All that is on its way, as one batch for each node.
void NodeWorld::arrive() {
  std::deque<Flight> arriving;
  arriving.swap(flights_);
  for (const auto& seat : seats_) {
    std::vector<Packet> packets;
    for (const Flight& flight : arriving) {
      if (flight.to == seat->id) packets.emplace_back(flight.bytes);
    }
    if (!packets.empty()) give(seat->id, packets);
  }
}

// Whatever was due has been done: only what a node sends to itself may be due again at once, and not for ever.
void NodeWorld::expire(Seat& seat) {
  seat.turns_at_one_time = seat.expired_at == now_ ? seat.turns_at_one_time + 1 : 0;
  seat.expired_at = now_;
  ENSURE(seat.turns_at_one_time < turns_at_one_time_max);
  begin_input();
  seat.node->expire(now_);
}

void NodeWorld::store(Seat& seat) {
  if (!seat.to_store) return;
  seat.disk = *std::exchange(seat.to_store, std::nullopt);
  begin_input();
  seat.node->stored(now_, seat.disk);
}

NodeWorld::Seat* NodeWorld::next_due() {
  Seat* found = nullptr;
  for (const auto& seat : seats_) {
    const auto at = seat->node->deadline();
    if (at && (found == nullptr || *at < *found->node->deadline())) found = seat.get();
  }
  return found;
}

}  // namespace rondel::fuzz
