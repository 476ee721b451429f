// Sync: after each regular view every service of every member says what it knows, one service after another, with a
// barrier between them that all members pass at the same point of the order (services.md 3.4). Pure: inputs in, steps
// out.
//
//   regular view ── list ──▶ all lists ── process 0, barrier ──▶ all barriers ── activate 0, process 1, barrier ──▶ …
//
// Barriers carry no service number and need none: a node sends that of step k+1 only after all of step k were delivered
// to it, so in the order every later one stands behind the last earlier one, and all nodes switch at the same message.
// A round that a view ended leaves messages behind that may come on the next ring; they name the ring they were for.
#pragma once

#include <cstdint>
#include <set>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "engine/view.h"
#include "sync/message.h"

namespace rondel::sync {

// What the caller does next, in this order. Sent messages are Phase::synchronising; a step's messages go out before its
// barrier.
struct Send {
  Message message;
};
struct Init {  // services take over the view: (transitional, members, ring) are those of begin()
  Service service;
};
struct Process {  // the service sends its messages now
  Service service;
};
struct Activate {  // all members' messages of this service were delivered: it takes effect
  Service service;
};
struct Abort {  // the service's round ended without activation
  Service service;
};
struct Complete {};  // synchronisation is done: the normal phase begins at this very point of the order

using Step = std::variant<Send, Init, Process, Activate, Abort, Complete>;

class Sync {
 public:
  explicit Sync(NodeId self, std::vector<Service> own);  // ascending

  // Any view, transitional or regular: a running round ends. Only the service in progress hears of it; what others have
  // activated stays.
  void abort(std::vector<Step>& out);
  // A regular view, with this node among its members.
  void begin(const engine::View&, std::vector<Step>& out);
  void receive(NodeId from, const Message&, std::vector<Step>& out);
  [[nodiscard]] bool running() const { return state_ != State::idle; }

  struct Counters {
    std::uint64_t begun = 0, completed = 0, aborted = 0;
    std::uint64_t stale_messages = 0;  // of another ring, of nobody in this one, or out of turn: they change nothing
  };
  [[nodiscard]] const Counters& counters() const { return counters_; }

 private:
  enum class State : std::uint8_t { idle, listing, barrier };
  void receive_list(NodeId from, const ServiceList&, std::vector<Step>& out);
  void receive_barrier(NodeId from, std::vector<Step>& out);
  // The service at `at` has its turn, or there is none left.
  void process(std::set<std::int32_t>::const_iterator at, std::vector<Step>& out);
  [[nodiscard]] bool in_progress(Service) const;
  [[nodiscard]] bool all_heard() const { return heard_.size() == members_.size(); }

  NodeId self_;
  std::vector<Service> own_;
  State state_ = State::idle;
  RingId ring_;
  std::set<NodeId> members_;
  std::set<NodeId> heard_;           // whose message of this step was delivered
  std::set<std::int32_t> services_;  // union over the members
  std::int32_t at_ = 0;              // the service in progress, in State::barrier
  Counters counters_;
};

}  // namespace rondel::sync
