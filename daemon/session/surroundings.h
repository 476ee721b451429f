// Surroundings: what a session may look at while it answers. ipc implements it over the node, tests as a few fields.
// An interface rather than a value, because most requests look at nothing and copying the ring's members for each
// would cost more than the request.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "group/message.h"

namespace rondel::session {

// The addresses of a node as the cfg service tells them: raw, an IPv4 address in the first four bytes.
struct NodeAddresses {
  std::uint32_t family = 0;                         // AF_INET or AF_INET6, of the first address
  std::vector<std::array<std::byte, 16>> per_link;  // in the order of the links
  bool operator==(const NodeAddresses&) const = default;
};

// `leaving`: it has finalized its connection, and the ring hears of its leave when the connection ends.
enum class Presence : std::uint8_t { absent, leaving, present };

// What a client's own events leave it to send.
struct Room {
  bool behind = false;                // it has not taken its events for a while
  std::size_t message_bytes_max = 0;  // of a message in parts
};

class Surroundings {
 public:
  virtual ~Surroundings() = default;
  [[nodiscard]] virtual NodeId self() const = 0;
  // Whether the ring takes messages now: not synchronising, its queue not full.
  [[nodiscard]] virtual bool may_send() const = 0;
  // Looked at by messages in parts only; what stops others is the server's affair.
  [[nodiscard]] virtual Room room(std::uint64_t client) const = 0;
  // All processes of the cluster, ordered by node and pid.
  [[nodiscard]] virtual std::span<const group::Process> processes() const = 0;
  [[nodiscard]] virtual group::RingChange initial_ring_change() const = 0;
  // What the connections to this daemon say of a process in a group.
  [[nodiscard]] virtual Presence presence_here(std::uint32_t pid, const group::Name&) const = 0;
  // nullptr if the configuration doesn't know the node.
  [[nodiscard]] virtual const NodeAddresses* addresses(NodeId) const = 0;
};

}  // namespace rondel::session
