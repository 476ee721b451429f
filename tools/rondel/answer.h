// What the daemon's admin service answers: bytes to a page, pages to one answer (lib/ipc/admin_protocol.h). Nothing is
// believed: a page that makes no sense is a reason, and pages without end come to one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "admin.pb.h"
#include "base/bytes.h"
#include "verb.h"

namespace rondel::tool {

// Why there is no answer, with the exit code for it.
struct NoAnswer {
  int exit_code = exit_unreachable;
  std::string text;
};

// A million processes are some 70 MB and 3500 pages.
inline constexpr std::uint32_t answer_pages_max = 4096;
inline constexpr std::size_t answer_bytes_max = 128U << 20;

// One message of the daemon, its header included.
[[nodiscard]] tl::expected<proto::AdminReply, NoAnswer> read_page(Bytes message);

// The pages of one answer, in their order.
class Answer {
 public:
  // True if another page has to be asked for.
  [[nodiscard]] tl::expected<bool, NoAnswer> add(Bytes page);
  // The number of the newest event so far; 0: there is none.
  [[nodiscard]] std::uint64_t last_event() const {
    return whole_.events().events().empty() ? 0 : whole_.events().events().rbegin()->number();
  }
  // All of them as one, once none follows.
  [[nodiscard]] proto::AdminReply take();

 private:
  proto::AdminReply whole_;
  std::uint32_t pages_ = 0;
  std::size_t bytes_ = 0;
};

// On one line; nothing if it can't be written as JSON.
[[nodiscard]] std::optional<std::string> json_of(const google::protobuf::Message&);

}  // namespace rondel::tool
