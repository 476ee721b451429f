#include "session/cpg_session.h"

#include <algorithm>

#include "session/reply.h"

namespace rondel::session {

namespace cpg = ipc::cpg;

namespace {

Outcome replied(std::vector<std::byte> bytes) { return Outcome{std::move(bytes), {}, {}}; }
Outcome invalid() { return replied(invalid_reply()); }

// Requests that wait for the ring; the others only look at what this daemon knows.
bool needs_ring(std::int32_t id) {
  switch (id) {
    case cpg::request_membership:
    case cpg::request_local:
    case cpg::request_iteration_initialize:
    case cpg::request_iteration_next:
    case cpg::request_iteration_finalize:
    case cpg::request_transitional:
      return false;
    default:
      return true;
  }
}

// Whether this node has the process in the table, found by the table's order of nodes and pids.
bool in_table(const Surroundings& around, std::uint32_t pid, const group::Name& group) {
  const std::pair wanted{around.self(), pid};
  const auto key = [](const group::Process& process) { return std::pair{process.node, process.pid}; };
  const std::span<const group::Process> table = around.processes();
  for (auto process = std::ranges::lower_bound(table, wanted, {}, key); process != table.end(); ++process) {
    if (key(*process) != wanted) return false;
    if (process->group == group) return true;
  }
  return false;
}

bool lists(const std::vector<group::Member>& members, NodeId node, std::uint32_t pid) {
  return std::ranges::any_of(members, [&](const group::Member& m) { return m.node == node && m.pid == pid; });
}

}  // namespace

CpgSession::CpgSession(ClientId id, uid_t user, SharedFiles& files) : id_{id}, user_{user}, buffers_{files} {}

Outcome CpgSession::request(Bytes request, const Surroundings& around) {
  const std::optional<ipc::RequestHeader> head = fixed_part<ipc::RequestHeader>(request);
  if (!head) return invalid();
  const bool whole = head->size >= 0 && static_cast<std::size_t>(head->size) == request.size();
  if (head->id == cpg::request_multicast)
    return whole ? multicast(request, around) : dropped("multicast dropped: its length is not what its header says");
  const bool known = (head->id >= 0 && head->id < cpg::request_count) || head->id == cpg::request_transitional;
  if (!whole || !known) return invalid();
  if (needs_ring(head->id) && !around.may_send()) return replied(overload_reply());
  return dispatch(head->id, request, around);
}

Outcome CpgSession::dispatch(std::int32_t id, Bytes request, const Surroundings& around) {
  switch (id) {
    case cpg::request_join:
      return join(request, around);
    case cpg::request_leave:
      return leave(request);
    case cpg::request_membership:
      return membership(request, around);
    case cpg::request_local: {
      cpg::LocalReply local;
      local.node = around.self().value;
      return replied(reply(cpg::response_local, ipc::status_ok, local));
    }
    case cpg::request_iteration_initialize:
      return iteration_initialize(request, around);
    case cpg::request_iteration_next:
      return iteration_next(request);
    case cpg::request_iteration_finalize:
      return iteration_finalize(request);
    case cpg::request_finalize:
      // No more events; the ring hears of the leave when the connection ends.
      finalized_ = true;
      return replied(reply(cpg::response_finalize, ipc::status_ok));
    case cpg::request_zero_copy_alloc:
      return zero_copy_alloc(request);
    case cpg::request_zero_copy_free:
      return zero_copy_free(request);
    case cpg::request_zero_copy_execute:
      return zero_copy_execute(request, around);
    case cpg::request_partial_multicast:
      return partial_multicast(request, around);
    case cpg::request_transitional:
      ring_ends_wanted_ = true;
      return replied(reply(cpg::response_transitional, ipc::status_ok));
    default:
      return invalid();
  }
}

std::optional<group::Message> CpgSession::closed() {
  const bool leaves_already = state_ == State::leave_started && leaves_own_group_;
  if (state_ == State::unjoined || leaves_already) return std::nullopt;
  return group::ProcessLeave{group_, pid_, group::Reason::process_down};
}

bool CpgSession::before(const group::Change& change, NodeId self) {
  if (state_ == State::join_started && lists(change.joined, self, pid_)) state_ = State::joined;
  if (!listens()) return false;
  ++changes_told_;
  return true;
}

bool CpgSession::after(const group::Change& change, NodeId self) {
  if (state_ != State::leave_started || !lists(change.left, self, pid_)) return false;
  state_ = State::unjoined;
  changes_at_first_part_.reset();
  return true;
}

bool CpgSession::take_initial_ring_change() {
  if (!wants_initial_ring_change()) return false;
  initial_ring_wanted_ = false;
  initial_ring_told_ = true;
  return true;
}

Outcome CpgSession::join(Bytes request, const Surroundings& around) {
  const std::optional<cpg::Join> asked = fixed_part<cpg::Join>(request);
  if (!asked) return invalid();
  const auto answer = [](ipc::Status status) { return reply(cpg::response_join, status); };
  const std::optional<group::Name> name = to_name(asked->group);
  if (!name) return replied(answer(ipc::status_name_too_long));
  const Presence presence = around.presence_here(asked->pid, *name);
  if (presence == Presence::present) return replied(answer(ipc::status_exist));
  // A leave of the same process is still on its way: its event would end the new membership.
  if (presence == Presence::leaving || in_table(around, asked->pid, *name))
    return replied(answer(ipc::status_try_again));
  if (state_ == State::leave_started) return replied(answer(ipc::status_busy));
  if (state_ != State::unjoined) return replied(answer(ipc::status_exist));

  state_ = State::join_started;
  group_ = *name;
  pid_ = asked->pid;
  const bool wants_ring = (asked->flags & cpg::join_flag_initial_ring) != 0;
  initial_ring_wanted_ = wants_ring && !initial_ring_told_;
  return {answer(ipc::status_ok), group::ProcessJoin{group_, pid_, group::Reason::join}, {}};
}

Outcome CpgSession::leave(Bytes request) {
  const std::optional<cpg::Leave> asked = fixed_part<cpg::Leave>(request);
  if (!asked) return invalid();
  const std::optional<group::Name> name = to_name(asked->group);
  if (!name) return invalid();
  if (state_ == State::join_started) return replied(reply(cpg::response_leave, ipc::status_busy));
  if (state_ != State::joined) return replied(reply(cpg::response_leave, ipc::status_not_exist));
  state_ = State::leave_started;
  leaves_own_group_ = *name == group_ && asked->pid == pid_;
  return {reply(cpg::response_leave, ipc::status_ok), group::ProcessLeave{*name, asked->pid, group::Reason::leave}, {}};
}

Outcome CpgSession::membership(Bytes request, const Surroundings& around) const {
  const std::optional<cpg::Membership> asked = fixed_part<cpg::Membership>(request);
  if (!asked) return invalid();
  const std::optional<group::Name> name = to_name(asked->group);
  if (!name) return invalid();
  cpg::MembershipReply answer;
  for (const group::Process& process : around.processes()) {
    if (answer.count == cpg::membership_entries_max) break;
    if (process.group != *name) continue;
    ipc::GroupAddress& address = answer.members[answer.count++];
    address.node = process.node.value;
    address.pid = process.pid;
  }
  return replied(reply(cpg::response_membership, ipc::status_ok, answer));
}

Outcome CpgSession::iteration_initialize(Bytes request, const Surroundings& around) {
  const std::optional<cpg::IterationInitialize> asked = fixed_part<cpg::IterationInitialize>(request);
  if (!asked) return invalid();
  const bool one_group = asked->type == static_cast<std::uint32_t>(IterationType::one_group);
  const bool names_only = asked->type == static_cast<std::uint32_t>(IterationType::names_only);
  group::Name name;
  if (one_group) {  // otherwise the name is whatever was on the client's stack
    const std::optional<group::Name> given = to_name(asked->group);
    if (!given) return invalid();
    name = *given;
  }
  const IterationType type = one_group    ? IterationType::one_group
                             : names_only ? IterationType::names_only
                                          : IterationType::all;
  const std::optional<std::uint64_t> handle = iterations_.open(iteration_order(around.processes(), type, name));
  cpg::HandleReply answer;
  answer.handle = handle.value_or(0);
  return replied(reply(cpg::response_iteration_initialize, handle ? ipc::status_ok : ipc::status_no_memory, answer));
}

Outcome CpgSession::iteration_next(Bytes request) {
  const std::optional<cpg::HandleRequest> asked = fixed_part<cpg::HandleRequest>(request);
  if (!asked) return invalid();
  cpg::IterationReply answer;
  group::Process entry;
  ipc::Status status = ipc::status_library;
  switch (iterations_.next(asked->handle, entry)) {
    case Iterations::Step::bad_handle:
      break;
    case Iterations::Step::end:
      status = ipc::status_no_sections;
      break;
    case Iterations::Step::entry:
      status = ipc::status_ok;
      answer.group = from_name(entry.group);
      answer.node = entry.node.value;
      answer.pid = entry.pid;
      break;
  }
  return replied(reply(cpg::response_iteration_next, status, answer));
}

Outcome CpgSession::iteration_finalize(Bytes request) {
  const std::optional<cpg::HandleRequest> asked = fixed_part<cpg::HandleRequest>(request);
  if (!asked) return invalid();
  const bool known = iterations_.close(asked->handle);
  return replied(reply(cpg::response_iteration_finalize, known ? ipc::status_ok : ipc::status_library));
}

}  // namespace rondel::session
