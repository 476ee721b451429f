// The link of a simulated machine: packets go to the network, to one peer or to all.
#pragma once

#include "link/link.h"
#include "machine.h"

namespace rondel::simulation {

class Machine::MachineLink final : public link::Link {
 public:
  explicit MachineLink(Machine& machine) : machine_{machine} {}

  Result<void> open(link::LinkListener&) override { return {}; }
  void close() override {}
  Result<void> configure(const link::LinkSettings&) override { return {}; }
  Result<void> crypto_stage(const link::Keys&) override { return {}; }
  void crypto_use() override {}
  void crypto_retire() override {}
  void unicast(NodeId, const Packet&) override;
  void broadcast(std::span<const Packet>) override;
  [[nodiscard]] std::size_t frame_bytes_max() const override;
  [[nodiscard]] std::size_t frame_bytes_best() const override;
  [[nodiscard]] std::size_t piece_bytes() const override;
  [[nodiscard]] link::LinkStatus status(NodeId) const override { return {}; }

 private:
  void note(const char* how, NodeId to, const Payload& packet);

  Machine& machine_;
};

}  // namespace rondel::simulation
