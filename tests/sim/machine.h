// Machine: a computer of the simulated cluster. It has a disk that survives, and at times a node that runs in an event
// loop as the daemon's does: inputs wait for a turn, a turn handles all that wait, timers come in between.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "clients.h"
#include "disk.h"
#include "node/node.h"
#include "node/observer.h"
#include "surroundings.h"

namespace rondel::simulation {

// Clients' messages that may wait in a node, and its recording: small, so that bounds are met and chunks come and go.
inline constexpr std::size_t machine_waiting_bytes_max = 200'000;
inline constexpr std::size_t machine_recording_bytes_max = std::size_t{64} * 1024;

class Machine final : public Station, public node::Host, public node::NodeListener, public node::NodeObserver {
 public:
  Machine(Surroundings&, NodeId address);
  ~Machine() override;

  // --- what happens to it ---
  void boot();
  void crash();
  // Dies in the middle of the work that comes `effects` from now.
  void crash_in_effects(std::uint32_t effects);
  void spare() { effects_to_live_.reset(); }  // it shall not die after all
  void lose_file();
  void corrupt_file();
  void leap(Duration ahead);                  // its clock
  void believe_in_pieces(std::size_t bytes);  // its link layer takes this for the best size; 0: the true one
  void pause();
  void resume();
  void leave();
  void reload(const engine::Parameters&);
  void act();                // clients do something
  void probe();              // see Clients
  void look_at_recording();  // at the end of a life or of all
  void count();              // what it did, into the totals; at the same ends

  [[nodiscard]] NodeId id() const { return id_; }
  [[nodiscard]] NodeId address() const { return address_; }
  [[nodiscard]] bool runs() const { return node_ != nullptr; }
  [[nodiscard]] bool paused() const { return paused_; }
  [[nodiscard]] bool writing() const { return disk_.writing(); }
  [[nodiscard]] const node::Node* node() const { return node_.get(); }
  [[nodiscard]] const Clients* clients() const { return clients_.get(); }
  [[nodiscard]] bool idle() const { return inputs_.empty(); }

  // Station
  void arrived(const Payload& packet) override;
  void peer_found(NodeId peer, bool reachable) override;
  [[nodiscard]] bool answers() const override { return runs() && !paused_; }

  // node::Host
  void store_ring_number(RingNumber) override;
  void ready() override;
  void stop(std::string_view why) override;
  void log(node::Level, std::string_view subsystem, std::string_view line) override;

  // node::NodeListener
  void group_event(Time now, const group::Event&) override;
  void admission_changed(Time now) override;

  // node::NodeObserver
  void broadcast(Time now, const engine::Message&) override;
  void installed(Time now, const engine::Install&) override;
  void delivered(Time now, const engine::Frame&) override;
  void handled(Time now, const engine::Frame&) override;
  void synchronised(Time now, const engine::View&) override;
  void noticed(Time now, const engine::Notice&) override;

 private:
  class MachineLink;
  struct PeerNews {
    NodeId peer;
    bool reachable = false;
  };
  struct Written {
    RingNumber number;
  };
  struct Input {
    Time at{};
    std::variant<Payload, PeerNews, Written> what;
  };
  static constexpr std::size_t inputs_max = 4096;  // what a socket's buffer holds

  void put(Input);
  void write(RingNumber);
  void schedule_turn(Time when);
  void turn();
  void handle_inputs(Time now);
  void expire_if_due(Time now);
  // Counts an effect. False if the machine is dead by now: then the effect does not happen.
  [[nodiscard]] bool effect();
  void after_call();
  void end_life();
  template <typename Call>
  void call(Call&&);

  // Its own clock.
  [[nodiscard]] Time now() const { return surroundings_.scheduler.now() + clock_; }

  Surroundings& surroundings_;
  NodeId address_, id_;
  Pcg32 random_;
  Disk disk_;
  std::uint32_t lives_ = 0;
  bool paused_ = false;
  Time paused_since_{};
  Duration clock_{};                               // ahead of the true time
  std::size_t piece_bytes_ = 0;                    // see believe_in_pieces
  std::pair<std::uint32_t, Time> last_resends_{};  // when which life told of them
  std::optional<std::uint32_t> effects_to_live_;
  bool dead_ = false;  // in the middle of a call
  bool behind_transitional_ = false;
  bool calling_ = false;
  std::optional<Time> turn_at_;
  std::vector<Input> inputs_;
  std::unique_ptr<MachineLink> link_;
  std::unique_ptr<node::Node> node_;
  std::unique_ptr<Clients> clients_;
};

}  // namespace rondel::simulation
