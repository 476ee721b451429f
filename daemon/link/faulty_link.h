// FaultyLink: a Link around a Link that loses, repeats and delays what arrives, by a seed. A delayed packet is
// overtaken by later ones, so order is lost too. For tests; it never alters a packet. Faults are on the receiving side,
// so that every receiver of a broadcast has its own.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.h"
#include "link/link.h"

namespace rondel::link {

struct Faults {
  std::uint32_t lose_per_million = 0;
  std::uint32_t repeat_per_million = 0;
  std::uint32_t delay_per_million = 0;
  Duration delay_max = std::chrono::milliseconds{10};  // a delay is between nothing and this
};

struct FaultCounters {
  std::uint64_t passed = 0, lost = 0, repeated = 0, delayed = 0;
};

class FaultyLink final : public Link, public LinkListener {
 public:
  // `inner` must outlive this one.
  FaultyLink(Link& inner, const Faults& faults, std::uint64_t seed);

  // Delayed packets that are due are handed on when something arrives, or by expire() once deadline() has passed.
  [[nodiscard]] std::optional<Time> deadline() const;
  void expire(Time now);
  void set_faults(const Faults& faults) { faults_ = faults; }
  [[nodiscard]] const FaultCounters& counters() const { return counters_; }

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

  void received(Time now, std::span<const Packet>) override;
  void peer_changed(Time now, NodeId, PeerState) override;
  void frame_bytes_changed() override;

 private:
  struct Delayed {
    Time due{};
    Packet packet;
  };
  void meet_fate(Time now, const Packet&, std::vector<Packet>& out);
  void take_due(Time now, std::vector<Packet>& out);

  Link& inner_;
  LinkListener* listener_ = nullptr;  // while open
  Faults faults_;
  Pcg32 random_;
  std::vector<Delayed> delayed_;  // by due time, equal ones in the order of arrival
  FaultCounters counters_;
};

}  // namespace rondel::link
