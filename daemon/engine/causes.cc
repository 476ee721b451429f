#include "engine/causes.h"

#include <algorithm>

namespace rondel::engine {

namespace {

// Whether it says why `node` is not in the next ring.
bool is_about_loss(const Cause& cause, NodeId node) {
  switch (cause.kind) {
    case Cause::Kind::consensus_timeout:
    case Cause::Kind::left:
    case Cause::Kind::failed_to_receive:
    case Cause::Kind::link_down:
    case Cause::Kind::process_dead:
    case Cause::Kind::condemned:
    case Cause::Kind::excluded:
      return cause.node == node;
    default:
      return false;
  }
}

// As this node would pass it on: who found out stays named, unless that was this node itself.
Cause as_told(Cause cause, NodeId sender, NodeId self) {
  if (cause.told_by == NodeId{}) cause.told_by = sender;
  if (cause.told_by == self) cause.told_by = NodeId{};
  return cause;
}

}  // namespace

void Causes::add(const Cause& cause) {
  const bool known = std::any_of(all_.begin(), all_.end(), [&](const Cause& other) {
    // The token is lost for all at once; each would tell of it with another time.
    return other.kind == cause.kind && (other.node == cause.node || cause.kind == Cause::Kind::token_lost);
  });
  if (known) return;
  if (all_.size() == causes_max) all_.erase(std::next(all_.begin()));
  all_.push_back(cause);
}

void Causes::out_of_ring(Time now, Duration recent) {
  if (pause_ && now - pause_->ended < recent) {
    add(Cause{.kind = Cause::Kind::paused, .node = self_, .silence = pause_->length});
  }
  pause_.reset();
}

bool Causes::explains(NodeId node) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Cause& cause) { return is_about_loss(cause, node); });
}

void Causes::explain(const Join& join, const NodeList& failed) {
  if (join.leaving) {
    add(Cause{.kind = Cause::Kind::left, .node = join.sender});
  } else if (contains(join.failed, join.sender)) {
    add(Cause{.kind = Cause::Kind::failed_to_receive, .node = join.sender});
  } else if (contains(join.failed, self_) && contains(failed, join.sender)) {
    add(Cause{.kind = Cause::Kind::excluded, .node = join.sender});
  }
  if (join.trailer) {
    for (const Cause& theirs : join.trailer->causes) {
      const bool paused = theirs.kind == Cause::Kind::paused && theirs.node == join.sender;
      const bool attempt = theirs.kind == Cause::Kind::commit_lost || theirs.kind == Cause::Kind::recovery_lost;
      if (paused || attempt) add(as_told(theirs, join.sender, self_));
    }
  }
  for (const NodeId node : join.failed) {
    if (node == self_ || !contains(failed, node) || explains(node)) continue;
    Cause cause{.kind = Cause::Kind::condemned, .node = node, .told_by = join.sender};
    if (join.trailer) {
      for (const Cause& theirs : join.trailer->causes) {
        if (theirs.kind != Cause::Kind::excluded && is_about_loss(theirs, node)) {
          cause = as_told(theirs, join.sender, self_);
        }
      }
    }
    add(cause);
  }
}

std::optional<Cause> told_cause(const Join& join, const NodeList& members, NodeId self) {
  if (!join.trailer || join.trailer->causes.empty()) return std::nullopt;
  const Cause& first = join.trailer->causes.front();
  const bool about_sender = first.node == join.sender && first.told_by == NodeId{};
  if (!contains(members, join.sender)) {
    // What happened in its ring is not what happens to ours.
    if (first.kind == Cause::Kind::start && about_sender) return as_told(first, join.sender, self);
    return std::nullopt;
  }
  // That it heard us, or that we asked, would lead in a circle.
  const bool in_a_circle =
      (first.kind == Cause::Kind::joined || first.kind == Cause::Kind::merge) && first.node == self;
  if (in_a_circle || first.kind == Cause::Kind::excluded) return std::nullopt;
  return as_told(first, join.sender, self);
}

}  // namespace rondel::engine
