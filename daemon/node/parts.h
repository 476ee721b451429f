// The parts of a node and what happens between them; each kind of thing has a file of its own:
//   effects.cc      carries out what the engine wants done
//   services.cc     frames become messages of sync and groups, and their answers
//   view_change.cc  what a view change means to each part
//   loopback.h      what the node sends to itself
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "group/groups.h"
#include "node/event_log.h"
#include "node/gate.h"
#include "node/history.h"
#include "node/loopback.h"
#include "node/node.h"
#include "node/observer.h"
#include "node/rate_limit.h"
#include "packing/assembly.h"
#include "packing/outbox.h"
#include "sync/sync.h"
#include "trace/recorded_engine.h"

namespace rondel::node {

inline constexpr std::string_view ring_subsystem = "TOTEM";
inline constexpr std::string_view sync_subsystem = "SYNC";

struct Node::Parts {
  Parts(NodeSettings, link::Link&, Host&, NodeListener&);

  NodeSettings settings;
  link::Link& link;
  Host& host;
  NodeListener& listener;
  NodeObserver* observer = nullptr;

  packing::Outbox outbox;
  trace::RecordedEngine engine;
  packing::Assembly assembly;
  sync::Sync sync;
  group::Groups groups;

  Loopback loopback;
  Gate gate;
  History history;
  EventLog event_log;
  RateLimit malformed_packets, malformed_messages, foreign_frames;
  NodeCounters counters;

  Time last_now{};            // of the last input: what is in the loopback is due since then
  bool synchronised = false;  // sync has ended since the last view
  Time waiting_since{};       // while it has not
  bool ever_synchronised = false;
  engine::View view;  // regular view carried out last; the engine may be ahead of it

  // --- effects.cc ---

  // Carries out what the engine wants, and what comes of that, until nothing is left. A call from within, by a listener
  // that sends, returns at once: its work is done by the outer one, behind what is being done.
  void carry_out(Time now);
  void handle_loopback(Time now);

  // --- services.cc ---

  void deliver(Time now, const engine::Frame&);
  void take_steps(Time now);
  void send_synchronising(Time now, ServiceBytes);

  // --- view_change.cc ---

  void install(Time now, const engine::Install&);

  // The link's sizes as the outbox and the engine count them.
  [[nodiscard]] static engine::Parameters fit(engine::Parameters, const link::Link&);
  [[nodiscard]] static std::size_t payload_bytes_best(const link::Link&);

  // Scratch of one call, kept for its memory.
  bool busy = false;
  std::vector<engine::Effect> effects, carrying;
  std::vector<Packet> packets;
  std::vector<engine::Message> received;
  std::vector<packing::Incoming> incoming;
  std::vector<sync::Step> steps;
  std::vector<group::Event> events;

 private:
  void carry_out_one(Time now, engine::Effect&);
  void tell(Time now, const engine::Notice&);
  void flush_broadcast();
  void handle(Time now, const packing::Incoming&);
  void take_step(Time now, const sync::Step&);
  void tell_events(Time now);
  void complete(Time now);
};

}  // namespace rondel::node
