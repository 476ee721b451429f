// Where a packet goes, from nothing but its own bytes: libknet asks for every packet, on its way out and on its way in,
// and both answers are the same, so a unicast never becomes a multicast or the reverse.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/ids.h"

namespace rondel::link {

enum class Reach : std::uint8_t { nobody, one, all };

struct Destination {
  Reach reach = Reach::nobody;
  NodeId node;  // of Reach::one
  bool operator==(const Destination&) const = default;
};

// From the header that all ring messages share (ring.md 1.1): target node id, 0 for all, in the byte order that the
// magic number shows. What is no ring message, or names a node that can't exist, goes to nobody.
[[nodiscard]] Destination destination_of(Bytes packet);

}  // namespace rondel::link
