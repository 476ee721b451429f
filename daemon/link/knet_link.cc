#include "link/knet_link.h"

#include <sys/syslog.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <utility>

#include "link/data_socket.h"
#include "link/destination.h"
#include "link/frame_size.h"
#include "link/knet_crypto.h"
#include "link/knet_discovery.h"
#include "link/knet_general.h"
#include "link/knet_handle.h"
#include "link/knet_paths.h"
#include "link/knet_status.h"
#include "link/piece_estimate.h"
#include "link/transports.h"

namespace rondel::link {

namespace {

constexpr std::size_t usual_link_mtu = 1500;

// The smallest piece over all links of this node, if every link carries `link_mtu`: libknet cuts for the smallest.
std::size_t expected_piece(const LinkSettings& settings, const Keys& keys, std::size_t link_mtu) {
  std::size_t smallest = SIZE_MAX;
  for (const Peer& peer : settings.peers) {
    if (peer.node != settings.self) continue;
    for (const Interface& interface : settings.interfaces) {
      const auto address = peer.addresses.find(interface.number);
      const Transport* transport = find_transport(interface.transport);
      if (address == peer.addresses.end() || transport == nullptr) continue;
      const Family family = address->second.find(':') == std::string::npos ? Family::ipv4 : Family::ipv6;
      smallest = std::min(smallest, data_mtu(link_mtu, wrapping(family, transport->header_bytes, keys)));
    }
  }
  return smallest == SIZE_MAX ? 0 : smallest;
}

std::size_t floor_piece(const Keys& keys) { return data_mtu_floor(wrapping(Family::ipv4, udp_header_bytes, keys)); }

NodeId target_of(const Packet& packet) {
  std::array<std::byte, 13> header{};
  packet.copy(0, std::span{header}.first(std::min(header.size(), packet.size())));
  return destination_of(header).node;
}

}  // namespace

struct KnetLink::Parts {
  Parts(runtime::EventLoop& event_loop, LogFunction log_function, const LinkSettings& link_settings)
      : loop{event_loop},
        log{log_function},
        knet_log{event_loop, std::move(log_function)},
        settings{link_settings},
        piece{expected_piece(settings, settings.keys, settings.knet_mtu != 0 ? settings.knet_mtu : usual_link_mtu),
              floor_piece(settings.keys)} {}

  // Called by libknet's threads, with its locks held: copy, post, return.
  static int where_to(void* parts, const unsigned char* data, ssize_t bytes, std::uint8_t tx_rx, knet_node_id_t self,
                      knet_node_id_t from, std::int8_t* channel, knet_node_id_t* nodes, std::size_t* count);
  static void host_changed(void* parts, knet_node_id_t host, std::uint8_t reachable, std::uint8_t, std::uint8_t);
  static void mtu_changed(void* parts, unsigned int data_mtu);
  static void socket_failed(void* parts, int fd, std::int8_t channel, std::uint8_t tx_rx, int error, int number);
  template <typename Action>
  void post(Action action);

  Result<void> start();
  Result<void> start_handle();
  Result<void> start_data();
  void stop();
  void peer_is(NodeId, PeerState);
  void piece_is(std::size_t data_mtu);

  runtime::EventLoop& loop;
  LogFunction log;
  KnetLog knet_log;
  LinkSettings settings;
  bool debug = false;
  PieceEstimate piece;
  LinkListener* listener = nullptr;  // while open
  std::map<NodeId, PeerState> peers;
  // Gone once the link is closed: what was posted before finds nobody. Set before libknet's threads exist, and reset
  // after they have ended.
  std::shared_ptr<const bool> open;
  std::weak_ptr<const bool> still_open;
  std::atomic<std::uint64_t> socket_errors = 0;

  KnetHandle handle;
  std::optional<KnetCrypto> crypto;
  std::optional<KnetPaths> paths;
  std::optional<DataSocket> data;
  std::optional<KnetDiscovery> discovery;
};

int KnetLink::Parts::where_to(void*, const unsigned char* data, ssize_t bytes, std::uint8_t, knet_node_id_t,
                              knet_node_id_t, std::int8_t*, knet_node_id_t* nodes, std::size_t* count) {
  constexpr int drop = -1, to_listed = 0, to_all = 1;
  if (bytes <= 0) return drop;
  const Destination destination = destination_of(std::as_bytes(std::span{data, static_cast<std::size_t>(bytes)}));
  switch (destination.reach) {
    case Reach::all:
      return to_all;
    case Reach::one:
      nodes[0] = knet_id(destination.node);
      *count = 1;
      return to_listed;
    case Reach::nobody:
      break;
  }
  return drop;
}

template <typename Action>
void KnetLink::Parts::post(Action action) {
  loop.post([this, token = still_open, action] {
    if (!token.expired()) action(*this);
  });
}

void KnetLink::Parts::host_changed(void* parts, knet_node_id_t host, std::uint8_t reachable, std::uint8_t,
                                   std::uint8_t) {
  const PeerState state = reachable != 0 ? PeerState::up : PeerState::down;
  static_cast<Parts*>(parts)->post([host, state](Parts& self) { self.peer_is(NodeId{host}, state); });
}

void KnetLink::Parts::mtu_changed(void* parts, unsigned int data_mtu) {
  static_cast<Parts*>(parts)->post([data_mtu](Parts& self) { self.piece_is(data_mtu); });
}

// libknet would let go of the socket if we did; peers can cause this, so it must mean nothing (knet.md 10.1).
void KnetLink::Parts::socket_failed(void* parts, int, std::int8_t, std::uint8_t, int, int) {
  static_cast<Parts*>(parts)->socket_errors.fetch_add(1, std::memory_order_relaxed);
}

void KnetLink::Parts::peer_is(NodeId node, PeerState state) {
  PeerState& known = peers.try_emplace(node, PeerState::down).first->second;
  const bool changed = std::exchange(known, state) != state;
  const auto is_up = [](const auto& peer) { return peer.second == PeerState::up; };
  if (discovery) discovery->set_has_peer(std::any_of(peers.begin(), peers.end(), is_up));
  if (discovery && state == PeerState::up) discovery->expect_change();
  if (changed && listener != nullptr) listener->peer_changed(runtime::now(), node, state);
}

void KnetLink::Parts::piece_is(std::size_t data_mtu) {
  if (piece.reported(data_mtu) && listener != nullptr) listener->frame_bytes_changed();
}

// The order of calls is ring.md 7.1.
Result<void> KnetLink::Parts::start() {
  Result<Plan> wanted = plan(settings);
  if (!wanted) return wanted.error();
  for (const Interface& interface : settings.interfaces) {
    Result<const Transport*> transport = usable_transport(interface.transport);
    if (!transport) return error("link {}: {}", interface.number, transport.error().text);
  }
  if (Result<void> made = start_handle(); !made) return made;
  crypto.emplace(handle.get());
  if (Result<void> started = crypto->start(settings.keys); !started) return started;
  if (knet_handle_setfwd(handle.get(), 1) != 0) return error("knet: starting to forward failed: {}", errno_text());
  discovery.emplace(loop, handle.get());
  discovery->set_floor(piece.floor());
  discovery->set_manual(settings.knet_mtu != 0);
  paths.emplace(handle.get());
  return paths->apply(*wanted, settings.mode);
}

Result<void> KnetLink::Parts::start_handle() {
  if (Result<void> opened = knet_log.open(); !opened) return opened;
  Result<NewKnetHandle> made = new_knet_handle(settings.self, knet_log.write_fd());
  if (!made) return made.error();
  handle = std::move(made->handle);
  if (!made->privileged) {
    log(LOG_NOTICE, "knet: no permission for large socket buffers (CAP_NET_ADMIN), using those that the system allows");
  }
  set_log_levels(handle.get(), debug);
  Result<void> general = apply_general(handle.get(), nullptr, settings);
  if (!general) return general;
  if (knet_handle_enable_filter(handle.get(), this, &Parts::where_to) != 0 ||
      knet_handle_enable_sock_notify(handle.get(), this, &Parts::socket_failed) != 0 ||
      knet_host_enable_status_change_notify(handle.get(), this, &Parts::host_changed) != 0 ||
      knet_handle_enable_pmtud_notify(handle.get(), this, &Parts::mtu_changed) != 0) {
    return error("knet: setting callbacks failed: {}", errno_text());
  }
  return start_data();
}

Result<void> KnetLink::Parts::start_data() {
  int fd = 0;  // libknet makes the pair, and closes both ends
  std::int8_t channel = 0;
  if (knet_handle_add_datafd(handle.get(), &fd, &channel) != 0) {
    return error("knet: adding the data socket failed: {}", errno_text());
  }
  data.emplace(
      loop, fd, [this](std::span<const Packet> packets) { listener->received(runtime::now(), packets); },
      [this] { log(LOG_ERR, "knet: libknet closed its data socket, nothing can be sent or received any more"); });
  return {};
}

void KnetLink::Parts::stop() {
  data.reset();
  discovery.reset();
  if (handle != nullptr) knet_handle_setfwd(handle.get(), 0);  // sends what is still in the socket
  if (paths) paths->remove_all();
  paths.reset();
  crypto.reset();
  handle.reset();
  knet_log.close();
  open.reset();
  listener = nullptr;
  peers.clear();
}

KnetLink::KnetLink(runtime::EventLoop& loop, LogFunction log, const LinkSettings& settings)
    : parts_{std::make_unique<Parts>(loop, std::move(log), settings)} {}

KnetLink::~KnetLink() { parts_->stop(); }

void KnetLink::set_debug(bool debug) {
  parts_->debug = debug;
  if (parts_->handle != nullptr) set_log_levels(parts_->handle.get(), debug);
}

KnetCounters KnetLink::counters() const {
  KnetCounters result{.socket_errors = parts_->socket_errors.load(std::memory_order_relaxed)};
  if (!parts_->data) return result;
  const DataSocketCounters data = parts_->data->counters();
  result.packets_sent = data.sent;
  result.packets_received = data.received;
  result.packets_queued = data.queued;
  result.packets_dropped = data.send_dropped + data.send_failed;
  return result;
}

Result<void> KnetLink::open(LinkListener& listener) {
  ENSURE(parts_->listener == nullptr);
  parts_->listener = &listener;
  parts_->open = std::make_shared<const bool>(true);
  parts_->still_open = parts_->open;
  Result<void> started = parts_->start();
  if (!started) parts_->stop();
  return started;
}

void KnetLink::close() { parts_->stop(); }

Result<void> KnetLink::configure(const LinkSettings& settings) {
  Result<Plan> wanted = plan(settings);
  if (!wanted) return wanted.error();
  LinkSettings before = std::exchange(parts_->settings, settings);
  // These don't change while running: frames of the old length may be stored, and keys have their own three steps.
  parts_->settings.self = before.self;
  parts_->settings.netmtu = before.netmtu;
  parts_->settings.keys = before.keys;
  if (parts_->listener == nullptr) return {};
  Result<void> general = apply_general(parts_->handle.get(), &before, settings);
  parts_->discovery->set_manual(settings.knet_mtu != 0);
  parts_->discovery->expect_change();
  Result<void> paths = parts_->paths->apply(*wanted, settings.mode);
  return general ? paths : general;
}

Result<void> KnetLink::crypto_stage(const Keys& keys) {
  if (!parts_->crypto) return error("crypto: the link is not open");
  return parts_->crypto->stage(keys);
}

void KnetLink::crypto_use() {
  if (!parts_->crypto) return;
  if (Result<void> used = parts_->crypto->use(); !used) parts_->log(LOG_ERR, used.error().text);
  parts_->settings.keys = parts_->crypto->in_use();
  parts_->piece.set_floor(floor_piece(parts_->settings.keys));
  parts_->discovery->set_floor(parts_->piece.floor());
}

void KnetLink::crypto_retire() {
  if (!parts_->crypto) return;
  if (Result<void> retired = parts_->crypto->retire(); !retired) parts_->log(LOG_ERR, retired.error().text);
}

void KnetLink::unicast(NodeId node, const Packet& packet) {
  ENSURE(node != parts_->settings.self && target_of(packet) == node);
  if (parts_->data) parts_->data->send(packet, false);
}

void KnetLink::broadcast(std::span<const Packet> packets) {
  if (!parts_->data) return;
  for (const Packet& packet : packets) parts_->data->send(packet, true);
}

std::size_t KnetLink::frame_bytes_max() const { return link::frame_bytes_max(parts_->settings.netmtu); }

std::size_t KnetLink::frame_bytes_best() const {
  return link::frame_bytes_best(frame_bytes_max(), parts_->piece.bytes());
}

std::size_t KnetLink::piece_bytes() const { return parts_->piece.bytes(); }

LinkStatus KnetLink::status(NodeId node) const {
  if (parts_->handle == nullptr || !parts_->paths) return {.node = node, .reachable = false, .links = {}};
  return read_status(parts_->handle.get(), node, parts_->paths->applied());
}

}  // namespace rondel::link
