// The six messages of the ring as values (ring.md 1). wire turns them into bytes and back; the engine only sees these.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/payload.h"
#include "engine/cause.h"
#include "engine/report.h"

namespace rondel::engine {

// Largest sets and lists of the wire (ring.md 1.3, 1.6).
inline constexpr std::size_t members_max = 384;
inline constexpr std::size_t requests_max = 30;
// In a ring of ours: as many as fit into one datagram of the usual MTU with IPv6 and the longest hash.
inline constexpr std::size_t requests_max_of_ours = 76;
// So many causes of one change a node remembers and tells.
inline constexpr std::size_t causes_max = 8;
// Largest frame without and with the header of an encapsulating frame around it (ring.md 1.4).
inline constexpr std::size_t frame_header_bytes = 45;
inline constexpr std::size_t frame_bytes_limit = 65'491;
inline constexpr std::size_t packet_bytes_limit = 65'536;

// What a node or a whole ring can do beyond corosync's wire: one bit each (protocol.md 1).
struct Capabilities {
  std::uint64_t bits = 0;
  bool operator==(const Capabilities&) const = default;
};

// Unfinished messages are sent again from their first byte on every new ring (protocol.md 3).
inline constexpr std::uint64_t capability_restart = 1;
// The token may carry requests_max_of_ours requests.
inline constexpr std::uint64_t capability_many_requests = 2;

enum class Guarantee : std::int32_t { agreed = 0, safe = 1 };

// The token: whoever holds it may send (ring.md 1.3).
struct Token {
  struct Request {
    RingId ring;
    Sequence sequence;
    bool operator==(const Request&) const = default;
  };
  NodeId sender;      // the node that sends this hop
  Sequence sequence;  // highest frame number assigned on this ring
  Sequence hop;       // token_seq: one more at every visit, so repeats are recognised
  Sequence aru;       // all received up to here, over the ring as far as known; starts at 0xffffffff
  NodeId aru_holder;  // who lowered aru; 0: nobody is behind
  RingId ring;
  std::uint32_t backlog = 0;      // sum of the members' waiting frames
  std::uint32_t flow_count = 0;   // fcc: frames sent in the last rotation, resends included
  bool recovering = false;        // retrans_flg: a member still has frames of its old ring to send
  std::vector<Request> requests;  // frames somebody misses; how many at most is the ring's (Core::requests_limit)
  bool operator==(const Token&) const = default;
};

// A numbered multicast (ring.md 1.4). Frames are shared and never change once they are made.
struct Frame {
  NodeId originator;  // header.nodeid: reported to applications as the source
  NodeId sender;      // system_from: who multicast it first
  Sequence sequence;
  std::int32_t sender_count = 0;  // this_seqno: the sender's running count, read by nobody
  RingId ring;
  Guarantee guarantee = Guarantee::agreed;
  bool encapsulated = false;           // a recovery frame: holds a frame of the old ring
  bool foreign_order = false;          // received from a node of the other byte order
  Payload payload;                     // ordinary frame: what packing made. Recovery frame: empty when made here
  std::shared_ptr<const Frame> inner;  // recovery frame: what is inside; null if that did not decode
  Payload bytes;  // the whole frame as it was received, for resending it byte for byte; empty: made here
};
using FramePtr = std::shared_ptr<const Frame>;

// An idle ring's representative says that it exists (ring.md 1.5). Members of ours say more with it while some nodes do
// not hear each other.
struct MergeDetect {
  NodeId sender;
  RingId ring;
  std::vector<Report> reports{};  // in its trailer; none: it has no trailer
  bool operator==(const MergeDetect&) const = default;
};

// "These I want in the ring, these I think have failed" (ring.md 1.6). A leave has sender 0 in its header on the wire;
// here `leaving` says so and the leaver is the last of `failed`.
struct Join {
  struct Trailer {  // informs, decides nothing (protocol.md 1)
    std::string version;
    Capabilities capabilities;
    std::vector<Report> reports{};  // whom the sender hears, and in doubt what it knows of others
    std::vector<NodeId> apart{};    // of `failed`: alive, but not in the sender's set. Nobody takes these over
    std::vector<Cause> causes{};    // why the sender is in gather, at most causes_max
    bool operator==(const Trailer&) const = default;
  };
  NodeId sender;
  bool leaving = false;
  std::vector<NodeId> candidates;  // proc list, no duplicates
  std::vector<NodeId> failed;      // no duplicates
  RingNumber ring_number;          // of the sender's current ring
  std::optional<Trailer> trailer;
  bool operator==(const Join&) const = default;
};

// Goes round twice: collects what each member has of its old ring, then tells everybody (ring.md 1.7).
struct CommitToken {
  struct Entry {
    RingId old_ring;
    Sequence aru;             // contiguous reception on the old ring
    Sequence high_delivered;  // highest delivered to the services on the old ring
    bool received_all = false;
    bool operator==(const Entry&) const = default;
  };
  struct Trailer {  // decides what the ring can do, if marks equals the number of members in the second rotation
    Capabilities capabilities;
    std::uint32_t marks = 0;
    bool operator==(const Trailer&) const = default;
  };
  NodeId sender;
  Sequence hop;                 // one more before every send: n on the last hop of the first rotation, 2n of the second
  RingId ring;                  // the ring being formed
  std::uint32_t filled = 0;     // memb_index: entries already filled
  std::vector<NodeId> members;  // ascending; ring order
  std::vector<Entry> entries;   // as many as members
  std::optional<Trailer> trailer;
  bool operator==(const CommitToken&) const = default;
};

// "I have something to send": asks the representative to let go of the token (ring.md 1.8).
struct HoldCancel {
  NodeId sender;
  RingId ring;
  bool operator==(const HoldCancel&) const = default;
};

using Message = std::variant<Token, FramePtr, MergeDetect, Join, CommitToken, HoldCancel>;

}  // namespace rondel::engine
