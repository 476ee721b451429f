#include "ipc/clients.h"

#include <algorithm>
#include <cerrno>

#include "base/ensure.h"
#include "session/cfg_session.h"

namespace rondel::ipc {

Clients::Clients(ClientsSettings settings, session::SharedFiles& files, AdminAnswer admin_answer, Log log)
    : settings_{std::move(settings)}, admin_answer_{std::move(admin_answer)}, log_{std::move(log)}, cpg_{files} {}

Clients::~Clients() = default;

void Clients::attach(Server& server, node::Node& node) {
  own_ring_ = std::make_unique<NodeRing>(node);
  attach(server, *own_ring_);
}

void Clients::attach(Server& server, Ring& ring) {
  server_ = &server;
  ring_ = &ring;
}

void Clients::configure(ClientsSettings settings) { settings_ = std::move(settings); }

void Clients::shutdown() {
  if (server_ == nullptr) return;
  Server* const server = std::exchange(server_, nullptr);
  server->close();
}

// In corosync's order (ipc.md 2.7). The admin service is for three in the morning, when the ring may never have formed.
int Clients::admit(ServiceId service, uid_t uid, gid_t gid) {
  if (server_ == nullptr) return -ENOSYS;
  const bool ready = ring_ != nullptr && ring_->ever_synchronised();
  if (!ready && service != ServiceId::admin) return -EAGAIN;
  const bool own = settings_.own_uid != 0 && uid == settings_.own_uid;
  if (uid == 0 || gid == 0 || own || settings_.uids.contains(uid) || settings_.gids.contains(gid)) return 0;
  ++counters_.refused_connections;
  log_(node::Level::error, fmt::format("Denied connection attempt. uid={} gid={}", uid, gid));
  return -EACCES;
}

void Clients::connected(ServiceId service, ConnectionId id, const ClientProcess& process) {
  processes_of_[id] = process;
  if (service == ServiceId::cpg) cpg_.connected(id, process.uid);
}

void Clients::request(ServiceId service, ConnectionId id, Bytes bytes) {
  if (server_ == nullptr) return;
  ++counters_.requests;
  if (service == ServiceId::cpg)
    carry_out(id, cpg_.request(id, bytes, *this));
  else if (service == ServiceId::cfg)
    carry_out(id, session::cfg_request(bytes, *this));
  else if (service == ServiceId::admin)
    server_->respond(id, admin_answer_(bytes));
}

void Clients::disconnected(ServiceId service, ConnectionId id) {
  processes_of_.erase(id);
  if (service != ServiceId::cpg) return;
  const std::optional<group::Message> leave = cpg_.disconnected(id);
  if (leave && ring_ != nullptr) ring_->send(*leave, node::Guarantee::agreed);
}

std::string Clients::describe(ServiceId service, ConnectionId id) const {
  const session::CpgSession* const session = service == ServiceId::cpg ? cpg_.find(id) : nullptr;
  if (session == nullptr || !session->in_group()) return {};
  std::string name{session->group().view()};
  // A program may name its group as it likes, but not write lines into our log.
  std::ranges::replace_if(
      name, [](unsigned char c) { return c <= ' ' || c == 0x7f; }, '?');
  return "group=" + name;
}

// The answer goes first: what the message causes may be told to the client before send() returns.
void Clients::carry_out(ConnectionId id, const session::Outcome& outcome) {
  if (outcome.is_part) server_->expect_parts(id);
  if (outcome.reply) server_->respond(id, *outcome.reply);
  if (outcome.warning) log_(node::Level::warning, fmt::format("{} pid={}", *outcome.warning, processes_of_[id].pid));
  const node::Guarantee guarantee = outcome.safe ? node::Guarantee::safe : node::Guarantee::agreed;
  if (outcome.to_ring) ring_->send(*outcome.to_ring, guarantee);
}

void Clients::group_event(Time, const group::Event& event) {
  batch_.clear();
  cpg_.on_event(event, *this, batch_);
  if (server_ == nullptr) return;
  batch_.for_each([this](session::ClientId client, const session::EventBytes& bytes) {
    ++counters_.events;
    server_->event(client, bytes.head(), bytes.body());
  });
}

void Clients::admission_changed(Time) { set_rates(); }

// While the ring takes nothing, requests stay with the clients: cpg multicasts fail there with "try again", the others
// wait for their answer (ipc.md 5.1).
void Clients::set_rates() {
  if (server_ == nullptr || ring_ == nullptr) return;
  const Rate rate = may_send() ? Rate::fast : Rate::off;
  server_->rate(ServiceId::cpg, rate);
  server_->rate(ServiceId::cfg, rate);
}

bool Clients::may_send() const { return ring_->admission() == node::Admission::open; }
session::Room Clients::room(session::ClientId id) const { return {server_->behind(id), server_->message_bytes_max()}; }
std::span<const group::Process> Clients::processes() const { return ring_->processes(); }
group::RingChange Clients::initial_ring_change() const { return ring_->initial_ring_change(); }
session::Presence Clients::presence_here(std::uint32_t pid, const group::Name& name) const {
  return cpg_.presence(pid, name);
}

const session::NodeAddresses* Clients::addresses(NodeId node) const {
  const auto found = settings_.addresses.find(node);
  return found == settings_.addresses.end() ? nullptr : &found->second;
}

}  // namespace rondel::ipc
