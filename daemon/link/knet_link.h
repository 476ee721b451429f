// KnetLink: a Link over libknet, on the wire the same as corosync's (ring.md 7). libknet sends, cuts, encrypts and
// watches the links in its own threads; here it is configured, fed and listened to from the event loop.
#pragma once

#include <cstdint>
#include <memory>

#include "link/knet_log.h"
#include "link/link.h"
#include "runtime/event_loop.h"

namespace rondel::link {

struct KnetCounters {
  std::uint64_t packets_sent = 0, packets_received = 0;
  std::uint64_t packets_queued = 0;   // waited for room in libknet's socket
  std::uint64_t packets_dropped = 0;  // found no room at all, or were refused
  std::uint64_t socket_errors = 0;    // libknet could not read from us or write to us: packets lost on arrival
};

class KnetLink final : public Link {
 public:
  // The loop must outlive the link. `log` gets libknet's lines and a few of our own, on the loop's thread.
  KnetLink(runtime::EventLoop&, LogFunction log, const LinkSettings&);
  ~KnetLink() override;
  KnetLink(const KnetLink&) = delete;
  KnetLink& operator=(const KnetLink&) = delete;

  // libknet's debug lines too; before or while it is open.
  void set_debug(bool);
  [[nodiscard]] KnetCounters counters() const;

  Result<void> open(LinkListener&) override;
  void close() override;
  Result<void> configure(const LinkSettings&) override;
  Result<void> crypto_stage(const Keys&) override;
  void crypto_use() override;
  void crypto_retire() override;
  void unicast(NodeId, const Packet&) override;
  void broadcast(std::span<const Packet>) override;
  [[nodiscard]] std::size_t frame_bytes_max() const override;
  [[nodiscard]] std::size_t frame_bytes_best() const override;
  [[nodiscard]] std::size_t piece_bytes() const override;
  [[nodiscard]] LinkStatus status(NodeId) const override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rondel::link
