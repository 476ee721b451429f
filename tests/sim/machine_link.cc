#include "machine_link.h"

#include <algorithm>

#include "describe.h"
#include "wire/ring_codec.h"

namespace rondel::simulation {

void Machine::MachineLink::note(const char* how, NodeId to, const Payload& packet) {
  Surroundings& surroundings = machine_.surroundings_;
  const Time now = surroundings.scheduler.now();
  surroundings.trace.note(now, machine_.id_, how, packet.size(), to.value);
  surroundings.trace.remark(now, machine_.id_, [&] {
    const Result<engine::Message> message = wire::decode(packet);
    return message ? "  " + describe(*message) : "  which cannot be read: " + message.error().text;
  });
}

// A link's promise: what is sent here carries its target, and is never for this node itself.
void Machine::MachineLink::unicast(NodeId to, const Packet& packet) {
  if (!machine_.effect()) return;
  const Payload bytes = packet.joined();
  ENSURE(to != machine_.id_ && wire::target_of(bytes.view()) == to);
  note("sends {} bytes to node {}", to, bytes);
  Network& network = machine_.surroundings_.network;
  network.send(machine_.address_, to, Network::Cast::one, bytes);
  if (machine_.surroundings_.scenario.twin() == to) {
    network.send(machine_.address_, NodeId{to.value + twin_distance}, Network::Cast::one, bytes);
  }
}

void Machine::MachineLink::broadcast(std::span<const Packet> packets) {
  for (const Packet& packet : packets) {
    if (!machine_.effect()) return;
    const Payload bytes = packet.joined();
    ENSURE(wire::target_of(bytes.view()) == NodeId{});
    note("sends {} bytes to all ({})", NodeId{}, bytes);
    for (const NodeId to : machine_.surroundings_.scenario.nodes) {
      if (to != machine_.address_)
        machine_.surroundings_.network.send(machine_.address_, to, Network::Cast::all, bytes);
    }
  }
}

std::size_t Machine::MachineLink::frame_bytes_max() const { return machine_.surroundings_.scenario.frame_bytes_max; }
std::size_t Machine::MachineLink::frame_bytes_best() const { return machine_.surroundings_.scenario.frame_bytes_best; }
// An eighth of a frame, so that the size of frames has steps.
std::size_t Machine::MachineLink::piece_bytes() const {
  const std::size_t believed = machine_.piece_bytes_;
  return believed != 0 ? believed : std::max<std::size_t>(frame_bytes_best() / 8, 500);
}

}  // namespace rondel::simulation
