#include "engine/view.h"

#include <fmt/format.h>

#include <algorithm>

namespace rondel::engine {

std::string to_string(const Cause& cause) {
  const std::uint32_t node = cause.node.value;
  switch (cause.kind) {
    case Cause::Kind::start:
      return "this node started";
    case Cause::Kind::token_lost: {
      const auto silence = std::chrono::duration_cast<std::chrono::milliseconds>(cause.silence).count();
      if (node == 0) return fmt::format("no token for {} ms", silence);
      return fmt::format("no token for {} ms, last seen from node {}", silence, node);
    }
    case Cause::Kind::commit_lost:
      return "the commit token of the new ring was lost";
    case Cause::Kind::recovery_lost:
      return "the new ring lost its token during recovery";
    case Cause::Kind::consensus_timeout:
      return node == 0 ? std::string{"no agreement in time"} : fmt::format("node {} did not answer in time", node);
    case Cause::Kind::joined:
      return fmt::format("node {} asked for a new membership", node);
    case Cause::Kind::left:
      return fmt::format("node {} left", node);
    case Cause::Kind::merge:
      return fmt::format("node {} of another ring was heard", node);
    case Cause::Kind::failed_to_receive:
      return fmt::format("node {} gets tokens but no frames", node);
    case Cause::Kind::link_down:
      return fmt::format("every link to node {} is down", node);
    case Cause::Kind::process_dead:
      return fmt::format("the process of node {} is dead", node);
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
    case Cause::Kind::partly_connected:
      return "partly_connected";
  }
  return "unknown";
}

}  // namespace rondel::engine
