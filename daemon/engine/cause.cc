#include "engine/cause.h"

#include <fmt/format.h>

#include <algorithm>

namespace rondel::engine {

namespace {

std::int64_t milliseconds(Duration duration) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
}

std::string token_lost(const Cause& cause) {
  std::string text = cause.told_by == NodeId{} ? "no token" : fmt::format("node {} had no token", cause.told_by.value);
  text += fmt::format(" for {} ms", milliseconds(cause.silence));
  if (cause.node != NodeId{}) text += fmt::format(", last seen from node {}", cause.node.value);
  return text;
}

}  // namespace

std::string to_string(const Cause& cause) {
  const std::uint32_t node = cause.node.value;
  const bool told = cause.told_by != NodeId{};
  switch (cause.kind) {
    case Cause::Kind::start:
      return told ? fmt::format("node {} started", node) : "this node started";
    case Cause::Kind::token_lost:
      return token_lost(cause);
    case Cause::Kind::commit_lost:
      return "the commit token of the new ring was lost";
    case Cause::Kind::recovery_lost:
      return "the new ring lost its token during recovery";
    case Cause::Kind::consensus_timeout:
      if (node == 0) return "no agreement in time";
      return told ? fmt::format("node {} did not answer node {} in time", node, cause.told_by.value)
                  : fmt::format("node {} did not answer in time", node);
    case Cause::Kind::joined:
      return fmt::format("node {} asked for a new membership", node);
    case Cause::Kind::left:
      return fmt::format("node {} left", node);
    case Cause::Kind::merge:
      return fmt::format("node {} of another ring was heard", node);
    case Cause::Kind::failed_to_receive:
      return fmt::format("node {} gets tokens but no frames", node);
    case Cause::Kind::link_down:
      return told ? fmt::format("node {} did not answer node {} in time, to which every link is down", node,
                                cause.told_by.value)
                  : fmt::format("node {} did not answer in time, every link to it is down", node);
    case Cause::Kind::process_dead:
      return fmt::format("the process of node {} is dead", node);
    case Cause::Kind::paused:
      return told ? fmt::format("the process of node {} did not run for {} ms", node, milliseconds(cause.silence))
                  : fmt::format("this process did not run for {} ms", milliseconds(cause.silence));
    case Cause::Kind::condemned:
      return fmt::format("node {} calls node {} failed", cause.told_by.value, node);
    case Cause::Kind::excluded:
      return fmt::format("node {} calls this node failed", node);
    case Cause::Kind::partly_connected:
      return fmt::format("nodes {} and {} do not hear each other: node {} is left out",
                         std::min(node, cause.other.value), std::max(node, cause.other.value), cause.other.value);
  }
  return "unknown";
}

const char* to_string(Cause::Kind kind) {
  switch (kind) {
    case Cause::Kind::start:
      return "start";
    case Cause::Kind::token_lost:
      return "token_lost";
    case Cause::Kind::commit_lost:
      return "commit_lost";
    case Cause::Kind::recovery_lost:
      return "recovery_lost";
    case Cause::Kind::consensus_timeout:
      return "consensus_timeout";
    case Cause::Kind::joined:
      return "joined";
    case Cause::Kind::left:
      return "left";
    case Cause::Kind::merge:
      return "merge";
    case Cause::Kind::failed_to_receive:
      return "failed_to_receive";
    case Cause::Kind::link_down:
      return "link_down";
    case Cause::Kind::process_dead:
      return "process_dead";
    case Cause::Kind::paused:
      return "paused";
    case Cause::Kind::condemned:
      return "condemned";
    case Cause::Kind::excluded:
      return "excluded";
    case Cause::Kind::partly_connected:
      return "partly_connected";
  }
  return "unknown";
}

std::optional<Cause::Kind> cause_kind(std::string_view word) {
  for (std::uint8_t at = 0;; ++at) {
    const char* const known = to_string(static_cast<Cause::Kind>(at));
    if (known == std::string_view{"unknown"}) return std::nullopt;
    if (known == word) return static_cast<Cause::Kind>(at);
  }
}

}  // namespace rondel::engine
