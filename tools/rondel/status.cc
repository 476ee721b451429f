// rondel status: this node, its ring, and how the membership changed.

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "ask.h"

namespace rondel::tool {

namespace {

struct StatusOptions {
  bool counters = false;
  int history = 8;
};

std::string duration(double seconds) {
  if (seconds < 120) return fmt::format("{:.1f} s", seconds);
  if (seconds < 2 * 3600) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{:.0f} h", seconds / 3600);
  return fmt::format("{:.0f} days", seconds / 86'400);
}

void print(const proto::Status& status, const StatusOptions& options) {
  fmt::print("node {}{} of cluster '{}', rondel {}\n", status.node(),
             status.name().empty() ? "" : " (" + status.name() + ")", status.cluster(), status.version());
  fmt::print("state: {}, {}\n", status.state(), status.synchronised() ? "clients are served" : "clients wait");
  fmt::print("ring {}, members: {}\n", status.ring(), list(status.members()));
  fmt::print("up {}, pid {}, {} client{}, {} bytes wait for the token\n", duration(status.uptime_seconds()),
             status.pid(), status.clients(), status.clients() == 1 ? "" : "s", status.waiting_bytes());

  for (const proto::Pair& pair : status.cut_pairs()) {
    fmt::print("nodes {} and {} do not hear each other\n", pair.node(), pair.other());
  }
  const int shown = std::min(options.history, status.history_size());
  if (shown > 0) fmt::print("membership changes, newest first:\n");
  for (int i = 0; i < shown; ++i) {
    const proto::MembershipChange& change = status.history(i);
    fmt::print("  {} ago: {}\n      ring {}  members: {}  joined: {}  left: {}\n", duration(change.seconds_ago()),
               change.why(), change.ring(), list(change.members()), list(change.joined()), list(change.left()));
  }
  if (shown < status.history_size()) fmt::print("  ({} more: --history)\n", status.history_size() - shown);
  if (!options.counters) return;
  fmt::print("counters:\n");
  const std::map<std::string, std::uint64_t> sorted{status.counters().begin(), status.counters().end()};
  for (const auto& [name, value] : sorted) fmt::print("  {:24} {}\n", name, value);
}

}  // namespace

void add_status(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("status", "This node, its ring, and how the membership changed");
  const auto options = std::make_shared<StatusOptions>();
  verb->add_flag("--counters", options->counters, "Show the counters of the ring, too");
  verb->add_option("--history", options->history, "Show so many membership changes")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  verb->callback([options, &context] {
    proto::AdminRequest request;
    request.mutable_status();
    const auto reply = ask(request);
    if (!reply) {
      context.exit_code = complain(reply.error().exit_code, reply.error().text);
    } else if (context.json) {
      print_json(reply->status());
    } else {
      print(reply->status(), *options);
    }
  });
}

}  // namespace rondel::tool
