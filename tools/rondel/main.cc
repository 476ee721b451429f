// rondel: looks at a cluster, talks to its groups, prepares its files. A file a verb.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <clocale>
#include <cstdio>
#include <cstdlib>

#include "verb.h"

namespace rondel::tool {

int complain(int exit_code, const std::string& what) {
  fmt::print(stderr, "rondel: {}\n", what);
  return exit_code;
}

namespace {

int run(int count, char** arguments) {
  Context context;
  CLI::App app{"rondel: looks at a cluster, talks to its groups, prepares its files", "rondel"};
  app.set_version_flag("-v,--version", std::string{"rondel "} + RONDEL_VERSION);
  app.add_flag("--json", context.json, "Print JSON instead of text");
  app.add_option("--instance", context.instance, "Ask the daemon of this instance")->envname("RONDEL_INSTANCE");
  // Before the verb's own work, which is done while parsing.
  app.parse_complete_callback([&] {
    if (!context.instance.empty()) ::setenv("RONDEL_INSTANCE", context.instance.c_str(), 1);
  });
  app.require_subcommand(1);
  app.fallthrough();
  app.footer("rondel VERB --help tells more. Exit codes: rondel(8).");
  for (const auto add :
       {add_status, add_nodes, add_links, add_groups, add_events, add_send, add_listen, add_trace, add_keygen,
        add_check_config}) {
    add(app, context);
  }
  for (CLI::App* verb : app.get_subcommands({})) verb->fallthrough();
  try {
    app.parse(count, arguments);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& wrong) {
    fmt::print(stderr, "rondel: {}\nTry 'rondel --help'.\n", wrong.what());
    return exit_usage;
  }
  if (std::fflush(stdout) != 0) return complain(exit_file, "can't write the output");
  return context.exit_code;
}

}  // namespace
}  // namespace rondel::tool

int main(int count, char** arguments) { return rondel::tool::run(count, arguments); }
