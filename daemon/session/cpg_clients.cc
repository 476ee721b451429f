#include "session/cpg_clients.h"

#include <algorithm>

#include "base/ensure.h"

namespace rondel::session {

std::vector<ClientId>& EventBatch::add(EventBytes event) {
  entries_.push_back({std::move(event), receivers_.size()});
  return receivers_;
}

void EventBatch::clear() {
  entries_.clear();
  receivers_.clear();
}

void CpgClients::connected(ClientId client, uid_t user) {
  const bool is_new = sessions_.try_emplace(client, client, user, files_).second;
  ENSURE(is_new);
}

Outcome CpgClients::request(ClientId client, Bytes request, const Surroundings& around) {
  const auto found = sessions_.find(client);
  ENSURE(found != sessions_.end());
  CpgSession& session = found->second;
  const bool was_in_group = session.in_group();
  Outcome outcome = session.request(request, around);
  if (session.in_group() != was_in_group) was_in_group ? withdraw(session) : enter(session);
  return outcome;
}

std::optional<group::Message> CpgClients::disconnected(ClientId client) {
  const auto found = sessions_.find(client);
  ENSURE(found != sessions_.end());
  std::optional<group::Message> leave = found->second.closed();
  if (found->second.in_group()) withdraw(found->second);
  sessions_.erase(found);
  return leave;
}

void CpgClients::on_event(const group::Event& event, const Surroundings& around, EventBatch& out) {
  if (const auto* delivery = std::get_if<group::Delivery>(&event))
    to_listeners(delivery->group, event_bytes(*delivery), out);
  else if (const auto* part = std::get_if<group::PartialDelivery>(&event))
    to_listeners(part->group, event_bytes(*part), out);
  else if (const auto* change = std::get_if<group::Change>(&event))
    on_change(*change, around, out);
  else if (const auto* ring = std::get_if<group::RingChange>(&event))
    on_ring_change(*ring, out);
  else
    on_ring_end(std::get<group::RingEnd>(event), out);
}

Presence CpgClients::presence(std::uint32_t pid, const group::Name& name) const {
  const auto found = groups_.find(name);
  if (found == groups_.end()) return Presence::absent;
  Presence presence = Presence::absent;
  for (const CpgSession* session : found->second) {
    if (session->pid() != pid) continue;
    if (!session->finalized()) return Presence::present;
    presence = Presence::leaving;
  }
  return presence;
}

const CpgSession* CpgClients::find(ClientId client) const {
  const auto found = sessions_.find(client);
  return found == sessions_.end() ? nullptr : &found->second;
}

void CpgClients::to_listeners(const group::Name& name, EventBytes event, EventBatch& out) {
  const auto found = groups_.find(name);
  if (found == groups_.end() || !fits(event)) return;
  std::vector<ClientId>& receivers = out.add(std::move(event));
  for (const CpgSession* session : found->second)
    if (session->listens()) receivers.push_back(session->id());
}

void CpgClients::on_change(const group::Change& change, const Surroundings& around, EventBatch& out) {
  const NodeId self = around.self();
  if (const auto found = groups_.find(change.group); found != groups_.end()) {
    EventBytes event = event_bytes(change);
    const bool can_be_told = fits(event);
    std::vector<ClientId>& receivers = out.add(std::move(event));
    for (CpgSession* session : found->second)
      if (session->before(change, self) && can_be_told) receivers.push_back(session->id());
    // Withdrawing the last listener removes the group, so those who leave are collected first.
    Listeners leavers;
    for (CpgSession* session : found->second)
      if (session->after(change, self)) leavers.push_back(session);
    for (const CpgSession* session : leavers) withdraw(*session);
  }
  if (initial_ring_wanted_ > 0) tell_initial_ring(around, out);
}

// Once for each connection that asked for it, behind the first change of any group (services.md 5.7).
void CpgClients::tell_initial_ring(const Surroundings& around, EventBatch& out) {
  std::vector<ClientId>& receivers = out.add(event_bytes(around.initial_ring_change()));
  for (auto& [client, session] : sessions_)
    if (session.take_initial_ring_change()) receivers.push_back(client);
  initial_ring_wanted_ = 0;
}

void CpgClients::on_ring_change(const group::RingChange& change, EventBatch& out) {
  std::vector<ClientId>& receivers = out.add(event_bytes(change));
  for (const auto& [client, session] : sessions_)
    if (!session.finalized()) receivers.push_back(client);
}

// Corosync has no such event: only who has asked for it gets it.
void CpgClients::on_ring_end(const group::RingEnd& end, EventBatch& out) {
  std::vector<ClientId>& receivers = out.add(event_bytes(end));
  for (const auto& [client, session] : sessions_)
    if (session.wants_ring_ends()) receivers.push_back(client);
}

void CpgClients::enter(CpgSession& session) {
  if (session.wants_initial_ring_change()) ++initial_ring_wanted_;
  Listeners& listeners = groups_[session.group()];
  const auto newer = [&](const CpgSession* other) { return other->id() > session.id(); };
  listeners.insert(std::ranges::find_if_not(listeners, newer), &session);
}

void CpgClients::withdraw(const CpgSession& session) {
  const auto found = groups_.find(session.group());
  ENSURE(found != groups_.end());
  std::erase(found->second, &session);
  if (found->second.empty()) groups_.erase(found);
}

bool CpgClients::fits(const EventBytes& event) {
  if (event.size() <= ipc::message_bytes_max) return true;
  ++counters_.too_long;
  return false;
}

}  // namespace rondel::session
