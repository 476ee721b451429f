#include "trace/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace rondel::trace {

namespace {

std::string list(const std::vector<NodeId>& nodes) {
  std::string text;
  for (const NodeId node : nodes) text += fmt::format("{}{}", text.empty() ? "" : ",", node.value);
  return text.empty() ? "-" : text;
}

double milliseconds(Duration duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

struct TellMessage {
  std::string operator()(const engine::Token& token) const {
    std::string text =
        fmt::format("token {} of {} from {} sequence {} aru {}", token.hop.value, to_string(token.ring),
                    token.sender.value, token.sequence.value, static_cast<std::int32_t>(token.aru.value));
    if (token.aru_holder != NodeId{}) text += fmt::format(" held down by {}", token.aru_holder.value);
    if (token.backlog != 0) text += fmt::format(" backlog {}", token.backlog);
    if (token.recovering) text += " recovering";
    for (const auto& request : token.requests) text += fmt::format(" wants {}", request.sequence.value);
    return text;
  }
  std::string operator()(const engine::FramePtr& frame) const {
    std::string text =
        fmt::format("{} {} of {} from {} {} bytes", frame->encapsulated ? "recovery frame" : "frame",
                    frame->sequence.value, to_string(frame->ring), frame->originator.value, frame->payload.size());
    if (frame->sender != frame->originator) text += fmt::format(" by way of {}", frame->sender.value);
    if (frame->guarantee == engine::Guarantee::safe) text += " safe";
    if (frame->inner) {
      text += fmt::format(" with frame {} of {}", frame->inner->sequence.value, to_string(frame->inner->ring));
    }
    return text;
  }
  std::string operator()(const engine::MergeDetect& merge) const {
    return fmt::format("merge detect of {} from {}", to_string(merge.ring), merge.sender.value);
  }
  std::string operator()(const engine::Join& join) const {
    return fmt::format("{} of {} wants {} failed {} ring number {:x}", join.leaving ? "leave" : "join",
                       join.sender.value, list(join.candidates), list(join.failed), join.ring_number.value);
  }
  std::string operator()(const engine::CommitToken& commit) const {
    std::string text = fmt::format("commit token {} of {} from {} filled {} of {}", commit.hop.value,
                                   to_string(commit.ring), commit.sender.value, commit.filled, commit.members.size());
    for (std::size_t i = 0; i < std::min(commit.members.size(), commit.entries.size()); ++i) {
      const engine::CommitToken::Entry& entry = commit.entries[i];
      text += fmt::format(" [{} old {} aru {} delivered {}{}]", commit.members[i].value, to_string(entry.old_ring),
                          entry.aru.value, entry.high_delivered.value, entry.received_all ? "" : " lacks some");
    }
    return text;
  }
  std::string operator()(const engine::HoldCancel& cancel) const {
    return fmt::format("hold cancel of {} from {}", to_string(cancel.ring), cancel.sender.value);
  }
};

struct TellInput {
  std::string operator()(const Start&) const { return "start"; }
  std::string operator()(const Receive& receive) const {
    std::string text;
    for (const engine::Message& message : receive.messages) text += (text.empty() ? "" : "; ") + to_text(message);
    return text.empty() ? "nothing that can be read" : text;
  }
  std::string operator()(const Expire&) const { return "a timer is due"; }
  std::string operator()(const Resumed& resumed) const {
    return fmt::format("this process did not run for {:.1f} ms", milliseconds(resumed.pause));
  }
  std::string operator()(const Wake&) const { return "something is to be sent"; }
  std::string operator()(const Stored& stored) const {
    return fmt::format("ring number {:x} is on disk", stored.number.value);
  }
  std::string operator()(const Synchronised&) const { return "synchronised"; }
  std::string operator()(const Evidence& given) const {
    static constexpr const char* words[] = {"can be reached", "can't be reached", "has ended"};
    return fmt::format("node {} {}", given.evidence.node.value, words[static_cast<std::size_t>(given.evidence.kind)]);
  }
  std::string operator()(const Configure& configure) const {
    return fmt::format("parameters: token timeout {:.0f} ms, consensus {:.0f} ms, frames of {} bytes",
                       milliseconds(configure.parameters.token_timeout),
                       milliseconds(configure.parameters.consensus_timeout), configure.parameters.frame_bytes_max);
  }
  std::string operator()(const Leave&) const { return "leave"; }
};

std::string tell_cuts(const std::vector<Answer>& answers) {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;
  for (const Answer& answer : answers) {
    const auto* cutting = std::get_if<Cutting>(&answer);
    if (cutting == nullptr || !cutting->bytes) continue;
    ++frames;
    bytes += *cutting->bytes;
  }
  return frames == 0 ? "" : fmt::format("; sends {} frames of {} bytes", frames, bytes);
}

}  // namespace

std::string to_text(const engine::Message& message) { return std::visit(TellMessage{}, message); }

std::string to_text(const Record& record) {
  std::string text = std::visit(TellInput{}, record.input) + tell_cuts(record.answers);
  if (!record.outcome) return text + " -> no outcome: the process ended here";
  return text + fmt::format(" -> {}, {} effects", engine::to_string(record.outcome->state), record.outcome->effects);
}

}  // namespace rondel::trace
