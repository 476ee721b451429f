#include "table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/ensure.h"

namespace rondel::transcripts {

namespace {

using std::chrono_literals::operator""us;

// Every message takes this long.
constexpr Duration flight_time = 50us;

std::string to_text(const std::vector<NodeId>& nodes) {
  std::vector<std::uint32_t> ids;
  for (const NodeId node : nodes) ids.push_back(node.value);
  return fmt::format("{}", fmt::join(ids, " "));
}

std::string payload_text(const engine::Frame& frame) {
  const Bytes bytes = frame.payload.view();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Describe {
  std::string operator()(const engine::Token& token) const {
    std::string text = fmt::format("token of {} hop {} sequence {} aru {}", to_string(token.ring), token.hop.value,
                                   token.sequence.value, static_cast<std::int32_t>(token.aru.value));
    if (token.aru_holder != NodeId{}) text += fmt::format(" held down by {}", token.aru_holder.value);
    if (token.recovering) text += " recovering";
    for (const auto& request : token.requests) text += fmt::format(" wants {}", request.sequence.value);
    return text;
  }
  std::string operator()(const engine::FramePtr& frame) const {
    const bool safe = frame->guarantee == engine::Guarantee::safe;
    const char* kind = frame->encapsulated ? "recovery frame" : safe ? "safe frame" : "frame";
    std::string text = fmt::format("{} {} of {}", kind, frame->sequence.value, to_string(frame->ring));
    if (frame->inner) {
      return text + fmt::format(" with frame {} of {}", frame->inner->sequence.value, to_string(frame->inner->ring));
    }
    return text + fmt::format(" \"{}\"", payload_text(*frame));
  }
  std::string operator()(const engine::MergeDetect& merge) const {
    std::string text = fmt::format("merge detect of {}", to_string(merge.ring));
    for (const engine::Report& report : merge.reports) {
      std::vector<NodeId> heard;
      for (const engine::Report::Ear& ear : report.ears) {
        if (ear.hearing != engine::Hearing::down) heard.push_back(ear.node);
      }
      text += fmt::format("; {} hears [{}]", report.node.value, to_text(heard));
    }
    return text;
  }
  std::string operator()(const engine::Join& join) const {
    std::string text = fmt::format("{} wants [{}] failed [{}] ring number {}", join.leaving ? "leave" : "join",
                                   to_text(join.candidates), to_text(join.failed), join.ring_number.value);
    if (join.trailer && !join.trailer->apart.empty()) text += fmt::format(" apart [{}]", to_text(join.trailer->apart));
    return text;
  }
  std::string operator()(const engine::CommitToken& token) const {
    std::string text = fmt::format("commit token of {} hop {} filled {} of {}", to_string(token.ring), token.hop.value,
                                   token.filled, token.members.size());
    for (std::uint32_t i = 0; i < token.filled; ++i) {
      const auto& entry = token.entries[i];
      text += fmt::format("; {} from {} aru {}{}", token.members[i].value, to_string(entry.old_ring), entry.aru.value,
                          entry.received_all ? "" : " lacks some");
    }
    return text;
  }
  std::string operator()(const engine::HoldCancel& cancel) const {
    return fmt::format("hold cancel of {}", to_string(cancel.ring));
  }
};

}  // namespace

std::string to_text(const engine::Message& message) { return std::visit(Describe{}, message); }

std::string to_text(const engine::View& view) {
  return fmt::format("ring {} members [{}] joined [{}] left [{}]: {}", to_string(view.ring), to_text(view.members),
                     to_text(view.joined), to_text(view.left), why(view));
}

std::optional<engine::Cut> Sheaf::next(engine::Phase phase, std::size_t payload_bytes_max) {
  auto& waiting = waiting_[index(phase)];
  if (waiting.empty()) return std::nullopt;
  sizes.push_back(payload_bytes_max);
  const Waiting first = std::move(waiting.front());
  waiting.pop_front();
  return engine::Cut{Payload::copy(std::as_bytes(std::span{first.text})), first.guarantee};
}

Table::Table(std::uint32_t nodes, engine::Parameters parameters) : parameters_{parameters} {
  for (std::uint32_t node = 1; node <= nodes; ++node) {
    seats_[NodeId{node}].id = NodeId{node};
  }
}

void Table::start(std::uint32_t node) {
  Seat& at = seat(node);
  const engine::Capabilities own = at.corosync ? engine::Capabilities{} : capabilities;
  engine::Identity identity{NodeId{node}, own, "test"};
  at.engine = std::make_unique<engine::Engine>(identity, parameters_, at.disk, node, at.source);
  at.engine->start(now_);
  collect(at);
}

void Table::start_all() {
  for (auto& [node, at] : seats_) start(node.value);
}

void Table::kill(std::uint32_t node) {
  seat(node).engine.reset();
  std::erase_if(flights_, [&](const Flight& flight) { return flight.to == NodeId{node}; });
}

void Table::restart(std::uint32_t node) {
  kill(node);
  seat(node).source = Sheaf{};
  start(node);
}

void Table::send(std::uint32_t node, const std::string& text, engine::Phase phase, engine::Guarantee guarantee) {
  Seat& at = seat(node);
  at.source.add(phase, text, guarantee);
  at.engine->wake(now_);
  collect(at);
}

void Table::leave(std::uint32_t node) {
  Seat& at = seat(node);
  at.engine->leave(now_);
  collect(at);
  kill(node);
}

void Table::put(std::uint32_t to, const engine::Message& message) {
  Seat& at = seat(to);
  at.engine->receive(now_, message);
  collect(at);
}

void Table::put(std::uint32_t to, const std::vector<engine::Message>& batch) {
  Seat& at = seat(to);
  at.engine->receive_batch(now_, batch);
  collect(at);
}

void Table::pause_all(Duration span) {
  now_ += span;
  for (auto& [node, at] : seats_) {
    if (!at.engine) continue;
    at.engine->resumed(now_, span);
    collect(at);
  }
}

void Table::run(Duration span) {
  const Time limit = now_ + span;
  while (step(limit)) {
  }
  now_ = limit;
}

bool Table::run_until_one_ring(Duration limit) {
  const Time end = now_ + limit;
  while (!one_ring()) {
    if (!step(end)) return one_ring();
  }
  return true;
}

bool Table::one_ring() const {
  std::optional<RingId> ring;
  std::size_t living = 0;
  for (const auto& [node, at] : seats_) {
    if (!at.engine) continue;
    ++living;
    if (at.engine->state() != engine::State::operational || at.engine->phase() != engine::Phase::normal) return false;
    if (ring && *ring != at.engine->view().ring) return false;
    ring = at.engine->view().ring;
  }
  return std::all_of(seats_.begin(), seats_.end(), [&](const auto& seat) {
    return !seat.second.engine || seat.second.engine->view().members.size() == living;
  });
}

// One thing happens: the next message arrives or the next timer fires. False if nothing is due up to `limit`.
bool Table::step(Time limit) {
  Seat* next = nullptr;
  std::optional<Time> when;
  for (auto& [node, at] : seats_) {
    const auto deadline = at.engine ? at.engine->deadline() : std::nullopt;
    if (!deadline || (when && *deadline >= *when)) continue;
    when = deadline;
    next = &at;
  }
  if (!flights_.empty() && (!when || flights_.front().due <= *when)) {
    if (flights_.front().due > limit) return false;
    Flight flight = std::move(flights_.front());
    flights_.pop_front();
    now_ = std::max(now_, flight.due);
    Seat& at = seats_.at(flight.to);
    if (!at.engine) return true;
    at.engine->receive(now_, *flight.message);
    collect(at);
    return true;
  }
  if (next == nullptr || *when > limit) return false;
  now_ = std::max(now_, *when);
  next->engine->expire(now_);
  collect(*next);
  return true;
}

void Table::collect(Seat& at) {
  std::vector<engine::Effect> effects;
  at.engine->take_effects(effects);
  while (!effects.empty()) {
    for (const engine::Effect& effect : effects) carry_out(at, effect);
    effects.clear();
    at.engine->take_effects(effects);
  }
}

void Table::carry_out(Seat& at, const engine::Effect& effect) {
  if (const auto* store = std::get_if<engine::Store>(&effect)) {
    if (!at.stores_finish) return;
    at.disk = store->number;
    at.engine->stored(now_, store->number);
  } else if (const auto* unicast = std::get_if<engine::Unicast>(&effect)) {
    auto message = std::make_shared<engine::Message>(unicast->message);
    if (auto* commit = std::get_if<engine::CommitToken>(message.get()); commit && at.corosync) commit->trailer.reset();
    fly(at.id, unicast->to, message);
  } else if (const auto* broadcast = std::get_if<engine::Broadcast>(&effect)) {
    const auto message = std::make_shared<const engine::Message>(broadcast->message);
    if (write_down) note(fmt::format("{} to all: {}", at.id.value, to_text(*message)));
    for (const auto& [node, other] : seats_) {
      if (node != at.id) fly(at.id, node, message);
    }
  } else if (const auto* deliver = std::get_if<engine::Deliver>(&effect)) {
    at.delivered.push_back(payload_text(*deliver->frame));
    const char* where = at.behind_transitional ? " behind the transitional view" : "";
    if (write_down) note(fmt::format("    {} delivers \"{}\"{}", at.id.value, at.delivered.back(), where));
  } else if (const auto* install = std::get_if<engine::Install>(&effect)) {
    at.behind_transitional = install->stage == engine::Install::Stage::transitional;
    if (at.behind_transitional) {
      at.delivered.push_back("|");
      return;
    }
    at.delivered.push_back("| " + to_text(install->view));
    at.views.push_back(install->view);
    if (write_down) note(fmt::format("    {} installs {}", at.id.value, to_text(install->view)));
    at.engine->synchronised(now_);
  } else if (const auto* notice = std::get_if<engine::Notice>(&effect)) {
    if (write_down) note(fmt::format("    {} notes: {}", at.id.value, to_string(*notice)));
  }
}

void Table::fly(NodeId from, NodeId to, const std::shared_ptr<const engine::Message>& message) {
  const auto seat = seats_.find(to);
  if (seat == seats_.end()) return;
  const bool lost = from != to && (!seat->second.engine || (loses_ && loses_(from, to, *message)));
  const bool unicast =
      std::holds_alternative<engine::Token>(*message) || std::holds_alternative<engine::CommitToken>(*message);
  if (write_down && (unicast || lost)) {
    note(fmt::format("{} to {}: {}{}", from.value, to.value, to_text(*message), lost ? " -- lost" : ""));
  }
  if (!lost) flights_.push_back(Flight{from, to, message, now_ + flight_time});
}

// Rotations in which nothing happens are one line, and so are joins that were said before.
std::string Table::take_transcript() {
  std::string text;
  std::string last_news;
  std::set<std::string> joins, tokens;
  std::size_t quiet_hops = 0;
  std::size_t repeated_joins = 0;
  std::size_t repeated_tokens = 0;
  const auto end_of_quiet = [&] {
    if (quiet_hops > 0) text += fmt::format("    ({} more hops)\n", quiet_hops);
    if (repeated_joins > 0) text += fmt::format("    ({} times the same joins)\n", repeated_joins);
    if (repeated_tokens > 0) text += fmt::format("    ({} times the same tokens)\n", repeated_tokens);
    quiet_hops = repeated_joins = repeated_tokens = 0;
  };
  for (const std::string& line : lines_) {
    const std::size_t news = line.find(" sequence ");
    const bool any_token = line.find(": token of ") != std::string::npos;
    const bool token = any_token && line.find("-- lost") == std::string::npos;
    const bool join = line.find(": join wants ") != std::string::npos;
    if (any_token && !tokens.insert(line).second) {
      ++repeated_tokens;
    } else if (token && line.substr(news) == last_news) {
      ++quiet_hops;
    } else if (join && !joins.insert(line).second) {
      ++repeated_joins;
    } else {
      end_of_quiet();
      last_news = token ? line.substr(news) : std::string{};
      text += line + "\n";
    }
  }
  end_of_quiet();
  lines_.clear();
  return text;
}

Table formed_ring(std::uint32_t nodes) { return formed_ring(nodes, {}, Table{0}.capabilities); }

Table formed_ring(std::uint32_t nodes, const engine::Parameters& parameters, engine::Capabilities capabilities) {
  using std::chrono_literals::operator""s;
  Table table{nodes, parameters};
  table.capabilities = capabilities;
  table.write_down = false;
  table.start_all();
  ENSURE(table.run_until_one_ring(10s));
  return table;
}

}  // namespace rondel::transcripts
