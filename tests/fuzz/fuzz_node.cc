// Whole nodes, one to three, that are told nonsense: packets that they sent each other come again with altered fields,
// frames of their ring carry any service message, peers come and go, nodes restart, and time jumps. No node crashes,
// time always goes on, and no input makes more packets than it may (node_world.h).
//
//   input  = nodes:u8 action{*}
//   action = 0 span:u8                                     time passes, packets arrive
//          | 1 to:u8 count:u8 {altered packet}{count}      a batch of recorded packets, altered
//          | 2 to:u8 size:u16 bytes[size]                  a packet as it is
//          | 3 to:u8 from:u8 ahead:u8 size:u16 bytes[size] a frame of to's ring with this message
//          | 4 node:u8 kind:u8 pid:u8 size:u16             a client's request
//          | 5 node:u8 peer:u8 up:u8 | 6 (what is on its way is lost) | 7 node:u8 (restarts) | 8 node:u8 (leaves)
//          | 9 node:u8 pause:u8 | 10 node:u8 window:u8 visit:u8 misses:u8 (other parameters)
//   altered packet = which:u8 edits:u8 {edit}{edits}
//   edit   = place:u8 how:u8 number:u32                    which field, and what becomes of it
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/ensure.h"
#include "node_world.h"
#include "script.h"
#include "wire/ring_codec.h"
#include "wire/service_codec.h"

using namespace rondel;

namespace {

constexpr std::uint32_t nodes_max = 3;
constexpr std::size_t actions_max = 100;
// The header's bytes are single, behind it everything up to a payload is in fours (wire/parts.h).
constexpr std::uint32_t header_bytes = 13, field_bytes = 4;

class Driver {
 public:
  explicit Driver(fuzz::Script script) : script_{script}, world_{script_.pick(nodes_max) + 1} {}

  void run() {
    for (std::size_t actions = 0; script_.more() && actions < actions_max; ++actions) act(script_.pick(11));
    world_.run(std::chrono::seconds{2});
    for (std::uint32_t id = 1; id <= world_.size(); ++id) {
      ENSURE(world_.node(NodeId{id}).history().size() <= node::history_entries_max);
    }
  }

 private:
  // A node that is there, and one that need not be.
  NodeId node() { return {script_.pick(world_.size()) + 1}; }
  NodeId anybody() { return {script_.pick(5) + 1}; }

  void act(std::uint32_t action) {
    switch (action) {
      case 0: {
        const std::uint8_t span = script_.u8();
        return world_.run(std::chrono::microseconds{(span / 20 + 1) << (span % 20)});
      }
      case 1: {
        const NodeId to = node();
        std::vector<Packet> packets;
        for (std::uint32_t count = script_.pick(4) + 1; count > 0; --count) packets.emplace_back(altered());
        return world_.give(to, packets);
      }
      case 2: {
        const NodeId to = node();
        return world_.give(to, {Packet{Payload::copy(script_.bytes(script_.u16()))}});
      }
      case 3:
        return carry();
      case 4:
        return ask();
      case 5: {
        const NodeId to = node(), peer = anybody();
        return world_.node(to).peer_changed(world_.now(), peer,
                                            script_.pick(2) == 0 ? link::PeerState::down : link::PeerState::up);
      }
      case 6:
        return world_.lose_flights();
      case 7:
        return world_.restart(node());
      case 8:
        return world_.node(node()).leave(world_.now());
      case 9: {
        const NodeId paused = node();
        return world_.node(paused).resumed(world_.now(), std::chrono::milliseconds{script_.u8()});
      }
      default: {
        const NodeId reloaded = node();
        engine::Parameters parameters = fuzz::NodeWorld::parameters();
        parameters.window_frames = script_.u8() + 1U;
        parameters.visit_frames_max = script_.u8() + 1U;
        parameters.miss_visits = script_.u8();
        return world_.reconfigure(reloaded, parameters);
      }
    }
  }

  // The newest packets have the lowest numbers.
  const fuzz::Sent& recorded() {
    const auto& all = world_.recorded();
    ENSURE(!all.empty());
    return all[all.size() - 1 - script_.u8() % all.size()];
  }

  Payload altered() {
    const Bytes original = recorded().bytes.view();
    std::vector<std::byte> bytes{original.begin(), original.end()};
    for (std::uint32_t edits = script_.pick(4); edits > 0; --edits) edit(bytes);
    return Payload::copy(bytes);
  }

  void edit(std::vector<std::byte>& bytes) {
    const std::uint32_t place = script_.u8();
    const std::uint32_t how = script_.pick(6);
    const std::uint32_t number = script_.u32();
    if (how == 5) return bytes.resize(number % 4 == 0 ? bytes.size() + number % 256 : number % (bytes.size() + 1));
    const bool in_header = place < header_bytes;
    const std::size_t offset = in_header ? place : header_bytes + field_bytes * (place - header_bytes);
    const std::size_t width = in_header ? 1 : field_bytes;
    if (offset + width > bytes.size()) return;
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + offset, width);
    value = changed(value, how, number, offset, width);
    std::memcpy(bytes.data() + offset, &value, width);
  }

  std::uint32_t changed(std::uint32_t value, std::uint32_t how, std::uint32_t number, std::size_t offset,
                        std::size_t width) {
    constexpr std::uint32_t extremes[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x00004000, 0x40000000, 30};
    switch (how) {
      case 0:
        return extremes[number % 8];
      case 1:
        return value + number % 64 - 32;
      case 2:
        return number;
      case 3:
        return number % 5 + 1;  // a node
      default: {
        const Bytes other = recorded().bytes.view();  // the same field of another packet
        if (offset + width <= other.size()) std::memcpy(&value, other.data() + offset, width);
        return value;
      }
    }
  }

  // The next number of the ring that `to` is in, as far as anybody has seen it.
  void carry() {
    const NodeId to = node(), from = anybody();
    engine::Frame frame;
    frame.originator = frame.sender = from;
    frame.ring = world_.node(to).view().ring;
    if (frame.ring.representative == NodeId{}) return;
    for (const fuzz::Sent& sent : world_.recorded()) {
      const Result<engine::Message> message = wire::decode(sent.bytes);
      if (!message) continue;
      const auto* token = std::get_if<engine::Token>(&*message);
      if (token != nullptr && token->ring == frame.ring) frame.sequence = later(frame.sequence, token->sequence);
    }
    frame.sequence = frame.sequence + script_.u8() % 8 + 1;
    const Bytes message = script_.bytes(script_.u16() % 1500);
    Writer payload;
    payload.zeros(6);
    payload.u16(1);
    payload.u16(static_cast<std::uint16_t>(message.size()));
    payload.bytes(message);
    frame.payload = Payload::copy(payload.view());
    const auto made = std::make_shared<const engine::Frame>(std::move(frame));
    world_.give(to, {Packet{wire::encode(engine::Message{made}, NodeId{}).joined()}});
  }

  void ask() {
    const NodeId from = node();
    const std::uint32_t kind = script_.pick(4), pid = script_.pick(4);
    const std::size_t size = script_.u16();
    const group::Name name{"g"};
    const auto bytes = [](std::size_t count) { return Payload::copy(std::vector<std::byte>(count)); };
    switch (kind) {
      case 0:
        return world_.send(from, group::ProcessJoin{name, pid, group::Reason::join});
      case 1:
        return world_.send(from, group::ProcessLeave{name, pid, group::Reason::leave});
      case 2:
        return world_.send(from, group::Multicast{name, pid, {}, bytes(size)});
      default:
        return world_.send(from, group::PartialMulticast{name, pid, {}, 100, 1, bytes(size)});
    }
  }

  fuzz::Script script_;
  fuzz::NodeWorld world_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Driver{fuzz::Script{data, size}}.run();
  return 0;
}
