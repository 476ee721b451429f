// One cpg connection as the modes need it: connects with patience, joins one group, sends, and hands every event to a
// Listener. When the daemon is lost the program ends with status 3.
#pragma once

#include <corosync/cpg.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace cpgload {

[[nodiscard]] double now();  // seconds of CLOCK_MONOTONIC

struct Message {
  std::uint32_t node;
  std::uint32_t pid;
  std::span<const std::byte> bytes;
};

class Listener {
 public:
  virtual ~Listener() = default;
  virtual void delivered(const Message&) {}
  virtual void changed(std::span<const cpg_address> /*members*/, std::size_t /*left*/, std::size_t /*joined*/) {}
  virtual void ring(cpg_ring_id, std::span<const std::uint32_t> /*nodes*/) {}
};

class Client {
 public:
  explicit Client(Listener& listener);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // Joins, waits for the own join to come back and says "ready" on standard output.
  void join(const std::string& group);
  // False if flow control said "not now".
  [[nodiscard]] bool send(std::span<const std::byte> message, cpg_guarantee_t guarantee = CPG_TYPE_AGREED);
  // Handles what is there; waits for it up to `seconds`.
  void dispatch(double seconds);

  [[nodiscard]] bool is_own(const Message& message) const { return message.node == node_ && message.pid == pid_; }
  [[nodiscard]] std::uint32_t node() const { return node_; }

 private:
  friend struct Callbacks;
  Listener& listener_;
  cpg_handle_t handle_ = 0;
  int fd_ = -1;
  std::uint32_t node_ = 0;
  std::uint32_t pid_ = 0;
  bool joined_ = false;
};

}  // namespace cpgload
