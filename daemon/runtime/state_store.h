// StateStore: the ring number on stable storage (protocol.md 11). The file is corosync's: `ringid_<node>` in the state
// directory, eight bytes of native u64, so a node that moves over keeps its number.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "runtime/event_loop.h"

namespace rondel::runtime {

struct LoadedNumber {
  RingNumber number;
  std::string notice;  // why it isn't the file's; empty if it is
};

// A larger one is noise: no peer believes a number from 2^62 on, so a node that took it for its own could be in no ring
// but its own for ever. Below there is room for a ring a second for 8000 years.
inline constexpr RingNumber stored_number_max{(std::uint64_t{1} << 62U) - (std::uint64_t{1} << 40U)};

// What the file says. Of a longer one the first eight bytes count.
[[nodiscard]] Result<RingNumber> read_ring_number(Bytes file);

// Reads the number. A file that is missing, short, unreadable or beyond belief is replaced by the milliseconds since
// 1970: above every number that this node can have used, since rings don't change a thousand times a second for years.
[[nodiscard]] LoadedNumber load_ring_number(const std::string& directory, NodeId);

// Replaces the file so that after a crash either the old or the new number is there. Blocks for as long as the disk.
Result<void> save_ring_number(const std::string& directory, NodeId, RingNumber);

class StateStore {
 public:
  // Called in the loop, one after the other: the number that is durable now, or why it couldn't be made so.
  using Done = std::function<void(RingNumber, const Result<void>&)>;

  StateStore(EventLoop&, std::string directory, NodeId, Done);
  // Writes what was asked for last.
  ~StateStore();
  StateStore(const StateStore&) = delete;
  StateStore& operator=(const StateStore&) = delete;

  // Written by a helper thread. A number that waits is replaced by a later one: only the last matters.
  void write(RingNumber);

 private:
  void work();

  EventLoop& loop_;
  const std::string directory_;
  const NodeId node_;
  const std::shared_ptr<const Done> done_;  // shared with what is on its way through the loop
  std::mutex lock_;
  std::condition_variable wake_;
  std::optional<RingNumber> wanted_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace rondel::runtime
