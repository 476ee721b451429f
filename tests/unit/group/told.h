// Shared by the tests of groups: a Groups that answers in text, so that a test reads like what a client sees.
//
//   "b: 1/100 2/100 left 3/100(3)"    a change: members after it, who left or joined with the reason
//   "b: 2/100 says hello"             a delivery
//   "ring 1.9: 1 2"                   a ring change
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "group/groups.h"

namespace rondel::group::test {

using Texts = std::vector<std::string>;

inline std::string text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
inline Payload payload(const std::string& text) { return Payload::copy(std::as_bytes(std::span{text})); }

inline std::string text(const Event& event) {
  if (const auto* change = std::get_if<Change>(&event)) {
    std::string result = fmt::format("{}:", change->group.view());
    for (const Member& one : change->members) result += fmt::format(" {}/{}", one.node.value, one.pid);
    const auto add = [&](const char* what, const std::vector<Member>& members) {
      if (!members.empty()) result += fmt::format(" {}", what);
      for (const Member& one : members) {
        result += fmt::format(" {}/{}({})", one.node.value, one.pid, static_cast<std::uint32_t>(one.reason));
      }
    };
    add("left", change->left);
    add("joined", change->joined);
    return result;
  }
  if (const auto* delivery = std::get_if<Delivery>(&event)) {
    return fmt::format("{}: {}/{} says {}", delivery->group.view(), delivery->node.value, delivery->pid,
                       text(delivery->message.view()));
  }
  if (const auto* partial = std::get_if<PartialDelivery>(&event)) {
    return fmt::format("{}: {}/{} says part {} of {} bytes: {}", partial->group.view(), partial->node.value,
                       partial->pid, partial->part, partial->message_bytes, text(partial->fragment.view()));
  }
  if (const auto* end = std::get_if<RingEnd>(&event)) {
    std::string result = "ring ends:";
    for (NodeId node : end->remaining) result += fmt::format(" {}", node.value);
    return result;
  }
  const auto& ring = std::get<RingChange>(event);
  std::string result = fmt::format("ring {}:", to_string(ring.ring));
  for (NodeId node : ring.members) result += fmt::format(" {}", node.value);
  return result;
}

inline std::vector<NodeId> nodes(const std::vector<std::uint32_t>& numbers) {
  std::vector<NodeId> result;
  for (std::uint32_t number : numbers) result.push_back({number});
  return result;
}

struct Told {
  explicit Told(std::uint32_t self) : groups{NodeId{self}} {}
  Groups groups;

  Texts receive(std::uint32_t from, const Message& message) {
    std::vector<Event> out;
    groups.receive({from}, message, out);
    return texts(out);
  }
  Texts join(std::uint32_t from, std::uint32_t pid, std::string_view group) {
    return receive(from, ProcessJoin{Name{group}, pid, Reason::join});
  }
  Texts leave(std::uint32_t from, std::uint32_t pid, std::string_view group, Reason reason = Reason::leave) {
    return receive(from, ProcessLeave{Name{group}, pid, reason});
  }
  Texts list(std::uint32_t from, const std::vector<std::pair<std::uint32_t, std::string>>& entries) {
    JoinList list;
    for (const auto& [pid, group] : entries) list.entries.push_back({pid, Name{group}});
    return receive(from, list);
  }
  // A regular view of this ring number.
  void init(std::uint64_t number, const std::vector<std::uint32_t>& members,
            const std::vector<std::uint32_t>& transitional) {
    engine::View view;
    view.ring = {{members.front()}, {number}};
    view.members = nodes(members);
    view.transitional = nodes(transitional);
    groups.sync_init(view);
  }
  // A transitional view with these nodes.
  Texts view_ends(const std::vector<std::uint32_t>& transitional) {
    engine::View view;
    view.transitional = nodes(transitional);
    std::vector<Event> out;
    groups.view_ends(view, out);
    return texts(out);
  }
  std::vector<Message> process() {
    std::vector<Message> out;
    groups.sync_process(out);
    return out;
  }
  Texts activate() {
    std::vector<Event> out;
    groups.sync_activate(out);
    return texts(out);
  }
  // The first ring of these nodes, on which nobody has a process yet.
  void first_ring(std::uint64_t number, const std::vector<std::uint32_t>& members) {
    init(number, members, {});
    static_cast<void>(activate());
  }
  [[nodiscard]] Texts table() const {
    Texts result;
    for (const Process& process : groups.processes()) {
      result.push_back(fmt::format("{}/{} {}", process.node.value, process.pid, process.group.view()));
    }
    return result;
  }

 private:
  static Texts texts(const std::vector<Event>& events) {
    Texts result;
    for (const Event& event : events) result.push_back(text(event));
    return result;
  }
};

}  // namespace rondel::group::test
