// Several KnetLinks in this process, on addresses of a network namespace of its own: no other process is needed, and
// nothing is left behind when it ends, however it ends.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "link/knet_link.h"

namespace rondel::link::test {

// Enters a new network namespace. False where that isn't allowed. Before any thread is made.
[[nodiscard]] bool enter_network();
// Runs a command of ip or nft in it; the test fails if the command does.
void command(const std::string&);
void set_mtu(std::size_t mtu);
// Addresses that the namespace has: links 0 to 7, nodes 1 to 9.
[[nodiscard]] std::string address(bool ipv6, std::uint8_t link, std::uint32_t node);
void cut_link(std::uint8_t link);
void heal_links();

// What the kernel has sent so far, of all protocols and by all nodes.
struct Sent {
  std::uint64_t datagrams = 0;  // UDP
  std::uint64_t ip_bytes = 0;
};
[[nodiscard]] Sent sent(bool ipv6);

struct Options {
  std::uint32_t nodes = 2;
  std::uint8_t links = 1;
  bool ipv6 = false;
  Mode mode = Mode::passive;
  Keys keys{};
  std::size_t netmtu = 65'536;
  std::string transport{"udp"};
};

[[nodiscard]] LinkSettings settings(const Options&, std::uint32_t self);
[[nodiscard]] Keys keys(const std::string& cipher, const std::string& hash, std::uint8_t seed = 0);
// A ring message of `size` bytes to `target`, 0: all. Its bytes follow from `mark`.
[[nodiscard]] Packet message(std::uint32_t target, std::size_t size, std::uint8_t mark = 0);
[[nodiscard]] bool equal(const Packet&, const Packet&);

class Member final : public LinkListener {
 public:
  Member(runtime::EventLoop&, const LinkSettings&);

  std::vector<Packet> heard;
  std::map<NodeId, PeerState> peers;
  int size_changes = 0;
  std::vector<std::string> warnings;
  KnetLink link;  // below what it logs to

  void received(Time, std::span<const Packet>) override;
  void peer_changed(Time, NodeId, PeerState) override;
  void frame_bytes_changed() override { ++size_changes; }
  [[nodiscard]] bool sees(std::uint32_t node) const;
};

class Cluster {
 public:
  explicit Cluster(const Options&);
  ~Cluster();

  [[nodiscard]] Member& node(std::uint32_t id) { return *members_.at(id - 1); }
  [[nodiscard]] const Options& options() const { return options_; }
  // Runs the loop until `done` holds; false if it doesn't within `limit`.
  bool until(const std::function<bool()>& done, Duration limit = std::chrono::seconds{10});
  void run_for(Duration);
  // Everybody sees everybody.
  bool until_connected();
  // And libknet has discovered its piece size on every link.
  bool until_discovered(std::size_t piece);
  // No more pings, so that the kernel's counters show nothing but data.
  void silence();
  void forget_heard();

 private:
  Options options_;
  runtime::EventLoop loop_;
  std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace rondel::link::test
