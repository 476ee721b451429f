// rondel nodes: the nodes of the configuration, and which of them are here.

#include <CLI/CLI.hpp>

#include "ask.h"

namespace rondel::tool {

namespace {

void print(const proto::Nodes& nodes) {
  fmt::print("{:>6}  {:20} {:8} {:12} {}\n", "id", "name", "member", "reachable", "addresses");
  for (const proto::Nodes::Node& node : nodes.nodes()) {
    fmt::print("{:>6}  {:20} {:8} {:12} {}\n", node.id(), node.name().empty() ? "-" : node.name(),
               node.member() ? "yes" : "no", node.local() ? "this node" : (node.reachable() ? "yes" : "no"),
               list(node.addresses()));
  }
}

}  // namespace

void add_nodes(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("nodes", "The nodes of the configuration: members, reachable, addresses");
  verb->callback([&context] {
    proto::AdminRequest request;
    request.mutable_nodes();
    const auto reply = ask(request);
    if (!reply) {
      context.exit_code = complain(reply.error().exit_code, reply.error().text);
    } else if (context.json) {
      print_json(reply->nodes());
    } else {
      print(reply->nodes());
    }
  });
}

}  // namespace rondel::tool
