#include "clients.h"

#include <array>
#include <string_view>

#include "checkers/once.h"

namespace rondel::simulation {

namespace {

// Names with a NUL at the end and without, one a prefix of the other, and the empty one.
constexpr std::array<std::string_view, 5> group_names{{"alpha", {"alpha\0", 6}, "beta", "", "gamma"}};
constexpr std::string_view probe_group = "probe";
constexpr std::uint32_t prober_pid = 7;
constexpr Duration probe_again = std::chrono::seconds{2};

}  // namespace

Clients::Clients(Surroundings& surroundings, Life life, std::uint64_t seed)
    : surroundings_{surroundings},
      life_{life},
      random_{seed, 4},
      clients_{surroundings.scenario.workload.clients_max},
      prober_{prober_pid, group::Name{probe_group}, State::idle} {}

void Clients::act(Time now, node::Node& node) {
  Client& client = clients_[random_.below(static_cast<std::uint32_t>(clients_.size()))];
  const std::uint32_t kind = random_.below(100);
  if (client.state == State::member && kind < 2) {
    surroundings_.totals.faults.add(Fault::client_death);
    client.state = State::idle;
    node.send(now, group::ProcessLeave{client.group, client.pid, group::Reason::process_down});
    return;
  }
  if (client.stalled > 0) {
    --client.stalled;
    return;
  }
  if (client.state == State::member && kind == 99) {
    surroundings_.totals.faults.add(Fault::client_stall);
    client.stalled = random_.between(1, 100);
    return;
  }
  if (node.admission() != node::Admission::open) return;
  if (client.state == State::idle) {
    join(now, node, client);
  } else if (client.state == State::member && kind < 5) {
    client.state = State::leaving;
    node.send(now, group::ProcessLeave{client.group, client.pid, group::Reason::leave});
  } else if (client.state == State::member) {
    send(now, node, client);
  }
}

void Clients::probe(Time now, node::Node& node) {
  if (node.admission() != node::Admission::open) return;
  if (prober_.state == State::idle) {
    prober_.state = State::joining;
    node.send(now, group::ProcessJoin{prober_.group, prober_.pid, group::Reason::join});
  } else if (prober_.state == State::member && (probes_sent_ == 0 || now - last_probe_ > probe_again)) {
    ++probes_sent_;
    last_probe_ = now;
    send_message(now, node, prober_, message_id_bytes);
  }
}

void Clients::join(Time now, node::Node& node, Client& client) {
  client.pid = next_pid_++;
  client.group = group::Name{group_names[random_.below(group_names.size())]};
  client.state = State::joining;
  node.send(now, group::ProcessJoin{client.group, client.pid, group::Reason::join});
}

std::size_t Clients::draw_size() {
  const WorkloadSettings& workload = surroundings_.scenario.workload;
  if (random_.one_in_million(workload.huge_ppm)) return random_.between(1, 1'000'000);
  if (random_.below(20) == 0) return 0;
  return random_.between(1, workload.message_bytes_max);
}

void Clients::send(Time now, node::Node& node, const Client& client) {
  const WorkloadSettings& workload = surroundings_.scenario.workload;
  const std::uint32_t count = random_.below(10) == 0 ? random_.between(1, workload.burst_max) : 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (node.admission() != node::Admission::open || surroundings_.totals.message_bytes > workload.bytes_max) return;
    send_message(now, node, client, draw_size());
  }
}

void Clients::send_message(Time now, node::Node& node, const Client& client, std::size_t size) {
  const MessageId id{life_, ++messages_};
  Payload message = make_message(id, size);
  surroundings_.totals.message_bytes += size;
  surroundings_.trace.note(now, life_.node, "client {} sends message {} of {} bytes", client.pid, id.number, size);
  surroundings_.tell([&](Checker& checker) { checker.message_sent(id, client.group, message); });
  const bool safe = random_.below(100) < surroundings_.scenario.workload.safe_percent;
  node.send(now, group::Multicast{client.group, client.pid, {life_.node, client.pid}, std::move(message)},
            safe ? node::Guarantee::safe : node::Guarantee::agreed);
}

void Clients::group_event(const group::Event& event) {
  if (const auto* delivery = std::get_if<group::Delivery>(&event)) {
    if (delivery->group.view() != probe_group) return;
    heard_.insert(delivery->node);
    if (delivery->node == life_.node) ++probes_back_;
    return;
  }
  const auto* change = std::get_if<group::Change>(&event);
  if (change == nullptr) return;
  const auto moved = [&](Client& client) {
    if (client.group != change->group) return;
    const auto is_it = [&](const group::Member& member) {
      return member.node == life_.node && member.pid == client.pid;
    };
    for (const group::Member& member : change->joined) {
      if (is_it(member) && client.state == State::joining) client.state = State::member;
    }
    for (const group::Member& member : change->left) {
      if (is_it(member)) client.state = State::idle;
    }
  };
  for (Client& client : clients_) moved(client);
  moved(prober_);
}

}  // namespace rondel::simulation
