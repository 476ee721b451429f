#include "ipc/clients.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "ipc/cpg.h"
#include "ipc/zero_copy_files.h"

namespace rondel::ipc {

namespace {

// What Clients did, in order and as text.
struct World final : Server, Ring {
  std::vector<std::string> log;
  node::Admission gate = node::Admission::open;
  bool ready = true;
  std::vector<group::Process> table;
  std::vector<std::pair<ServiceId, ConnectionId>> open_connections;
  Clients* clients = nullptr;

  Result<void> open(ServiceId) override { return {}; }
  void close() override {
    for (const auto& [service, id] : open_connections) clients->disconnected(service, id);
    log.emplace_back("closed");
  }
  void respond(ConnectionId id, Bytes bytes) override {
    ReplyHeader header;
    if (bytes.size() >= sizeof header) std::memcpy(&header, bytes.data(), sizeof header);
    log.push_back(fmt::format("answer {} id {} error {}", id, header.id, header.error));
  }
  void event(ConnectionId id, Bytes head, const Payload& body) override {
    log.push_back(fmt::format("event {} bytes {}", id, head.size() + body.size()));
  }
  void rate(ServiceId service, Rate rate) override {
    log.push_back(fmt::format("rate {} {}", static_cast<int>(service), rate == Rate::off ? "off" : "fast"));
  }
  bool is_behind = false;
  bool behind(ConnectionId) const override { return is_behind; }
  void expect_parts(ConnectionId id) override { log.push_back(fmt::format("parts {}", id)); }
  std::size_t message_bytes_max() const override { return 1000; }
  void disconnect(ConnectionId id) override { log.push_back(fmt::format("disconnect {}", id)); }

  void send(const group::Message& message, node::Guarantee guarantee) override {
    if (const auto* join = std::get_if<group::ProcessJoin>(&message))
      log.push_back(fmt::format("join {} {}", join->group.view(), join->pid));
    if (const auto* leave = std::get_if<group::ProcessLeave>(&message))
      log.push_back(
          fmt::format("leave {} {} reason {}", leave->group.view(), leave->pid, static_cast<int>(leave->reason)));
    if (std::holds_alternative<group::Multicast>(message))
      log.emplace_back(guarantee == node::Guarantee::safe ? "safe multicast" : "multicast");
    if (std::holds_alternative<group::PartialMulticast>(message)) log.emplace_back("part");
  }
  node::Admission admission() const override { return gate; }
  bool ever_synchronised() const override { return ready; }
  std::span<const group::Process> processes() const override { return table; }
  group::RingChange initial_ring_change() const override { return {RingId{}, {NodeId{1}}}; }
};

struct Whole {
  World world;
  ZeroCopyFiles files{{}};
  Clients clients{settings(), files,
                  [](Bytes request) { return std::vector<std::byte>(request.begin(), request.end()); },
                  [this](node::Level, std::string_view line) { world.log.push_back("log: " + std::string{line}); }};

  static ClientsSettings settings() {
    ClientsSettings made;
    made.self = NodeId{1};
    made.uids = {189};
    made.gids = {50};
    return made;
  }
  Whole() {
    world.clients = &clients;
    clients.attach(world, static_cast<Ring&>(world));
  }
  void connect(ServiceId service, ConnectionId id) {
    world.open_connections.emplace_back(service, id);
    clients.connected(service, id, ClientProcess{4000, 0, 0});
  }
  template <typename Layout>
  void ask(ServiceId service, ConnectionId id, std::int32_t request, Layout layout) {
    layout.header.id = request;
    layout.header.size = sizeof layout;
    clients.request(service, id, std::as_bytes(std::span{&layout, 1}));
  }
  void join(ConnectionId id, std::uint32_t pid) {
    cpg::Join request;
    request.group.length = 1;
    request.group.value[0] = 'g';
    request.pid = pid;
    ask(ServiceId::cpg, id, cpg::request_join, request);
  }
  void joined(std::uint32_t pid) {
    const group::Member member{NodeId{1}, pid, group::Reason::join};
    clients.group_event({}, group::Change{group::Name{"g"}, {{NodeId{1}, pid}}, {}, {member}});
  }
  std::vector<std::string> happened() { return std::exchange(world.log, {}); }
  using Log = std::vector<std::string>;
};

}  // namespace

TEST_CASE("an answer goes before the message that it causes") {
  Whole whole;
  whole.connect(ServiceId::cpg, 1);
  whole.join(1, 4000);
  CHECK(whole.happened() == Whole::Log{"answer 1 id 0 error 1", "join g 4000"});
  whole.joined(4000);
  CHECK(whole.happened() == Whole::Log{"event 1 bytes 232"});
  cpg::Multicast multicast;
  whole.ask(ServiceId::cpg, 1, cpg::request_multicast, multicast);
  multicast.guarantee = cpg::guarantee_safe;
  whole.ask(ServiceId::cpg, 1, cpg::request_multicast, multicast);
  CHECK(whole.happened() == Whole::Log{"multicast", "safe multicast"});
}

TEST_CASE("the same process can't be in a group twice") {
  Whole whole;
  whole.connect(ServiceId::cpg, 1);
  whole.connect(ServiceId::cpg, 2);
  whole.join(1, 4000);
  whole.happened();
  whole.join(2, 4000);
  CHECK(whole.happened() == Whole::Log{"answer 2 id 0 error 14"});
}

TEST_CASE("a part has its client stopped by answers, and a first one isn't taken from a client that is behind") {
  Whole whole;
  whole.connect(ServiceId::cpg, 1);
  whole.join(1, 4000);
  whole.happened();
  cpg::PartialMulticast first;
  first.part = 1;
  first.message_bytes = 1000;
  whole.ask(ServiceId::cpg, 1, cpg::request_partial_multicast, first);
  CHECK(whole.happened() == Whole::Log{"parts 1", "answer 1 id 18 error 1", "part"});
  whole.world.is_behind = true;
  whole.ask(ServiceId::cpg, 1, cpg::request_partial_multicast, first);
  CHECK(whole.happened() == Whole::Log{"parts 1", "answer 1 id 18 error 6"});
  first.message_bytes = 1001;
  whole.ask(ServiceId::cpg, 1, cpg::request_partial_multicast, first);
  CHECK(whole.happened() == Whole::Log{"answer 1 id 18 error 26"});
}

TEST_CASE("a client is described by its group") {
  Whole whole;
  whole.connect(ServiceId::cfg, 1);
  whole.connect(ServiceId::cpg, 2);
  CHECK(whole.clients.describe(ServiceId::cfg, 1).empty());
  CHECK(whole.clients.describe(ServiceId::cpg, 2).empty());
  whole.join(2, 4000);
  CHECK(whole.clients.describe(ServiceId::cpg, 2) == "group=g");
  whole.connect(ServiceId::cpg, 3);
  cpg::Join request;
  request.group.length = 4;
  std::memcpy(request.group.value, "a\nb\x7f", 4);
  request.pid = 4001;
  whole.ask(ServiceId::cpg, 3, cpg::request_join, request);
  CHECK(whole.clients.describe(ServiceId::cpg, 3) == "group=a?b?");
}

TEST_CASE("a message goes to all listeners, the newest connection first") {
  Whole whole;
  for (ConnectionId id : {1, 2, 3}) whole.connect(ServiceId::cpg, id);
  whole.join(1, 4000);
  whole.join(3, 4001);
  whole.joined(4000);
  whole.joined(4001);
  whole.happened();
  whole.clients.group_event({},
                            group::Delivery{group::Name{"g"}, NodeId{2}, 7, Payload::copy(std::vector<std::byte>(10))});
  CHECK(whole.happened() == Whole::Log{"event 3 bytes 194", "event 1 bytes 194"});
  CHECK(whole.clients.counters().events == 5);
}

TEST_CASE("the leaves of all clients are sent before shutdown returns, and nobody is served behind it") {
  Whole whole;
  whole.connect(ServiceId::cfg, 1);
  whole.connect(ServiceId::cpg, 2);
  whole.join(2, 4000);
  whole.joined(4000);
  whole.happened();
  whole.clients.shutdown();
  CHECK(whole.happened() == Whole::Log{"leave g 4000 reason 5", "closed"});
  CHECK(whole.clients.connections() == 0);
  whole.joined(4000);
  whole.clients.admission_changed({});
  whole.clients.shutdown();
  CHECK(whole.happened().empty());
  CHECK(whole.clients.admit(ServiceId::cpg, 0, 0) == -ENOSYS);
}

TEST_CASE("the gates of cpg and cfg follow the ring's admission") {
  Whole whole;
  for (node::Admission gate : {node::Admission::queue_full, node::Admission::synchronising, node::Admission::open}) {
    whole.world.gate = gate;
    whole.clients.admission_changed({});
    const std::string rate = gate == node::Admission::open ? "fast" : "off";
    CHECK(whole.happened() == Whole::Log{"rate 2 " + rate, "rate 1 " + rate});
  }
}

TEST_CASE("who may connect") {
  Whole whole;
  const auto admit = [&](uid_t uid, gid_t gid) { return whole.clients.admit(ServiceId::cpg, uid, gid); };
  CHECK(admit(0, 1000) == 0);
  CHECK(admit(1000, 0) == 0);
  CHECK(admit(189, 1000) == 0);
  CHECK(admit(1000, 50) == 0);
  CHECK(whole.happened().empty());
  CHECK(admit(50, 189) == -EACCES);
  CHECK(whole.happened() == Whole::Log{"log: Denied connection attempt. uid=50 gid=189"});
  ClientsSettings settings = Whole::settings();
  settings.own_uid = 1000;
  whole.clients.configure(settings);
  CHECK(admit(1000, 1000) == 0);
  CHECK(admit(1001, 1000) == -EACCES);
  CHECK(whole.clients.counters().refused_connections == 2);
}

TEST_CASE("before the first synchronisation only admin is served") {
  Whole whole;
  whole.world.ready = false;
  CHECK(whole.clients.admit(ServiceId::cpg, 0, 0) == -EAGAIN);
  CHECK(whole.clients.admit(ServiceId::cfg, 1000, 1000) == -EAGAIN);
  CHECK(whole.clients.admit(ServiceId::admin, 0, 0) == 0);
  CHECK(whole.clients.admit(ServiceId::admin, 1000, 1000) == -EACCES);
  whole.world.ready = true;
  CHECK(whole.clients.admit(ServiceId::cpg, 0, 0) == 0);
}

TEST_CASE("cfg and admin are answered by their own") {
  Whole whole;
  whole.connect(ServiceId::cfg, 1);
  whole.connect(ServiceId::admin, 2);
  struct Bare {
    RequestHeader header;
  };
  whole.ask(ServiceId::cfg, 1, 6, Bare{});
  whole.ask(ServiceId::cfg, 1, 7, Bare{});
  whole.ask(ServiceId::admin, 2, 99, cpg::HandleReply{});
  CHECK(whole.happened() == Whole::Log{"answer 1 id 12 error 1", "answer 1 id 14 error 19", "answer 2 id 99 error 0"});
}

TEST_CASE("a client's mistake is logged with its pid") {
  Whole whole;
  whole.connect(ServiceId::cpg, 1);
  whole.ask(ServiceId::cpg, 1, cpg::request_multicast, cpg::Multicast{});
  CHECK(whole.happened() == Whole::Log{"log: multicast dropped: the client is in no group warnings=1 pid=4000"});
}

}  // namespace rondel::ipc
