// SCTP: a module of the kernel that many don't load, and an option of libknet's build.
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "base/unique_fd.h"
#include "link/frame_size.h"
#include "link/knet_api.h"
#include "link/transports.h"

namespace rondel::link {

namespace {

bool libknet_has_it() {
  std::array<knet_transport_info, 8> list{};
  std::size_t entries = list.size();
  if (knet_get_transport_list(list.data(), &entries) != 0) return false;
  const auto is_sctp = [](const knet_transport_info& info) { return info.id == KNET_TRANSPORT_SCTP; };
  return std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(std::min(entries, list.size())), is_sctp);
}

// Opening a socket is the only sure test; it also makes the kernel load its module.
Result<void> available() {
  if (!libknet_has_it()) return error("knet_transport sctp: this libknet was built without SCTP, use udp");
  const UniqueFd socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_SCTP)};
  if (!socket) {
    return error("knet_transport sctp: this kernel has no SCTP ({}), use udp", std::generic_category().message(errno));
  }
  return {};
}

}  // namespace

const Transport sctp_transport{
    .name = "sctp", .knet_id = KNET_TRANSPORT_SCTP, .header_bytes = sctp_header_bytes, .available = available};

}  // namespace rondel::link
