#include <fmt/format.h>

#include "node/events.h"
#include "node/parts.h"
#include "wire/service_codec.h"

namespace rondel::node {

void Node::Parts::deliver(Time now, const engine::Frame& frame) {
  if (observer != nullptr) observer->delivered(now, frame);
  if (frame.foreign_order) {
    ++counters.foreign_frames;
    if (const auto held_back = foreign_frames.pass(now)) {
      host.log(Level::warning, ring_subsystem,
               fmt::format("A frame in the other byte order cannot be read, ignoring. node={} more={}",
                           frame.originator.value, *held_back));
    }
  } else {
    incoming.clear();
    assembly.receive(frame.originator, frame.payload, incoming);
    for (const packing::Incoming& message : incoming) handle(now, message);
    incoming.clear();
  }
  if (observer != nullptr) observer->handled(now, frame);
}

void Node::Parts::handle(Time now, const packing::Incoming& message) {
  const Result<wire::ServiceMessage> decoded = wire::decode_service(message.bytes);
  if (!decoded) {
    ++counters.malformed_messages;
    if (const auto held_back = malformed_messages.pass(now)) {
      host.log(Level::warning, ring_subsystem,
               fmt::format("A message cannot be read, ignoring: {}. node={} bytes={} more={}", decoded.error().text,
                           message.from.value, message.bytes.size(), *held_back));
    }
    return;
  }
  if (const auto* of_sync = std::get_if<sync::Message>(&*decoded)) {
    sync.receive(message.from, *of_sync, steps);
    take_steps(now);
  } else if (const auto* of_groups = std::get_if<group::Message>(&*decoded)) {
    groups.receive(message.from, *of_groups, events);
    tell_events(now);
  }
}

void Node::Parts::take_steps(Time now) {
  for (const sync::Step& step : steps) take_step(now, step);
  steps.clear();
}

// Groups are the only service so far that knows anything to be said after a view change.
void Node::Parts::take_step(Time now, const sync::Step& step) {
  if (const auto* send = std::get_if<sync::Send>(&step)) {
    send_synchronising(now, wire::encode(send->message));
  } else if (std::holds_alternative<sync::Complete>(step)) {
    complete(now);
  } else if (const auto* init = std::get_if<sync::Init>(&step); init && init->service == sync::Service::groups) {
    groups.sync_init(view);
  } else if (const auto* process = std::get_if<sync::Process>(&step);
             process && process->service == sync::Service::groups) {
    std::vector<group::Message> to_send;
    groups.sync_process(to_send);
    for (const group::Message& message : to_send) send_synchronising(now, wire::encode(message));
  } else if (const auto* activate = std::get_if<sync::Activate>(&step);
             activate && activate->service == sync::Service::groups) {
    groups.sync_activate(events);
    tell_events(now);
  } else if (const auto* abort = std::get_if<sync::Abort>(&step); abort && abort->service == sync::Service::groups) {
    groups.sync_abort();
  }
}

void Node::Parts::tell_events(Time now) {
  for (const group::Event& event : events) listener.group_event(now, event);
  events.clear();
}

void Node::Parts::send_synchronising(Time now, ServiceBytes bytes) {
  outbox.add(engine::Phase::synchronising, {std::move(bytes)});
  engine.wake(now);
}

// All members come by this point of the order: what follows it is of the normal phase on both sides. An engine that has
// left this ring already, with the view change among the effects behind this delivery, synchronises again.
void Node::Parts::complete(Time now) {
  assembly.use_phase(engine::Phase::normal);
  if (engine.view().ring == view.ring) engine.synchronised(now);
  synchronised = true;
  event_log.add(now, synchronised_event(view, now - waiting_since));
  if (observer != nullptr) observer->synchronised(now, view);
  host.log(Level::notice, sync_subsystem, "Completed service synchronization, ready to provide service.");
  ever_synchronised = true;
  host.ready();
}

}  // namespace rondel::node
