#include <fmt/format.h>

#include <algorithm>

#include "node/events.h"
#include "node/parts.h"
#include "wire/ring_codec.h"

namespace rondel::node {

void Node::Parts::carry_out(Time now) {
  if (busy) return;
  busy = true;
  for (;;) {
    engine.take_effects(effects);
    if (effects.empty()) {
      if (!gate.update(outbox.waiting_bytes(engine::Phase::normal), synchronised)) break;
      listener.admission_changed(now);
      continue;
    }
    carrying.clear();
    carrying.swap(effects);
    for (engine::Effect& effect : carrying) carry_out_one(now, effect);
    flush_broadcast();
  }
  carrying.clear();
  busy = false;
}

// Successive broadcasts go to the link as one, and before whatever follows: the token must not overtake the frames it
// counts.
void Node::Parts::carry_out_one(Time now, engine::Effect& effect) {
  if (const auto* broadcast = std::get_if<engine::Broadcast>(&effect)) {
    if (observer != nullptr) observer->broadcast(now, broadcast->message);
    packets.push_back(wire::encode(broadcast->message, NodeId{}));
    return;
  }
  flush_broadcast();
  if (const auto* store = std::get_if<engine::Store>(&effect)) {
    host.store_ring_number(store->number);
  } else if (auto* unicast = std::get_if<engine::Unicast>(&effect)) {
    if (unicast->to == settings.self) {
      loopback.add(std::move(unicast->message));
    } else {
      link.unicast(unicast->to, wire::encode(unicast->message, unicast->to));
    }
  } else if (const auto* delivery = std::get_if<engine::Deliver>(&effect)) {
    deliver(now, *delivery->frame);
  } else if (const auto* change = std::get_if<engine::Install>(&effect)) {
    install(now, *change);
  } else {
    tell(now, std::get<engine::Notice>(effect));
  }
}

void Node::Parts::tell(Time now, const engine::Notice& notice) {
  if (observer != nullptr) observer->noticed(now, notice);
  const auto& past = event_log.events();
  const auto drops = std::count_if(past.begin(), past.end(), [&](const LoggedEvent& event) {
    return event.kind == "node_unreachable" && event.nodes.front() == notice.node &&
           now - event.at < std::max(notice.span, warning_interval);
  });
  LoggedEvent event = notice_event(notice, static_cast<std::size_t>(drops));
  host.log(Level::warning, ring_subsystem, fmt::format("{}. notice={}", event.sentence, event.kind));
  event_log.add(now, std::move(event));
}

void Node::Parts::flush_broadcast() {
  if (packets.empty()) return;
  link.broadcast(packets);
  packets.clear();
}

// A bounded number, whatever they cause: the rest is due at the next turn.
void Node::Parts::handle_loopback(Time now) {
  for (std::size_t i = 0; i < loopback_messages_per_turn; ++i) {
    const std::optional<engine::Message> message = loopback.next();
    if (!message) return;
    engine.receive(now, *message);
    carry_out(now);
  }
}

}  // namespace rondel::node
