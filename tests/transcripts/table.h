// Table: a few engines around a table, whose messages are passed on one by one, in order, and written down as prose.
// Time is a number that moves only when nothing is left to pass on. For unit tests of the engine and for transcripts.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace rondel::transcripts {

// Frames that a test wants sent: one payload, one frame.
class Sheaf final : public engine::FrameSource {
 public:
  void add(engine::Phase phase, std::string text, engine::Guarantee guarantee = engine::Guarantee::agreed) {
    waiting_[index(phase)].push_back({std::move(text), guarantee});
  }
  [[nodiscard]] std::size_t waiting_frames(engine::Phase phase) const override { return waiting_[index(phase)].size(); }
  [[nodiscard]] std::optional<engine::Cut> next(engine::Phase phase, std::size_t payload_bytes_max) override;
  std::vector<std::size_t> sizes;  // how large each frame might have been

 private:
  static std::size_t index(engine::Phase phase) { return static_cast<std::size_t>(phase); }
  struct Waiting {
    std::string text;
    engine::Guarantee guarantee;
  };
  std::array<std::deque<Waiting>, 2> waiting_;
};

struct Seat {
  NodeId id;
  Sheaf source;
  std::unique_ptr<engine::Engine> engine;
  RingNumber disk;                     // what the last finished store wrote
  bool stores_finish = true;           // false: writes stay under way
  bool behind_transitional = false;    // the regular view is to come
  bool corosync = false;               // knows nothing of trailers: sends none and passes none on
  std::vector<std::string> delivered;  // payloads, and "| VIEW" for each view
  std::vector<engine::View> views;     // regular ones
};

std::string to_text(const engine::Message&);
std::string to_text(const engine::View&);

class Table {
 public:
  explicit Table(std::uint32_t nodes, engine::Parameters parameters = {});
  // Of all nodes started from now on. 0: a ring that behaves as if a corosync were in it.
  engine::Capabilities capabilities{engine::capability_restart | engine::capability_many_requests};

  Seat& seat(std::uint32_t node) { return seats_.at(NodeId{node}); }
  engine::Engine& engine(std::uint32_t node) { return *seat(node).engine; }

  // From, to and message: true if it gets lost. Unicasts to oneself are never asked about.
  using Loses = std::function<bool(NodeId, NodeId, const engine::Message&)>;
  void lose(Loses loses) { loses_ = std::move(loses); }
  void lose_nothing() { loses_ = nullptr; }

  void start(std::uint32_t node);
  void start_all();
  void kill(std::uint32_t node);     // it is silent from now on
  void restart(std::uint32_t node);  // a new process with what its disk has
  void send(std::uint32_t node, const std::string& text, engine::Phase phase = engine::Phase::normal,
            engine::Guarantee guarantee = engine::Guarantee::agreed);
  void send_safe(std::uint32_t node, const std::string& text) {
    send(node, text, engine::Phase::normal, engine::Guarantee::safe);
  }
  void leave(std::uint32_t node);
  void put(std::uint32_t to, const engine::Message& message);  // a message from nowhere
  void put(std::uint32_t to, const std::vector<engine::Message>& batch);
  void pause_all(Duration span);  // nobody runs for so long, and all notice

  // Passes on everything that is due within `span`, timers included.
  void run(Duration span);
  // Until all living nodes are operational in one ring, synchronised; false if `limit` passed first.
  bool run_until_one_ring(Duration limit);
  [[nodiscard]] bool one_ring() const;
  [[nodiscard]] Time now() const { return now_; }

  void note(const std::string& line) { lines_.push_back(line); }
  // What was said since the last call; quiet token rotations are left out.
  std::string take_transcript();
  bool write_down = true;

 private:
  struct Flight {
    NodeId from, to;
    std::shared_ptr<const engine::Message> message;
    Time due;
  };
  void collect(Seat&);
  void carry_out(Seat&, const engine::Effect&);
  void fly(NodeId from, NodeId to, const std::shared_ptr<const engine::Message>&);
  bool step(Time limit);
  [[nodiscard]] bool alive(NodeId node) const { return seats_.at(node).engine != nullptr; }

  engine::Parameters parameters_;
  std::map<NodeId, Seat> seats_;
  std::deque<Flight> flights_;
  std::vector<NodeId> unsynchronised_;
  Loses loses_;
  Time now_{};
  std::vector<std::string> lines_;
};

// All nodes in one ring, and nothing written down on the way there.
[[nodiscard]] Table formed_ring(std::uint32_t nodes);
[[nodiscard]] Table formed_ring(std::uint32_t nodes, const engine::Parameters&, engine::Capabilities);

}  // namespace rondel::transcripts
