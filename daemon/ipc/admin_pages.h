// Pages of the admin service's answers. A page holds a fixed number of entries, small enough that the largest possible
// entries stay below page_bytes_max; so page `n` is found without remembering anything between two requests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "admin.pb.h"
#include "link/link.h"
#include "node/node.h"

namespace rondel::ipc {

// Entries a page. Largest entries: a membership change of 384 members that all came and another 384 that left, 4 KiB; a
// node or link with names of 255 bytes and eight addresses, 0.7 KiB; a process that is the only one of its group, whose
// name of 128 bytes takes 512 to print, 0.7 KiB.
inline constexpr std::size_t changes_per_page = 48;
// Events differ much in size, so their page is cut by bytes. The largest one, a membership of 384, has 25 KiB.
inline constexpr std::size_t events_page_bytes = 128U * 1024;
inline constexpr std::size_t nodes_per_page = 300;
inline constexpr std::size_t processes_per_page = 300;

struct PageRange {
  std::size_t begin = 0, end = 0;
  bool more = false;
};

[[nodiscard]] inline PageRange page_range(std::size_t count, std::size_t per_page, std::uint32_t page) {
  const std::size_t begin = std::min(count, std::size_t{page} * per_page);
  const std::size_t end = std::min(count, begin + per_page);
  return {begin, end, end < count};
}

// Any bytes as one line of text: what isn't printable ASCII becomes \xNN, and so does the backslash.
[[nodiscard]] std::string printable(std::string_view bytes);

// Each adds its part of page `page` to the reply; true: there are more.
bool add_history(const node::Node&, Time now, std::uint32_t page, proto::Status&);
// Events are paged by their numbers, since new ones come between two pages: the next request says `since`. Converted to
// the wall clock's time as it is now.
bool add_events(const node::Node&, Time now, std::int64_t wall_clock_ms, const proto::EventsRequest&, proto::Events&);
bool add_nodes(std::span<const link::Peer>, const node::Node&, const link::Link&, std::uint32_t page, proto::Nodes&);
bool add_links(std::span<const link::Peer>, NodeId self, const link::Link&, std::uint32_t page, proto::Links&);
bool add_groups(const node::Node&, std::uint32_t page, proto::Groups&);

}  // namespace rondel::ipc
