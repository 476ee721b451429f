// CpgSession: one connection to the cpg service (ipc.md 9). A connection is in one group at a time:
//
//   unjoined --join--> join_started --change that lists us as joined--> joined
//       ^                                                                 |
//       +--change that lists us as left-- leave_started <------leave------+
//
// corosync never finds the way back from leave_started, so that a connection there can be used for one group only; here
// it is as it was meant.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "group/message.h"
#include "ipc/cpg.h"
#include "session/iterations.h"
#include "session/outcome.h"
#include "session/surroundings.h"
#include "session/zero_copy.h"

namespace rondel::session {

class CpgSession {
 public:
  enum class State : std::uint8_t { unjoined, join_started, joined, leave_started };

  // `user` is whose files it may share with us. The files must outlive the session.
  CpgSession(ClientId, uid_t user, SharedFiles&);

  // One whole request. Whatever its bytes are, there is an answer, except for a multicast, which never has one.
  [[nodiscard]] Outcome request(Bytes, const Surroundings&);
  // The connection has ended: the leave that the ring must hear of, if any.
  [[nodiscard]] std::optional<group::Message> closed();

  // A change of the session's group is about to be told: whether this client is to hear it.
  [[nodiscard]] bool before(const group::Change&, NodeId self);
  // It was told. True if it ended the membership of this session.
  [[nodiscard]] bool after(const group::Change&, NodeId self);
  // Whether it hears messages of its group.
  [[nodiscard]] bool listens() const {
    return !finalized_ && (state_ == State::joined || state_ == State::leave_started);
  }
  // True once, if the client asked for the ring's members when it joined.
  [[nodiscard]] bool take_initial_ring_change();
  [[nodiscard]] bool wants_initial_ring_change() const { return initial_ring_wanted_ && !finalized_; }
  // Whether it hears of rings that end.
  [[nodiscard]] bool wants_ring_ends() const { return ring_ends_wanted_ && !finalized_; }

  [[nodiscard]] ClientId id() const { return id_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool finalized() const { return finalized_; }
  [[nodiscard]] bool in_group() const { return state_ != State::unjoined; }
  [[nodiscard]] const group::Name& group() const { return group_; }  // of the last join
  [[nodiscard]] std::uint32_t pid() const { return pid_; }

 private:
  Outcome join(Bytes, const Surroundings&);
  Outcome leave(Bytes);
  Outcome multicast(Bytes, const Surroundings&);
  Outcome partial_multicast(Bytes, const Surroundings&);
  Outcome membership(Bytes, const Surroundings&) const;
  Outcome iteration_initialize(Bytes, const Surroundings&);
  Outcome iteration_next(Bytes);
  Outcome iteration_finalize(Bytes);
  Outcome zero_copy_alloc(Bytes);
  Outcome zero_copy_free(Bytes);
  Outcome zero_copy_execute(Bytes, const Surroundings&);
  Outcome dispatch(std::int32_t id, Bytes, const Surroundings&);

  [[nodiscard]] bool may_multicast() const { return state_ == State::join_started || state_ == State::joined; }
  [[nodiscard]] group::Message to_group(NodeId self, Payload message) const;
  // A line for the log, now and then: a client that keeps making mistakes must not fill the disk.
  std::optional<std::string> warning(std::string_view what);
  Outcome dropped(std::string_view why) { return {{}, {}, warning(why)}; }

  ClientId id_;
  uid_t user_;
  State state_ = State::unjoined;
  bool finalized_ = false;
  bool leaves_own_group_ = false;  // the leave under way is of group_ and pid_: a client may name others
  bool initial_ring_wanted_ = false;
  bool initial_ring_told_ = false;
  bool ring_ends_wanted_ = false;
  group::Name group_;
  std::uint32_t pid_ = 0;
  std::uint64_t changes_told_ = 0;
  std::optional<std::uint64_t> changes_at_first_part_;  // of the message that is being sent in parts
  std::uint64_t warnings_ = 0;
  Iterations iterations_;
  ZeroCopyBuffers buffers_;
};

}  // namespace rondel::session
