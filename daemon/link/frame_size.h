// Frame sizes: how many bytes a packet becomes on the wire, with every header counted. A packet travels inside knet's
// data header, that inside the crypto envelope, that inside UDP and IP; what is longer than a datagram is cut by
// libknet into pieces of equal size, the data MTU (knet.md 4). Pure arithmetic, so that packing can fill whole pieces
// and tests can count datagrams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "link/settings.h"

namespace rondel::link {

inline constexpr std::size_t knet_packet_bytes_max = 65'536;  // libknet refuses longer ones
inline constexpr std::size_t knet_data_header_bytes = 14;
inline constexpr std::size_t knet_reserved_bytes = 26;  // what libknet leaves free for it: its largest header
inline constexpr std::size_t udp_header_bytes = 8;
inline constexpr std::size_t sctp_header_bytes = 28;
inline constexpr std::size_t mcast_header_bytes = 45;  // of a frame; of its copy in recovery once more (ring.md 1.4)
inline constexpr std::size_t netmtu_min = 600;

enum class Family : std::uint8_t { ipv4, ipv6 };

// What is around every piece on one kind of path.
struct Wrapping {
  Family family = Family::ipv4;
  std::size_t transport_header_bytes = udp_header_bytes;
  std::size_t hash_bytes = 0;
  bool encrypted = false;  // AES in CBC mode: a salt of 16 bytes, and padding to a multiple of 16
};

// Length of a hash by libknet's name; nothing for a name that libknet doesn't know.
[[nodiscard]] std::optional<std::size_t> hash_bytes(std::string_view name);
[[nodiscard]] Wrapping wrapping(Family, std::size_t transport_header_bytes, const Keys&);

// The piece that libknet cuts for a path whose IP packets are at most `link_mtu` bytes; 0 if not even one byte fits.
[[nodiscard]] std::size_t data_mtu(std::size_t link_mtu, const Wrapping&);
// What libknet cuts with from each link-up until discovery has ended, whatever the path.
[[nodiscard]] std::size_t data_mtu_floor(const Wrapping&);

// UDP payload of a datagram that carries `plain_bytes` of knet message, header included.
[[nodiscard]] std::size_t datagram_bytes(std::size_t plain_bytes, const Wrapping&);
// The same as IP packet.
[[nodiscard]] std::size_t ip_packet_bytes(std::size_t plain_bytes, const Wrapping&);
// Datagrams for one packet, not compressed, to one destination.
[[nodiscard]] std::size_t datagrams(std::size_t packet_bytes, std::size_t piece_bytes);

// The longest frame for totem.netmtu, its header included: room is left for the header of its copy in recovery, which
// must fit into a packet of libknet too. Values below netmtu_min count as netmtu_min.
[[nodiscard]] std::size_t frame_bytes_max(std::size_t netmtu);
// The largest whole number of pieces that is not longer; the longest frame itself if a piece is longer.
[[nodiscard]] std::size_t frame_bytes_best(std::size_t frame_bytes_max, std::size_t piece_bytes);

}  // namespace rondel::link
