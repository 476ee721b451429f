// Engine: the Totem single-ring protocol (ring.md 3) as a function of a seed, its parameters and its inputs. Time comes
// in as `now`, the next wish to be called goes out as deadline(), all work goes out as effects. It never blocks, logs
// or throws.
//
//   engine.receive(now, message);
//   engine.take_effects(effects);       // carry them out in this order
//   sleep_until(engine.deadline());
//
// The four states are a variant, a file each: gather, commit, recovery, operational.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/counters.h"
#include "engine/effect.h"
#include "engine/frame_source.h"
#include "engine/message.h"
#include "engine/parameters.h"
#include "engine/view.h"

namespace rondel::engine {

// What the link layer or the prober knows about a peer. A hint: alone it never puts a node into failed (protocol.md 8).
struct PeerEvidence {
  enum class Kind : std::uint8_t { link_up, link_down, process_dead };
  NodeId node;
  Kind kind = Kind::link_up;
};

// Says who this is to peers that ask: goes into the trailer of joins.
struct Identity {
  NodeId self;
  Capabilities capabilities;
  std::string version;
};

class Core;

class Engine {
 public:
  // `stored`: the ring number on stable storage; numbers above it are used only after Store was confirmed.
  Engine(Identity, const Parameters&, RingNumber stored, std::uint64_t seed, FrameSource&);
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  void start(Time now);  // first of all, once
  void receive(Time now, const Message&);
  // Joins and other messages that arrived together: joins are merged before gather is entered once (protocol.md 4).
  void receive_batch(Time now, std::span<const Message>);
  void expire(Time now);                   // call once deadline() has passed, before what was received later
  void resumed(Time now, Duration pause);  // this process did not run for `pause`: call before anything else
  void wake(Time now);                     // the source has something to send
  void stored(Time now, RingNumber);       // this number is durable
  void synchronised(Time now);             // synchronisation has ended: Phase::normal from here on
  void evidence(Time now, const PeerEvidence&);
  void configure(Time now, const Parameters&);  // reload
  void leave(Time now);                         // says goodbye; nothing is sent afterwards
  [[nodiscard]] std::optional<Time> deadline() const;
  // Appends what is to be done and forgets it.
  void take_effects(std::vector<Effect>& out);

  [[nodiscard]] State state() const;
  [[nodiscard]] Phase phase() const;
  [[nodiscard]] const View& view() const;  // last regular view; ring {0,0} and no members before the first
  [[nodiscard]] RingId ring() const;       // current ring; from commit on the one being formed
  [[nodiscard]] const Counters& counters() const;
  // Pairs of nodes that do not hear each other though others hear both, as far as this node knows.
  [[nodiscard]] std::vector<Pair> cut_pairs() const;
  // Up to where this node has received the frames of this ring, if it still keeps them: for checkers.
  [[nodiscard]] std::optional<Sequence> received(const RingId&) const;
  // Bytes of frames kept, of this ring and of the one being recovered.
  [[nodiscard]] std::size_t kept_bytes() const;

  // Appends all that it knows, of payloads only their sizes; an engine restored from that goes on as this one would.
  void save(std::vector<std::byte>& to) const;
  [[nodiscard]] static Result<Engine> restore(Bytes, FrameSource&);
  // Equal for programs that can read each other's snapshots.
  [[nodiscard]] static std::uint32_t layout();

 private:
  std::unique_ptr<Core> core_;
};

}  // namespace rondel::engine
