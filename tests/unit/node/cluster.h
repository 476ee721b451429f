// A few nodes on one in-memory link, with a clock that moves when a test says so. Nothing is lost unless asked for.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "node/node.h"

namespace rondel::node::test {

// Of each member's recorder: a few seconds.
inline constexpr std::size_t trace_bytes_max = 64 * 1024;

class Cluster;

// One node with what surrounds it, and what it said.
class Member final : public link::Link, public Host, public NodeListener {
 public:
  Member(Cluster&, NodeId, const engine::Parameters&);

  std::size_t frame_bytes_best_ = 1500;
  std::vector<std::string> lines;            // of the log, "error: ..." without the subsystem
  std::vector<RingNumber> stores;            // asked for; the cluster confirms them at its next step
  std::size_t stored = 0;                    // how many of them
  std::vector<group::Event> events;          // of the groups
  std::vector<Admission> admissions;         // at each change
  std::vector<std::size_t> broadcast_sizes;  // packets in each call of broadcast
  int readies = 0;
  std::vector<Payload> sent;                      // all packets in their order
  std::function<Payload(const Payload&)> tamper;  // what becomes of its broadcasts on their way
  bool cut = false;                               // neither sends nor receives
  std::vector<Payload> inbox;
  Node node;  // behind what it is given

  [[nodiscard]] std::vector<std::string> messages() const;  // delivered, as text
  [[nodiscard]] bool logged(std::string_view part) const;

  // link::Link
  Result<void> open(link::LinkListener&) override { return {}; }
  void close() override {}
  Result<void> configure(const link::LinkSettings&) override { return {}; }
  Result<void> crypto_stage(const link::Keys&) override { return {}; }
  void crypto_use() override {}
  void crypto_retire() override {}
  void unicast(NodeId, const Packet&) override;
  void broadcast(std::span<const Packet>) override;
  [[nodiscard]] std::size_t frame_bytes_max() const override { return 2000; }
  [[nodiscard]] std::size_t frame_bytes_best() const override { return frame_bytes_best_; }
  [[nodiscard]] std::size_t piece_bytes() const override { return frame_bytes_best_; }
  [[nodiscard]] link::LinkStatus status(NodeId) const override { return {}; }

  // Host
  void store_ring_number(RingNumber number) override { stores.push_back(number); }
  void ready() override { ++readies; }
  void stop(std::string_view why) override { lines.emplace_back(why); }
  void log(Level, std::string_view, std::string_view line) override { lines.emplace_back(line); }

  // NodeListener
  void group_event(Time, const group::Event& event) override { events.push_back(event); }
  void admission_changed(Time) override { admissions.push_back(node.admission()); }

 private:
  Cluster& cluster_;
};

class Cluster {
 public:
  explicit Cluster(std::vector<std::uint32_t> ids);

  // Lets everything happen that is due within `time`.
  void run(Duration time);
  Member& at(std::uint32_t id) { return *members_.at(NodeId{id}); }
  Time now{};

 private:
  friend class Member;
  bool step();
  std::map<NodeId, std::unique_ptr<Member>> members_;
};

[[nodiscard]] group::Multicast message(std::uint32_t pid, std::string_view text);

}  // namespace rondel::node::test
