// rondel groups: the process groups of the cluster and who is in them.

#include <CLI/CLI.hpp>

#include "ask.h"

namespace rondel::tool {

namespace {

void print(const proto::Groups& groups) {
  if (groups.groups_size() == 0) fmt::print("no groups\n");
  for (const proto::Groups::Group& group : groups.groups()) {
    fmt::print("{}: {} process{}\n", group.printable(), group.members_size(), group.members_size() == 1 ? "" : "es");
    for (const proto::Groups::Process& process : group.members()) {
      fmt::print("  node {} pid {}\n", process.node(), process.pid());
    }
  }
}

}  // namespace

void add_groups(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("groups", "The process groups of the cluster and who is in them");
  verb->callback([&context] {
    proto::AdminRequest request;
    request.mutable_groups();
    const auto reply = ask(request);
    if (!reply) {
      context.exit_code = complain(reply.error().exit_code, reply.error().text);
    } else if (context.json) {
      print_json(reply->groups());
    } else {
      print(reply->groups());
    }
  });
}

}  // namespace rondel::tool
