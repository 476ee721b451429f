// Clients: the programs on this machine that use the cluster. They come in through a Server, and what they may see and
// cause is up to their sessions; here it is carried out: answers and events to the server, messages to the ring, and
// the gates that keep clients out or waiting while the ring has no place for them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "ipc/log.h"
#include "ipc/ring.h"
#include "ipc/server.h"
#include "node/listener.h"
#include "session/cpg_clients.h"
#include "session/surroundings.h"

namespace rondel::ipc {

struct ClientsSettings {
  NodeId self;
  std::map<NodeId, session::NodeAddresses> addresses;  // of every node of the configuration
  std::set<std::uint32_t> uids, gids;                  // who may connect, besides root
  uid_t own_uid = 0;                                   // of the daemon: a daemon that isn't root admits its own user
};

class Clients final : public ServerListener, public node::NodeListener, private session::Surroundings {
 public:
  using AdminAnswer = std::function<std::vector<std::byte>(Bytes)>;

  // `files` must outlive the clients.
  Clients(ClientsSettings, session::SharedFiles& files, AdminAnswer, Log);
  ~Clients() override;

  // Before the first service is opened. Both must live until shutdown() or longer than the clients.
  void attach(Server&, node::Node&);
  void attach(Server&, Ring&);
  // At a reload. Who is connected stays.
  void configure(ClientsSettings);
  // Closes the server, so that every client's leave is on its way before the node leaves. Nobody is served afterwards.
  void shutdown();

  int admit(ServiceId, uid_t, gid_t) override;
  void connected(ServiceId, ConnectionId, const ClientProcess&) override;
  void request(ServiceId, ConnectionId, Bytes) override;
  void disconnected(ServiceId, ConnectionId) override;
  [[nodiscard]] std::string describe(ServiceId, ConnectionId) const override;

  void group_event(Time now, const group::Event&) override;
  void admission_changed(Time now) override;

  struct Counters {
    std::uint64_t requests = 0;
    std::uint64_t events = 0;
    std::uint64_t refused_connections = 0;
  };
  [[nodiscard]] const Counters& counters() const { return counters_; }
  [[nodiscard]] std::size_t connections() const { return processes_of_.size(); }

 private:
  [[nodiscard]] NodeId self() const override { return settings_.self; }
  [[nodiscard]] bool may_send() const override;
  [[nodiscard]] session::Room room(session::ClientId) const override;
  [[nodiscard]] std::span<const group::Process> processes() const override;
  [[nodiscard]] group::RingChange initial_ring_change() const override;
  [[nodiscard]] session::Presence presence_here(std::uint32_t pid, const group::Name&) const override;
  [[nodiscard]] const session::NodeAddresses* addresses(NodeId) const override;

  void carry_out(ConnectionId, const session::Outcome&);
  void set_rates();

  ClientsSettings settings_;
  AdminAnswer admin_answer_;
  Log log_;
  std::unique_ptr<Ring> own_ring_;
  Server* server_ = nullptr;
  Ring* ring_ = nullptr;
  session::CpgClients cpg_;
  session::EventBatch batch_;
  std::unordered_map<ConnectionId, ClientProcess> processes_of_;
  Counters counters_;
};

}  // namespace rondel::ipc
