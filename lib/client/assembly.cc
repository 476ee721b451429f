#include "client/assembly.h"

#include <algorithm>

namespace rondel::client {

std::optional<std::vector<std::byte>> Assemblies::add(Sender sender, Part part, std::uint32_t message_bytes,
                                                      std::span<const std::byte> fragment) {
  if (part == Part::first) {
    Message started;
    started.bytes_expected = message_bytes;
    started.bytes.reserve(std::min<std::size_t>(message_bytes, reserved_per_byte * fragment.size()));
    unfinished_.insert_or_assign(sender, std::move(started));
  }
  const auto found = unfinished_.find(sender);
  if (found == unfinished_.end()) return std::nullopt;
  Message& message = found->second;
  if (message.bytes_expected != message_bytes || fragment.size() > message_bytes - message.bytes.size()) {
    unfinished_.erase(found);
    return std::nullopt;
  }
  message.bytes.insert(message.bytes.end(), fragment.begin(), fragment.end());
  if (part != Part::last) return std::nullopt;
  std::vector<std::byte> whole = std::move(message.bytes);
  unfinished_.erase(found);
  if (whole.size() != message_bytes) return std::nullopt;
  return whole;
}

std::size_t Assemblies::reserved_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [sender, message] : unfinished_) bytes += message.bytes.capacity();
  return bytes;
}

}  // namespace rondel::client
