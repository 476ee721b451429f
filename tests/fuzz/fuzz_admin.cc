// Any bytes as a request to the admin service of a node in a ring of its own: one answer, whole and no longer than a
// page, which the rondel program can read.
//
//   input = request
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include "answer.h"
#include "base/ensure.h"
#include "ipc/admin.h"
#include "ipc/admin_protocol.h"
#include "quiet_link.h"

using namespace rondel;

namespace {

constexpr std::uint32_t peers = 400, processes = 700;

// Made once: what answers changes nothing.
class Asked {
 public:
  Asked() {
    host_.on_store = [this](RingNumber number) { stored_ = number; };
    node::NodeSettings settings;
    settings.self = NodeId{1};
    settings.version = "fuzz";
    node_ = std::make_unique<node::Node>(settings, link_, host_, listener_);
    node_->start(now_);
    while (!node_->synchronised()) turn();
    for (std::uint32_t pid = 1; pid <= processes; ++pid) {
      node_->send(now_, group::ProcessJoin{group::Name{pid % 2 == 0 ? "\xff\n" : "g"}, pid, group::Reason::join});
    }
    while (node_->processes().size() < processes) turn();
    ipc::AdminIdentity identity;
    for (std::uint32_t peer = 1; peer <= peers; ++peer) {
      identity.peers.push_back({NodeId{peer}, "name", {{0, "10.0.0.1"}, {1, "10.1.0.1"}}});
    }
    admin_ = std::make_unique<ipc::Admin>(identity, *node_, link_, [] { return 7U; });
  }
  [[nodiscard]] std::vector<std::byte> answer(Bytes request) const { return admin_->answer(now_, request); }

 private:
  void turn() {
    if (stored_) node_->stored(now_, *std::exchange(stored_, std::nullopt));
    const auto deadline = node_->deadline();
    ENSURE(deadline.has_value());
    now_ = std::max(now_, *deadline);
    node_->expire(now_);
  }

  QuietLink link_;
  NotingHost host_;
  DeafListener listener_;
  Time now_{};
  std::optional<RingNumber> stored_;
  std::unique_ptr<node::Node> node_;
  std::unique_ptr<ipc::Admin> admin_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Asked asked;
  const std::vector<std::byte> answer = asked.answer(std::as_bytes(std::span{data, size}));
  ipc::ReplyHeader header;
  ENSURE(answer.size() >= sizeof header && answer.size() <= ipc::admin::page_bytes_max);
  std::memcpy(&header, answer.data(), sizeof header);
  ENSURE(static_cast<std::size_t>(header.size) == answer.size());
  const auto read = tool::read_page(answer);
  ENSURE(read.has_value() == (header.error == ipc::status_ok));
  if (read) ENSURE(tool::json_of(*read).has_value());
  return 0;
}
