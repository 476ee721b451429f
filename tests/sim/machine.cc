#include "machine.h"

#include <algorithm>
#include <utility>

#include "describe.h"
#include "engine/resends.h"
#include "machine_link.h"
#include "replay.h"
#include "trace/recorder.h"
#include "wire/ring_codec.h"

namespace rondel::simulation {

namespace {

using namespace std::chrono_literals;

// Shorter ones a daemon does not notice.
constexpr Duration noticed_pause = 100ms;
constexpr Duration turn_min = 5us;

std::uint64_t seed_of(const Scenario& scenario, NodeId node, std::uint32_t life) {
  return (scenario.seed * 0x9e3779b97f4a7c15ULL) ^ (std::uint64_t{node.value} << 32U) ^ life;
}

}  // namespace

Machine::Machine(Surroundings& surroundings, NodeId address)
    : surroundings_{surroundings},
      address_{address},
      id_{id_of(address)},
      random_{seed_of(surroundings.scenario, address, 0), 3} {
  surroundings.network.add(address, *this);
  if (is_twin(address)) surroundings.totals.faults.add(Fault::twins);
}

Machine::~Machine() = default;

void Machine::boot() {
  if (runs()) return;
  const Time now = this->now();
  const Scenario& scenario = surroundings_.scenario;
  const Life life{id_, ++lives_};
  const RingNumber stored = disk_.load(surroundings_.scheduler.now());  // real time does not leap
  surroundings_.trace.note(now, id_, "boots for the {}. time, stored number {}", lives_, stored.value);
  surroundings_.tell([&](Checker& checker) { checker.started(life); });
  ++surroundings_.totals.lives;
  surroundings_.network.forget_peers(address_);
  link_ = std::make_unique<MachineLink>(*this);
  clients_ = std::make_unique<Clients>(surroundings_, life, seed_of(scenario, address_, lives_));
  node::NodeSettings settings;
  settings.self = id_;
  settings.parameters = scenario.parameters;
  settings.stored = stored;
  settings.seed = seed_of(scenario, address_, lives_);
  settings.version = "simulated";
  settings.waiting_bytes_max = machine_waiting_bytes_max;
  if (scenario.recording.check || scenario.recording.keep == id_)
    settings.trace_bytes_max = machine_recording_bytes_max;
  node_ = std::make_unique<node::Node>(std::move(settings), *link_, *this, *this);
  node_->observe(this);
  surroundings_.network.look_around(address_);
  call([&] { node_->start(now); });
}

// Everything a node does happens inside a call; death in the middle of one is seen to behind it.
template <typename Call>
void Machine::call(Call&& what) {
  calling_ = true;
  what();
  calling_ = false;
  after_call();
}

void Machine::after_call() {
  if (dead_) {
    end_life();
    return;
  }
  const std::optional<Time> deadline = node_->deadline();
  if (deadline) schedule_turn(*deadline);
}

void Machine::crash() {
  if (!runs()) return;
  ENSURE(!calling_);
  end_life();
}

void Machine::crash_in_effects(std::uint32_t effects) {
  if (runs()) effects_to_live_ = effects;
}

void Machine::look_at_recording() {
  if (!node_->recorder().on()) return;
  std::vector<std::byte> recording = recording_of(*node_, now());
  if (surroundings_.scenario.recording.check) {
    if (const auto wrong = check_recording(recording)) {
      surroundings_.violations.report(fmt::format("replay of node {}, life {}: {}", id_.value, lives_, *wrong));
    }
  }
  if (surroundings_.scenario.recording.keep == id_) surroundings_.recording = std::move(recording);
}

void Machine::count() {
  Totals& totals = surroundings_.totals;
  totals.add(node_->counters().transitions);
  totals.unreadable += node_->node_counters().malformed_packets + node_->node_counters().malformed_messages;
}

void Machine::end_life() {
  look_at_recording();
  const Life life{id_, lives_};
  const Time now = this->now();
  surroundings_.trace.note(now, id_, "is dead, {}", disk_.writing());
  count();
  if (disk_.writing()) surroundings_.totals.faults.add(Fault::crash_in_write);
  disk_.crash(random_.below(2) == 0);
  surroundings_.tell([&](Checker& checker) { checker.ended(life); });
  node_.reset();
  clients_.reset();
  link_.reset();
  inputs_.clear();
  turn_at_.reset();
  paused_ = dead_ = behind_transitional_ = false;
  effects_to_live_.reset();
  surroundings_.network.look_around(address_);
}

void Machine::pause() {
  if (!answers()) return;
  paused_ = true;
  paused_since_ = now();
  surroundings_.network.look_around(address_);
  surroundings_.trace.note(paused_since_, id_, "is stopped");
}

void Machine::resume() {
  if (!runs() || !paused_) return;
  paused_ = false;
  const Time now = this->now();
  surroundings_.trace.note(now, id_, "runs again");
  surroundings_.network.look_around(address_);
  const Duration pause = now - paused_since_;
  if (pause >= noticed_pause) call([&] { node_->resumed(now, pause); });
  if (runs()) schedule_turn(now);
}

void Machine::lose_file() {
  if (!surroundings_.noise_believed) disk_.lose();
}

void Machine::corrupt_file() {
  if (surroundings_.noise_believed) return;
  disk_.corrupt((std::uint64_t{random_.next()} << 32U) | random_.next());
  surroundings_.noise_believed = disk_.believes_noise();
}

// As a computer does that slept, or a virtual one that was moved: the loop notices a long leap like a pause.
void Machine::leap(Duration ahead) {
  if (!answers()) return;
  clock_ += ahead;
  turn_at_.reset();
  surroundings_.trace.note(now(), id_, "its clock leaps");
  if (ahead >= noticed_pause) call([&] { node_->resumed(now(), ahead); });
  if (runs()) schedule_turn(now());
}

void Machine::believe_in_pieces(std::size_t bytes) {
  piece_bytes_ = bytes;
  if (answers()) call([&] { node_->frame_bytes_changed(); });
}

void Machine::leave() {
  if (!answers()) return;
  const Time now = this->now();
  call([&] { node_->leave(now); });
  if (runs()) end_life();
}

void Machine::reload(const engine::Parameters& parameters) {
  if (!answers()) return;
  const Time now = this->now();
  call([&] { node_->configure(now, parameters); });
}

void Machine::act() {
  if (!answers()) return;
  const Time now = this->now();
  call([&] { clients_->act(now, *node_); });
}

void Machine::probe() {
  if (!answers()) return;
  const Time now = this->now();
  call([&] { clients_->probe(now, *node_); });
}

// --- the event loop ---

void Machine::arrived(const Payload& packet) {
  if (runs()) put({now(), packet});
}

void Machine::peer_found(NodeId peer, bool reachable) {
  if (id_of(peer) != id_) put({now(), PeerNews{id_of(peer), reachable}});
}

void Machine::put(Input input) {
  if (inputs_.size() >= inputs_max && std::holds_alternative<Payload>(input.what)) return;
  inputs_.push_back(std::move(input));
  const auto turn_max_us = std::chrono::duration_cast<std::chrono::microseconds>(surroundings_.scenario.turn_max);
  schedule_turn(now() + std::chrono::microseconds{random_.below(static_cast<std::uint32_t>(turn_max_us.count()))});
}

// One turn is planned at a time, the earliest one; a later wish is looked at when that one is over.
void Machine::schedule_turn(Time when) {
  when = std::max(when, now() + turn_min);
  if (turn_at_ && *turn_at_ <= when) return;
  turn_at_ = when;
  surroundings_.scheduler.at(when - clock_, [this, when, life = lives_] {
    if (life != lives_ || turn_at_ != when) return;
    turn_at_.reset();
    turn();
  });
}

// What arrived before a timer was due comes before it, what arrived later behind it.
void Machine::turn() {
  if (!answers()) return;
  const Time now = this->now();
  const std::optional<Time> deadline = node_->deadline();
  const bool timers_first = deadline && (inputs_.empty() || *deadline <= inputs_.front().at);
  call([&] {
    if (timers_first) expire_if_due(now);
    if (!dead_) handle_inputs(now);
    if (!dead_) expire_if_due(now);
  });
}

void Machine::expire_if_due(Time now) {
  const std::optional<Time> deadline = node_->deadline();
  if (deadline && *deadline <= now) node_->expire(now);
}

void Machine::handle_inputs(Time now) {
  std::vector<Input> inputs;
  inputs.swap(inputs_);
  std::vector<Packet> packets;
  const auto hand_over = [&] {
    if (!packets.empty()) node_->received(now, packets);
    packets.clear();
  };
  for (Input& input : inputs) {
    if (dead_) return;
    if (auto* packet = std::get_if<Payload>(&input.what)) {
      packets.emplace_back(std::move(*packet));
      continue;
    }
    hand_over();
    if (dead_) return;
    if (const auto* news = std::get_if<PeerNews>(&input.what)) {
      surroundings_.trace.note(now, id_, "link layer: node {} reachable: {}", news->peer.value, news->reachable);
      node_->peer_changed(now, news->peer, news->reachable ? link::PeerState::up : link::PeerState::down);
    } else {
      node_->stored(now, std::get<Written>(input.what).number);
    }
  }
  if (!dead_) hand_over();
}

bool Machine::effect() {
  if (dead_) return false;
  if (effects_to_live_ && (*effects_to_live_)-- == 0) {
    surroundings_.totals.faults.add(Fault::crash_in_effects);
    dead_ = true;
  }
  return !dead_;
}

// --- node::Host ---

void Machine::store_ring_number(RingNumber number) {
  if (!effect()) return;
  surroundings_.trace.note(now(), id_, "stores ring number {}", number.value);
  if (const std::optional<RingNumber> begun = disk_.ask(number)) write(*begun);
}

void Machine::write(RingNumber number) {
  const auto max_us = std::chrono::duration_cast<std::chrono::microseconds>(surroundings_.scenario.write_max);
  const std::chrono::microseconds takes{random_.below(static_cast<std::uint32_t>(max_us.count()))};
  surroundings_.scheduler.after(takes, [this, number, life = lives_] {
    if (life != lives_ || !runs()) return;
    const std::optional<RingNumber> next = disk_.done();
    put({now(), Written{number}});
    if (next) write(*next);
  });
}

void Machine::ready() {}

// Nothing in a simulated cluster asks a daemon to end.
void Machine::stop(std::string_view why) {
  surroundings_.violations.report(fmt::format("node {} wants to stop: {}", id_.value, why));
}

void Machine::log(node::Level, std::string_view subsystem, std::string_view line) {
  if (dead_) return;
  surroundings_.trace.remark(now(), id_, [&] { return fmt::format("[{}] {}", subsystem, line); });
}

// --- node::NodeListener ---

void Machine::group_event(Time now, const group::Event& event) {
  if (!effect()) return;
  const Life life{id_, lives_};
  if (const auto* delivery = std::get_if<group::Delivery>(&event)) {
    ++surroundings_.totals.messages;
    surroundings_.trace.note(now, id_, "message of {}/{}, {} bytes", delivery->node.value, delivery->pid,
                             delivery->message.size());
    surroundings_.tell([&](Checker& checker) { checker.message_delivered(life, *delivery); });
  } else if (const auto* change = std::get_if<group::Change>(&event)) {
    surroundings_.trace.note(now, id_, "group of {}: {} joined, {} left", change->members.size(), change->joined.size(),
                             change->left.size());
    surroundings_.tell([&](Checker& checker) { checker.groups_changed(life, *change); });
  }
  clients_->group_event(event);
}

void Machine::admission_changed(Time now) {
  if (dead_) return;
  surroundings_.trace.note(now, id_, "admission is {} now", static_cast<int>(node_->admission()));
}

// --- node::NodeObserver ---

void Machine::broadcast(Time, const engine::Message& message) {
  if (!effect()) return;
  const auto* frame = std::get_if<engine::FramePtr>(&message);
  if (frame == nullptr) return;
  surroundings_.tell([&](Checker& checker) { checker.frame_sent({id_, lives_}, **frame); });
}

void Machine::installed(Time now, const engine::Install& change) {
  if (!effect()) return;
  const bool regular = change.stage == engine::Install::Stage::regular;
  behind_transitional_ = !regular;
  if (regular) ++surroundings_.totals.views;
  surroundings_.trace.note(now, id_, "installs ({}) ring {:x}.{:x}: {} members, {} transitional", regular,
                           change.view.ring.representative.value, change.view.ring.number.value,
                           change.view.members.size(), change.view.transitional.size());
  surroundings_.tell([&](Checker& checker) { checker.installed({id_, lives_}, change, disk_.durable()); });
}

void Machine::delivered(Time now, const engine::Frame& frame) {
  if (!effect()) return;
  ++surroundings_.totals.frames;
  if (frame.guarantee == engine::Guarantee::safe) {
    ++(behind_transitional_ ? surroundings_.totals.safe_frames_behind : surroundings_.totals.safe_frames);
  }
  surroundings_.trace.note(now, id_, "delivers frame {} of ring {:x}.{:x} from {}", frame.sequence.value,
                           frame.ring.representative.value, frame.ring.number.value, frame.originator.value);
  surroundings_.tell([&](Checker& checker) { checker.delivered({id_, lives_}, frame); });
}

void Machine::handled(Time, const engine::Frame& frame) {
  if (dead_) return;
  surroundings_.tell([&](Checker& checker) { checker.handled({id_, lives_}, frame, node_->processes()); });
}

void Machine::synchronised(Time now, const engine::View& view) {
  if (!effect()) return;
  ++surroundings_.totals.synchronisations;
  surroundings_.trace.note(now, id_, "is synchronised, {} processes", node_->processes().size());
  surroundings_.tell([&](Checker& checker) { checker.synchronised({id_, lives_}, view, node_->processes()); });
}

void Machine::noticed(Time now, const engine::Notice& notice) {
  surroundings_.trace.remark(now, id_, [&] { return "notice: " + to_string(notice); });
  if (notice.kind == engine::Notice::Kind::id_used_twice) ++surroundings_.totals.twins_noticed;
  if (notice.kind != engine::Notice::Kind::resends) return;
  const auto [life, before] = std::exchange(last_resends_, {lives_, now});
  if (life == lives_ && now - before < engine::resends_interval) {
    surroundings_.violations.report(fmt::format("notices: node {} tells twice of resends in one interval", id_.value));
  }
}

}  // namespace rondel::simulation
