// The requests of a CpgSession that send: whole messages, parts of long ones, and messages in zero copy buffers.
#include <bit>

#include "session/cpg_session.h"
#include "session/reply.h"

namespace rondel::session {

namespace cpg = ipc::cpg;

namespace {

Outcome invalid() { return {invalid_reply(), {}, {}}; }

// Everything else is agreed, whatever number a client writes.
bool is_safe(std::uint32_t guarantee) { return guarantee == cpg::guarantee_safe; }

}  // namespace

group::Message CpgSession::to_group(NodeId self, Payload message) const {
  return group::Multicast{group_, pid_, group::Source{self, id_}, std::move(message)};
}

// The first of a connection, and then at every doubling.
std::optional<std::string> CpgSession::warning(std::string_view what) {
  ++warnings_;
  if (!std::has_single_bit(warnings_)) return std::nullopt;
  return fmt::format("{} warnings={}", what, warnings_);
}

// A multicast has no answer, so a mistake can only be logged.
// The ring takes it even when it would rather not: the caller was told long ago that all is well, and as reading stops
// with the ring, what comes here in spite of that is a message or two.
Outcome CpgSession::multicast(Bytes request, const Surroundings& around) {
  const std::optional<cpg::Multicast> head = fixed_part<cpg::Multicast>(request);
  if (!head) return dropped("multicast dropped: it is shorter than its header");
  const Bytes message = request.subspan(sizeof *head);
  if (head->message_bytes > message.size()) return dropped("multicast dropped: it is shorter than it says");
  if (head->message_bytes > cpg::message_bytes_atomic_max) return dropped("multicast dropped: it is too long");
  if (!may_multicast()) return dropped("multicast dropped: the client is in no group");
  return {{}, to_group(around.self(), Payload::copy(message.first(head->message_bytes))), {}, is_safe(head->guarantee)};
}

// The sender of a message in parts takes no events before the last one is sent, its own among them. So whether it is to
// wait is asked once, before the first part; the rest then passes, as large as the message may be.
Outcome CpgSession::partial_multicast(Bytes request, const Surroundings& around) {
  const std::optional<cpg::PartialMulticast> head = fixed_part<cpg::PartialMulticast>(request);
  if (!head) return invalid();
  const Bytes fragment = request.subspan(sizeof *head);
  const bool fits = head->fragment_bytes <= fragment.size() && head->fragment_bytes <= head->message_bytes &&
                    head->fragment_bytes <= cpg::message_bytes_atomic_max;
  if (!fits) return invalid();
  const auto answer = [](ipc::Status status) { return reply(cpg::response_partial_multicast, status); };
  if (!may_multicast()) return {answer(ipc::status_not_exist), {}, {}};
  const bool is_first = head->part == static_cast<std::uint32_t>(group::Part::first);
  if (is_first) {
    const Room room = around.room(id_);
    if (head->message_bytes > room.message_bytes_max) return {answer(ipc::status_too_big), {}, {}};
    if (room.behind) return {answer(ipc::status_try_again), {}, {}, false, true};
  }

  // Receivers throw away what they have of a message when its sender's group changes in the middle, as the new ones
  // would get only the end.
  if (is_first) {
    changes_at_first_part_ = changes_told_;
  } else if (changes_at_first_part_.value_or(changes_told_) != changes_told_) {
    return {answer(ipc::status_interrupt), {}, {}};
  }
  group::PartialMulticast part;
  part.group = group_;
  part.pid = pid_;
  part.source = {around.self(), id_};
  part.message_bytes = head->message_bytes;
  part.part = head->part;
  part.fragment = Payload::copy(fragment.first(head->fragment_bytes));
  return {answer(ipc::status_ok), std::move(part), {}, is_safe(head->guarantee), true};
}

// Libraries don't look at the error of this answer; a client whose buffer was refused finds out when it sends.
Outcome CpgSession::zero_copy_alloc(Bytes request) {
  const std::optional<cpg::ZeroCopyAlloc> asked = fixed_part<cpg::ZeroCopyAlloc>(request);
  if (!asked) return invalid();
  const std::string_view path{asked->path, sizeof asked->path};
  const std::size_t end = path.find('\0');
  if (end == std::string_view::npos) return {reply(0, ipc::status_invalid_param), {}, {}};
  Result<void> made = buffers_.allocate(path.substr(0, end), asked->map_bytes, user_);
  if (!made) return {reply(0, ipc::status_access), {}, warning(made.error().text)};
  return {reply(0, ipc::status_ok), {}, {}};
}

Outcome CpgSession::zero_copy_free(Bytes request) {
  const std::optional<cpg::ZeroCopyFree> asked = fixed_part<cpg::ZeroCopyFree>(request);
  if (!asked) return invalid();
  return {reply(0, buffers_.free(asked->token) ? ipc::status_ok : ipc::status_bad_handle), {}, {}};
}

Outcome CpgSession::zero_copy_execute(Bytes request, const Surroundings& around) {
  const std::optional<cpg::HandleRequest> asked = fixed_part<cpg::HandleRequest>(request);
  if (!asked) return invalid();
  const auto answer = [](ipc::Status status) { return reply(cpg::response_zero_copy_execute, status); };
  if (!buffers_.has(asked->handle)) return {answer(ipc::status_bad_handle), {}, {}};
  if (!may_multicast()) return {answer(ipc::status_not_exist), {}, {}};
  Result<ZeroCopyMessage> message = buffers_.message(asked->handle);
  if (!message) return {answer(ipc::status_invalid_param), {}, warning(message.error().text)};
  const bool safe = is_safe(message->guarantee);
  return {answer(ipc::status_ok), to_group(around.self(), std::move(message->bytes)), {}, safe};
}

}  // namespace rondel::session
