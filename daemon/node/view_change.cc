#include "node/events.h"
#include "node/parts.h"

namespace rondel::node {

namespace {

// In a ring of ours every member drops what it holds of unfinished messages, and their senders begin again (protocol.md
// 3). With a corosync among the members the tails follow alone.
bool restarts_unfinished(const engine::View& view) {
  return (view.capabilities.bits & engine::capability_restart) != 0;
}

}  // namespace

void Node::Parts::install(Time now, const engine::Install& change) {
  if (observer != nullptr) observer->installed(now, change);
  if (change.stage == engine::Install::Stage::transitional) {
    if (synchronised || view.members.empty()) waiting_since = now;
    synchronised = false;
    sync.abort(steps);
    take_steps(now);
    groups.view_ends(change.view, events);
    tell_events(now);
    return;
  }
  const bool restart = restarts_unfinished(change.view);
  assembly.use_phase(engine::Phase::synchronising);
  // Only now: the rest of a message of a node that is gone may have come behind the transitional view.
  assembly.forget(change.view.left);
  if (restart) assembly.forget_all();
  outbox.view_installed(restart);
  history.add(now, change.view);
  event_log.add(now, membership_event(view.ring, change.view));
  host.log(Level::notice, ring_subsystem, describe(view.ring, change.view));
  view = change.view;
  sync.begin(view, steps);
  take_steps(now);
}

}  // namespace rondel::node
