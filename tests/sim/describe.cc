#include "describe.h"

#include <fmt/format.h>

#include <string_view>

namespace rondel::simulation {

namespace {

std::string list(const std::vector<NodeId>& nodes) {
  std::string text;
  for (const NodeId node : nodes) text += fmt::format("{}{}", text.empty() ? "" : ",", node.value);
  return "{" + text + "}";
}

std::string tell(const std::vector<engine::Report>& reports) {
  std::string text;
  for (const engine::Report& report : reports) {
    text += fmt::format(" [{} hears", report.node.value);
    for (const engine::Report::Ear& ear : report.ears) {
      constexpr std::string_view marks = "-+*!";  // in the order of engine::Hearing
      text += fmt::format(" {}{}", ear.node.value, marks[static_cast<std::size_t>(ear.hearing)]);
    }
    text += "]";
  }
  return text;
}

std::string tell(const engine::Token& token) {
  std::string text = fmt::format("token {} ring={} seq={} aru={}/{} backlog={} fcc={}{}", token.hop.value,
                                 to_string(token.ring), token.sequence.value, token.aru.value, token.aru_holder.value,
                                 token.backlog, token.flow_count, token.recovering ? " recovering" : "");
  for (const engine::Token::Request& request : token.requests) text += fmt::format(" rtr={}", request.sequence.value);
  return text;
}

std::string tell(const engine::FramePtr& frame) {
  return fmt::format("{}frame {} ring={} from={} bytes={}", frame->encapsulated ? "recovery " : "",
                     frame->sequence.value, to_string(frame->ring), frame->originator.value,
                     frame->inner ? frame->inner->payload.size() : frame->payload.size());
}

std::string tell(const engine::MergeDetect& merge) {
  return fmt::format("merge detect ring={}{}", to_string(merge.ring), tell(merge.reports));
}

std::string tell(const engine::Join& join) {
  std::string text = fmt::format("{} {} failed={} number={:x}", join.leaving ? "leave" : "join", list(join.candidates),
                                 list(join.failed), join.ring_number.value);
  if (join.trailer) text += fmt::format(" apart={}{}", list(join.trailer->apart), tell(join.trailer->reports));
  return text;
}

std::string tell(const engine::CommitToken& commit) {
  std::string text =
      fmt::format("commit token {} ring={} filled={}", commit.hop.value, to_string(commit.ring), commit.filled);
  for (std::size_t i = 0; i < commit.members.size(); ++i) {
    const engine::CommitToken::Entry& entry = commit.entries[i];
    text += fmt::format(" [{} old={} aru={} high={}{}]", commit.members[i].value, to_string(entry.old_ring),
                        entry.aru.value, entry.high_delivered.value, entry.received_all ? " all" : "");
  }
  return text;
}

std::string tell(const engine::HoldCancel& cancel) {
  return fmt::format("hold cancel ring={}", to_string(cancel.ring));
}

}  // namespace

std::string describe(const engine::Message& message) {
  return std::visit([](const auto& one) { return tell(one); }, message);
}

}  // namespace rondel::simulation
