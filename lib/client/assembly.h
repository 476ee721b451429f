// Assemblies: messages longer than a request arrive in parts, in order, those of different senders mixed. This puts
// them together again. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace rondel::client {

struct Sender {
  std::uint32_t node = 0;
  std::uint32_t pid = 0;
  friend auto operator<=>(const Sender&, const Sender&) = default;
};

// Room that a message takes for each byte that has come of it. A sender may say 4 GiB and send one byte, and many
// senders may do so.
inline constexpr std::size_t reserved_per_byte = 16;

enum class Part : std::uint32_t { first = 1, continued = 2, last = 3 };

class Assemblies {
 public:
  // The whole message, once its last part is there. A first part drops what the sender had left unfinished; parts that
  // follow no first one, or that don't add up to message_bytes, are dropped with all of their message.
  [[nodiscard]] std::optional<std::vector<std::byte>> add(Sender sender, Part part, std::uint32_t message_bytes,
                                                          std::span<const std::byte> fragment);
  // The sender left: the rest of its message will not come.
  void forget(Sender sender) { unfinished_.erase(sender); }
  [[nodiscard]] std::size_t size() const { return unfinished_.size(); }
  [[nodiscard]] std::size_t reserved_bytes() const;

 private:
  struct Message {
    std::uint32_t bytes_expected = 0;
    std::vector<std::byte> bytes;
  };
  std::map<Sender, Message> unfinished_;
};

}  // namespace rondel::client
