// rondel links: every link to every other node.

#include <CLI/CLI.hpp>

#include "ask.h"

namespace rondel::tool {

namespace {

void print(const proto::Links& links) {
  fmt::print("{:>6}  {:16} {:>4}  {:9} {:>6} {:>10} {:>12} {:>12}  {}\n", "node", "name", "link", "state", "mtu",
             "latency", "sent", "received", "addresses");
  for (const proto::Links::Link& link : links.links()) {
    const char* state = !link.enabled() ? "off" : (link.connected() ? "connected" : "down");
    fmt::print("{:>6}  {:16} {:>4}  {:9} {:>6} {:>7} us {:>12} {:>12}  {} -> {}\n", link.node(),
               link.name().empty() ? "-" : link.name(), link.number(), state, link.mtu(), link.latency_us(),
               link.tx_packets(), link.rx_packets(), link.local_address(), link.remote_address());
  }
}

}  // namespace

void add_links(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("links", "Every link to every other node: state, MTU, latency, packets");
  verb->callback([&context] {
    proto::AdminRequest request;
    request.mutable_links();
    const auto reply = ask(request);
    if (!reply) {
      context.exit_code = complain(reply.error().exit_code, reply.error().text);
    } else if (context.json) {
      print_json(reply->links());
    } else {
      print(reply->links());
    }
  });
}

}  // namespace rondel::tool
