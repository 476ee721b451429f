// Node: one member of the cluster. It wires engine, packing, wire, sync and groups together and is the same in the
// daemon and in the simulator: a link below, a host beside, a listener above.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/engine.h"
#include "group/message.h"
#include "link/link.h"
#include "node/event_log.h"
#include "node/host.h"
#include "node/listener.h"

namespace rondel::trace {
class Recorder;
}

namespace rondel::node {

struct NodeSettings {
  NodeId self;
  engine::Parameters parameters;
  RingNumber stored;  // ring number on stable storage
  std::uint64_t seed = 0;
  std::string version;                               // told to peers
  std::size_t waiting_bytes_max = 4U * 1024 * 1024;  // clients' messages that wait for the token; above it: try again
  std::size_t trace_bytes_max = 0;                   // the flight recorder's memory; 0: none
};

// What a message waits for before it is delivered (protocol.md 7).
using Guarantee = engine::Guarantee;

// Whether a client's request that sends may be taken now.
enum class Admission : std::uint8_t { open, queue_full, synchronising };

// A membership change as the administrator sees it.
struct HistoryEntry {
  Time at{};
  engine::View view;
};
inline constexpr std::size_t history_entries_max = 128;

// What a node could not use of what it was sent.
struct NodeCounters {
  std::uint64_t malformed_packets = 0;   // not a ring message
  std::uint64_t malformed_messages = 0;  // whole, but not a service message
  std::uint64_t foreign_frames = 0;      // delivered in the other byte order
};

class NodeObserver;

class Node final : public link::LinkListener {
 public:
  // All three must outlive the node.
  Node(NodeSettings, link::Link&, Host&, NodeListener&);
  ~Node() override;

  // Before start(); it must outlive the node.
  void observe(NodeObserver*);

  void start(Time now);
  void expire(Time now);
  [[nodiscard]] std::optional<Time> deadline() const;
  void stored(Time now, RingNumber);
  void resumed(Time now, Duration pause);
  void configure(Time now, const engine::Parameters&);
  // What happened around the node (to a client, on a link, to a file) has its place among the node's own events.
  void record(Time now, LoggedEvent);
  // Says goodbye to the ring; the local processes' leaves were sent before by their sessions.
  void leave(Time now);

  // link::LinkListener
  void received(Time now, std::span<const Packet>) override;
  void peer_changed(Time now, NodeId, link::PeerState) override;
  void frame_bytes_changed() override;

  // Sends a group message to the ring: process join or leave, multicast, partial multicast. Always accepted: the caller
  // asks admission() first; what is sent against it waits beyond the bound, so leaves of dead clients are never lost.
  void send(Time now, const group::Message&, Guarantee = Guarantee::agreed);
  [[nodiscard]] Admission admission() const;

  [[nodiscard]] NodeId self() const;
  [[nodiscard]] const engine::View& view() const;
  [[nodiscard]] engine::State state() const;
  [[nodiscard]] const engine::Counters& counters() const;
  [[nodiscard]] std::optional<Sequence> received(const RingId&) const;  // see Engine
  [[nodiscard]] const NodeCounters& node_counters() const;
  [[nodiscard]] bool synchronised() const;  // since the last view
  [[nodiscard]] bool ever_synchronised() const;
  [[nodiscard]] std::size_t waiting_bytes() const;
  [[nodiscard]] std::size_t kept_bytes() const;        // of frames that somebody may still ask for
  [[nodiscard]] std::size_t unfinished_bytes() const;  // of messages whose rest has not come yet
  [[nodiscard]] std::span<const group::Process> processes() const;
  [[nodiscard]] group::RingChange initial_ring_change() const;
  [[nodiscard]] const std::deque<HistoryEntry>& history() const;
  // Nodes that do not hear each other though others hear both.
  [[nodiscard]] std::vector<engine::Pair> cut_pairs() const;
  [[nodiscard]] const EventLog& event_log() const;
  [[nodiscard]] const trace::Recorder& recorder() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rondel::node
