#include "link/frame_size.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rondel::link {

namespace {

constexpr std::size_t salt_bytes = 16;
constexpr std::size_t block_bytes = 16;

constexpr std::array<std::pair<std::string_view, std::size_t>, 6> hashes{
    {{"none", 0}, {"md5", 16}, {"sha1", 20}, {"sha256", 32}, {"sha384", 48}, {"sha512", 64}}};

std::size_t ip_header_bytes(Family family) { return family == Family::ipv4 ? 20 : 40; }

// knet.md 4.3, from the payload of the transport.
std::size_t data_mtu_of_payload(std::size_t payload_bytes, const Wrapping& wrapping) {
  std::size_t taken = wrapping.hash_bytes + knet_reserved_bytes;
  if (!wrapping.encrypted) return payload_bytes > taken ? payload_bytes - taken : 0;
  const std::size_t envelope = salt_bytes + wrapping.hash_bytes;
  if (payload_bytes <= envelope) return 0;
  // The padding takes at least one byte of the last whole block.
  const std::size_t blocks = (payload_bytes - envelope) / block_bytes * block_bytes;
  taken = knet_reserved_bytes + 1;
  return blocks > taken ? blocks - taken : 0;
}

}  // namespace

std::optional<std::size_t> hash_bytes(std::string_view name) {
  for (const auto& [known, bytes] : hashes) {
    if (known == name) return bytes;
  }
  return std::nullopt;
}

Wrapping wrapping(Family family, std::size_t transport_header_bytes, const Keys& keys) {
  return {.family = family,
          .transport_header_bytes = transport_header_bytes,
          .hash_bytes = hash_bytes(keys.hash).value_or(0),
          .encrypted = keys.cipher != "none"};
}

std::size_t data_mtu(std::size_t link_mtu, const Wrapping& wrapping) {
  const std::size_t headers = ip_header_bytes(wrapping.family) + wrapping.transport_header_bytes;
  return link_mtu > headers ? data_mtu_of_payload(link_mtu - headers, wrapping) : 0;
}

std::size_t data_mtu_floor(const Wrapping& wrapping) {
  // The smallest IPv4 datagram that everybody must take, less the largest of the IP and of the transport headers
  // (knet.md 4.4).
  constexpr std::size_t payload_bytes = 576 - 40 - 28;
  return data_mtu_of_payload(payload_bytes, wrapping);
}

std::size_t datagram_bytes(std::size_t plain_bytes, const Wrapping& wrapping) {
  if (!wrapping.encrypted) return plain_bytes + wrapping.hash_bytes;
  return salt_bytes + block_bytes * (plain_bytes / block_bytes + 1) + wrapping.hash_bytes;
}

std::size_t ip_packet_bytes(std::size_t plain_bytes, const Wrapping& wrapping) {
  return datagram_bytes(plain_bytes, wrapping) + wrapping.transport_header_bytes + ip_header_bytes(wrapping.family);
}

std::size_t datagrams(std::size_t packet_bytes, std::size_t piece_bytes) {
  if (packet_bytes == 0 || piece_bytes == 0) return 0;
  return (packet_bytes - 1) / piece_bytes + 1;
}

std::size_t frame_bytes_max(std::size_t netmtu) {
  return std::clamp(netmtu, netmtu_min, knet_packet_bytes_max) - mcast_header_bytes;
}

std::size_t frame_bytes_best(std::size_t frame_bytes_max, std::size_t piece_bytes) {
  if (piece_bytes == 0 || piece_bytes > frame_bytes_max) return frame_bytes_max;
  return frame_bytes_max / piece_bytes * piece_bytes;
}

}  // namespace rondel::link
