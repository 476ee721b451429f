// CpgClients: all connections to the cpg service, and who of them hears what. Events go to the newest connection first
// (ipc.md 9.17); the receivers of a group are found by its name without looking at the others.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "session/cpg_events.h"
#include "session/cpg_session.h"

namespace rondel::session {

// Events in the order to be sent, each with the clients that get it. Kept by its owner from call to call, so that a
// delivery allocates nothing.
class EventBatch {
 public:
  struct Entry {
    EventBytes event;
    std::size_t first = 0;  // of its receivers; they end where the next entry's begin
  };
  // Adds an event for those in the returned list that the caller appends to, until the next add.
  std::vector<ClientId>& add(EventBytes event);
  void clear();
  [[nodiscard]] bool empty() const { return entries_.empty(); }

  template <typename Send>  // Send(ClientId, const EventBytes&)
  void for_each(Send&& send) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const std::size_t end = i + 1 < entries_.size() ? entries_[i + 1].first : receivers_.size();
      for (std::size_t r = entries_[i].first; r < end; ++r) send(receivers_[r], entries_[i].event);
    }
  }

 private:
  std::vector<Entry> entries_;
  std::vector<ClientId> receivers_;
};

class CpgClients {
 public:
  explicit CpgClients(SharedFiles& files) : files_{files} {}

  void connected(ClientId, uid_t user);
  [[nodiscard]] Outcome request(ClientId, Bytes, const Surroundings&);
  // The leave that the ring must hear of, if any.
  [[nodiscard]] std::optional<group::Message> disconnected(ClientId);
  void on_event(const group::Event&, const Surroundings&, EventBatch& out);

  [[nodiscard]] Presence presence(std::uint32_t pid, const group::Name&) const;
  [[nodiscard]] std::size_t size() const { return sessions_.size(); }
  [[nodiscard]] const CpgSession* find(ClientId) const;

  struct Counters {
    std::uint64_t too_long = 0;  // events above 1 MiB, which no library could receive
  };
  [[nodiscard]] const Counters& counters() const { return counters_; }

 private:
  struct NameHash {
    std::size_t operator()(const group::Name& name) const { return std::hash<std::string_view>{}(name.view()); }
  };
  using Listeners = std::vector<CpgSession*>;  // newest first

  void on_change(const group::Change&, const Surroundings&, EventBatch& out);
  void on_ring_change(const group::RingChange&, EventBatch& out);
  void on_ring_end(const group::RingEnd&, EventBatch& out);
  void to_listeners(const group::Name&, EventBytes, EventBatch& out);
  void tell_initial_ring(const Surroundings&, EventBatch& out);
  void enter(CpgSession&);
  void withdraw(const CpgSession&);
  [[nodiscard]] bool fits(const EventBytes&);

  SharedFiles& files_;
  std::map<ClientId, CpgSession, std::greater<>> sessions_;
  std::unordered_map<group::Name, Listeners, NameHash> groups_;  // sessions in_group()
  std::size_t initial_ring_wanted_ = 0;                          // at least as many sessions want it
  Counters counters_;
};

}  // namespace rondel::session
