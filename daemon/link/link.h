// Link: carries packets between nodes, best effort: they may be lost, repeated or reordered, never altered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/headed.h"
#include "base/ids.h"
#include "base/result.h"
#include "base/time.h"
#include "link/settings.h"

namespace rondel::link {

enum class PeerState : std::uint8_t { down, up };

// What is known of the links to one peer, for status displays.
struct LinkStatus {
  struct One {
    std::uint8_t number = 0;
    bool enabled = false;
    bool connected = false;
    std::uint32_t mtu = 0;         // data MTU of the link; 0: unknown
    std::string local, remote;     // addresses as text
    std::uint64_t latency_us = 0;  // average
    std::uint64_t tx_packets = 0, rx_packets = 0;
  };
  NodeId node;
  bool reachable = false;
  std::vector<One> links;
};

class LinkListener {
 public:
  virtual ~LinkListener() = default;
  // Packets in the order of arrival; all that were there at once.
  virtual void received(Time now, std::span<const Packet>) = 0;
  virtual void peer_changed(Time now, NodeId, PeerState) = 0;
  virtual void frame_bytes_changed() = 0;
};

class Link {
 public:
  virtual ~Link() = default;
  // The listener must outlive the link or its close().
  virtual Result<void> open(LinkListener&) = 0;
  virtual void close() = 0;
  virtual Result<void> configure(const LinkSettings&) = 0;  // nodes, links, priorities, pings: live
  virtual Result<void> crypto_stage(const Keys&) = 0;       // accept both keys; then use, then retire (ring.md 7.5)
  virtual void crypto_use() = 0;
  virtual void crypto_retire() = 0;
  // To another node, never to this one. The packet's own target field says the same (the caller encoded it so).
  virtual void unicast(NodeId, const Packet&) = 0;
  // To all reachable nodes but this one.
  virtual void broadcast(std::span<const Packet>) = 0;
  [[nodiscard]] virtual std::size_t frame_bytes_max() const = 0;   // a frame is never longer: fixed (protocol.md 12)
  [[nodiscard]] virtual std::size_t frame_bytes_best() const = 0;  // whole pieces, to which packing fills: may change
  [[nodiscard]] virtual std::size_t piece_bytes() const = 0;  // so much of a frame travels in one datagram: may change
  [[nodiscard]] virtual LinkStatus status(NodeId) const = 0;
};

}  // namespace rondel::link
