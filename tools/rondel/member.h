// Member: this process in a group, over libcpg: joins, sends with patience, dispatches until told to stop.
#pragma once

#include <corosync/cpg.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "verb.h"

namespace rondel::tool {

struct MemberEvents {
  std::function<void(std::uint32_t node, std::uint32_t pid, std::string_view)> message;
  std::function<void(std::span<const cpg_address> members, std::span<const cpg_address> left,
                     std::span<const cpg_address> joined)>
      change;
  std::function<void(cpg_ring_id, std::span<const std::uint32_t> members)> ring;
};

// Why it went wrong, with the exit code for it.
struct Trouble {
  int exit_code = exit_unreachable;
  std::string text;
};

class Member {
 public:
  Member() = default;
  ~Member();
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

  [[nodiscard]] std::optional<Trouble> join(const cpg_name&, MemberEvents);
  // Waits while the ring is full or changing, and dispatches meanwhile.
  [[nodiscard]] std::optional<Trouble> send(std::string_view message);
  // Runs the callbacks of what is there, after waiting at most so long for something. -1: for ever.
  [[nodiscard]] std::optional<Trouble> dispatch(int wait_ms);
  // Leaves and dispatches until the group has said goodbye, two seconds at most.
  [[nodiscard]] std::optional<Trouble> leave();

  [[nodiscard]] std::uint32_t node() const { return node_; }
  // A signal asked to end: dispatch() returns early.
  [[nodiscard]] static bool interrupted();
  static void end_on_signals();

 private:
  static void on_message(cpg_handle_t, const cpg_name*, std::uint32_t node, std::uint32_t pid, void*, std::size_t);
  static void on_change(cpg_handle_t, const cpg_name*, const cpg_address*, std::size_t, const cpg_address*, std::size_t,
                        const cpg_address*, std::size_t);
  static void on_ring(cpg_handle_t, cpg_ring_id, std::uint32_t, const std::uint32_t*);
  static Member& of(cpg_handle_t);

  cpg_handle_t handle_ = 0;
  bool connected_ = false;
  bool left_ = false;
  std::uint32_t node_ = 0;
  cpg_name group_{};
  MemberEvents events_;
};

}  // namespace rondel::tool
