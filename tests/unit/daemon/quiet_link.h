// A link to nobody, and a host that notes what it is told: what a node needs to run alone.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "link/link.h"
#include "node/host.h"
#include "node/listener.h"

namespace rondel {

class QuietLink final : public link::Link {
 public:
  Result<void> open(link::LinkListener&) override { return {}; }
  void close() override {}
  Result<void> configure(const link::LinkSettings&) override { return {}; }
  Result<void> crypto_stage(const link::Keys&) override { return {}; }
  void crypto_use() override {}
  void crypto_retire() override {}
  void unicast(NodeId, const Packet&) override {}
  void broadcast(std::span<const Packet>) override {}
  [[nodiscard]] std::size_t frame_bytes_max() const override { return 65'491; }
  [[nodiscard]] std::size_t frame_bytes_best() const override { return 65'491; }
  [[nodiscard]] std::size_t piece_bytes() const override { return 1446; }
  [[nodiscard]] link::LinkStatus status(NodeId node) const override {
    link::LinkStatus status{node, true, {}};
    for (std::uint8_t number = 0; number < links_per_peer; ++number) {
      status.links.push_back({number, true, true, 1397, "10.0.0.1", "10.0.0.2", 120, 5, 6});
    }
    return status;
  }
  std::uint8_t links_per_peer = 1;
};

class NotingHost final : public node::Host {
 public:
  void store_ring_number(RingNumber number) override {
    if (on_store) on_store(number);
  }
  void ready() override {
    if (on_ready) on_ready();
  }
  void stop(std::string_view) override {}
  void log(node::Level, std::string_view, std::string_view) override {}
  std::function<void(RingNumber)> on_store;
  std::function<void()> on_ready;
};

class DeafListener final : public node::NodeListener {
 public:
  void group_event(Time, const group::Event&) override {}
  void admission_changed(Time) override {}
};

}  // namespace rondel
