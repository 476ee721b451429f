// Synchronisation and groups of node 1 against any service messages of four nodes, across view changes. It never
// crashes, the table of processes keeps its order, and once a round is complete it holds nobody of a lost node.
//
//   input  = action{*}
//   action = 0 members:u8 stayed:u8                 a view: bits 1 to 3 are nodes 2 to 4
//          | 1 node:u8 size:u16 bytes[size]         a message as it is
//          | 2 count:u8                             own messages come back
//          | 3 node:u8                              its barrier
//          | 4 node:u8 count:u8 service:u8{count}   its list of services
//          | 5 node:u8 group:u8 pid:u8 fn:u8        a process joins or leaves
//          | 6 node:u8 count:u8 {group:u8 pid:u8}   its processes, as it tells them after a view change
#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "base/ensure.h"
#include "group/groups.h"
#include "script.h"
#include "sync/sync.h"
#include "wire/service_codec.h"

using namespace rondel;

namespace {

constexpr NodeId self{1};
constexpr std::uint32_t nodes = 4;
constexpr std::size_t own_messages_max = 1000;

class Driver {
 public:
  explicit Driver(fuzz::Script script) : script_{script} { change(0xff, 0); }

  void run() {
    while (script_.more()) {
      act(script_.pick(7));
      check();
    }
  }

 private:
  NodeId node() { return {script_.pick(nodes) + 1}; }
  group::Name name() { return group::Name{std::string(script_.pick(3), 'g')}; }

  void act(std::uint32_t action) {
    switch (action) {
      case 0: {
        const std::uint8_t members = script_.u8();
        return change(members, script_.u8());
      }
      case 1: {
        const NodeId from = node();
        return receive(from, Payload::copy(script_.bytes(script_.u16())));
      }
      case 2:
        for (std::uint32_t count = script_.pick(8); count > 0 && !own_.empty(); --count) {
          const Payload message = own_.front();
          own_.pop_front();
          receive(self, message);
        }
        return;
      case 3:
        return receive(node(), wire::encode(sync::Message{sync::Barrier{view_.ring}}).joined());
      case 4: {
        const NodeId from = node();
        sync::ServiceList list{view_.ring, {}};
        for (std::uint32_t count = script_.pick(8); count > 0; --count) list.services.push_back(script_.pick(8));
        return receive(from, wire::encode(sync::Message{list}).joined());
      }
      case 5: {
        const NodeId from = node();
        const group::Name group = name();
        const std::uint32_t pid = script_.pick(4);
        if (script_.pick(2) == 0) return receive(from, wire::encode(group::ProcessJoin{group, pid, {}}).joined());
        return receive(from, wire::encode(group::ProcessLeave{group, pid, {}}).joined());
      }
      default: {
        const NodeId from = node();
        group::JoinList list;
        for (std::uint32_t count = script_.pick(16); count > 0; --count) list.entries.push_back({script_.u8(), name()});
        return receive(from, wire::encode(group::Message{list}).joined());
      }
    }
  }

  void change(std::uint8_t members, std::uint8_t stayed) {
    engine::View view;
    view.ring = RingId{self, view_.ring.number + 4};
    for (std::uint32_t id = 1; id <= nodes; ++id) {
      const bool was = std::ranges::find(view_.members, NodeId{id}) != view_.members.end();
      const bool is = id == 1 || (members >> (id - 1) & 1U) != 0;
      const bool stays = was && is && (id == 1 || (stayed >> (id - 1) & 1U) != 0);
      if (is) view.members.push_back(NodeId{id});
      if (stays) view.transitional.push_back(NodeId{id});
      if (is && !stays) view.joined.push_back(NodeId{id});
      if (was && !stays) view.left.push_back(NodeId{id});
    }
    own_.clear();
    view_ = view;
    std::vector<sync::Step> steps;
    sync_.abort(steps);
    sync_.begin(view_, steps);
    take(steps);
  }

  void receive(NodeId from, const Payload& bytes) {
    if (std::ranges::find(view_.members, from) == view_.members.end()) return;
    const Result<wire::ServiceMessage> message = wire::decode_service(bytes);
    if (!message) return;
    std::vector<sync::Step> steps;
    if (const auto* of_sync = std::get_if<sync::Message>(&*message)) sync_.receive(from, *of_sync, steps);
    if (const auto* of_groups = std::get_if<group::Message>(&*message)) groups_.receive(from, *of_groups, events_);
    take(steps);
  }

  // As node does it.
  void take(const std::vector<sync::Step>& steps) {
    for (const sync::Step& step : steps) {
      if (const auto* send = std::get_if<sync::Send>(&step)) tell(wire::encode(send->message).joined());
      if (const auto* init = std::get_if<sync::Init>(&step); init && init->service == sync::Service::groups) {
        groups_.sync_init(view_);
      }
      if (const auto* turn = std::get_if<sync::Process>(&step); turn && turn->service == sync::Service::groups) {
        std::vector<group::Message> to_send;
        groups_.sync_process(to_send);
        for (const group::Message& message : to_send) tell(wire::encode(message).joined());
      }
      if (const auto* end = std::get_if<sync::Activate>(&step); end && end->service == sync::Service::groups) {
        groups_.sync_activate(events_);
      }
      if (const auto* end = std::get_if<sync::Abort>(&step); end && end->service == sync::Service::groups) {
        groups_.sync_abort();
      }
      if (std::holds_alternative<sync::Complete>(step)) complete();
    }
  }

  void tell(Payload message) {
    own_.push_back(std::move(message));
    ENSURE(own_.size() <= own_messages_max);
  }

  void complete() {
    ENSURE(!sync_.running());
    for (const group::Process& process : groups_.processes()) {
      ENSURE(std::ranges::find(view_.members, process.node) != view_.members.end());
    }
  }

  void check() {
    const auto all = groups_.processes();
    ENSURE(std::ranges::adjacent_find(all, [](const auto& a, const auto& b) { return !(a < b); }) == all.end());
    for (const group::Event& event : events_) {
      const auto* change = std::get_if<group::Change>(&event);
      if (change != nullptr) ENSURE(!change->left.empty() || !change->joined.empty());
    }
    events_.clear();
  }

  fuzz::Script script_;
  sync::Sync sync_{self, {sync::Service::groups}};
  group::Groups groups_{self};
  engine::View view_;
  std::deque<Payload> own_;
  std::vector<group::Event> events_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Driver{fuzz::Script{data, size}}.run();
  return 0;
}
