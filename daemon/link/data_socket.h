// DataSocket: our end of the socket pair through which packets go to libknet and come back. One packet is one message
// of the socket. It never waits: what has no room is queued in order until there is, and what has arrived is taken in
// bounded batches, so that a flood can't keep the event loop from its timers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/headed.h"
#include "link/send_queue.h"
#include "runtime/event_loop.h"

namespace rondel::link {

inline constexpr std::size_t send_queue_bytes_max = 4U * 1024 * 1024;
inline constexpr std::size_t receive_batch_packets_max = 64;

struct DataSocketCounters {
  std::uint64_t sent = 0, received = 0;
  std::uint64_t queued = 0;        // had to wait for room
  std::uint64_t send_dropped = 0;  // more waited than send_queue_bytes_max, or longer than libknet takes
  std::uint64_t send_failed = 0;   // refused by the socket
  std::uint64_t not_packets = 0;   // empty, or longer than any packet
};

class DataSocket {
 public:
  using Receive = std::function<void(std::span<const Packet>)>;

  // `fd` stays the caller's: a non-blocking SOCK_SEQPACKET or SOCK_DGRAM that outlives this one. `receive` may destroy
  // nothing of this, but may send. `closed` is called once, if the other end goes away.
  DataSocket(runtime::EventLoop&, int fd, Receive receive, std::function<void()> closed);
  ~DataSocket();
  DataSocket(const DataSocket&) = delete;
  DataSocket& operator=(const DataSocket&) = delete;

  void send(const Packet&, bool to_all);
  [[nodiscard]] DataSocketCounters counters() const;

 private:
  enum class Write : std::uint8_t { done, no_room };
  Write write(const Packet&);
  void ready(short revents);
  void drain();
  bool take_one();
  void flush();

  runtime::EventLoop& loop_;
  int fd_;
  Receive receive_;
  std::function<void()> closed_;
  SendQueue queue_{send_queue_bytes_max};
  std::unique_ptr<std::byte[]> buffer_;
  std::vector<Packet> batch_;
  DataSocketCounters counters_;
};

}  // namespace rondel::link
