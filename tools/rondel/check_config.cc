// rondel check-config: everything that is wrong with a configuration, as rondeld would find it.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "config/load.h"
#include "group_name.h"
#include "verb.h"

namespace rondel::tool {

namespace {

std::string json_problem(const config::Problem& problem) {
  return fmt::format(R"({{"fatal":{},"file":{},"line":{},"key":{},"text":{}}})", problem.fatal,
                     json_string(problem.file), problem.line, json_string(problem.key), json_string(problem.text));
}

int check(const config::LoadOptions& options, bool json) {
  const config::Loaded loaded = config::load(options);
  if (json) {
    std::string problems;
    for (const config::Problem& problem : loaded.problems) {
      if (!problems.empty()) problems += ',';
      problems += json_problem(problem);
    }
    fmt::print("{{\"usable\":{},\"problems\":[{}]}}\n", loaded.usable(), problems);
  } else {
    for (const config::Problem& problem : loaded.problems) fmt::print("{}\n", config::to_string(problem));
    if (loaded.usable()) {
      fmt::print("{}: fine. node={} nodes={} cluster={}\n", options.file, loaded.settings.self.value,
                 loaded.settings.link.peers.size(), loaded.settings.cluster_name);
    }
  }
  return loaded.usable() ? exit_fine : exit_config;
}

}  // namespace

void add_check_config(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("check-config", "Say everything that is wrong with a configuration");
  const auto options = std::make_shared<config::LoadOptions>();
  const auto node = std::make_shared<std::string>();
  verb->add_option("file", options->file, "The file")->capture_default_str();
  verb->add_option("--node", *node, "This node's name or id, where the addresses can't tell");
  verb->callback([options, node, &context] {
    if (!node->empty()) options->node = *node;
    context.exit_code = check(*options, context.json);
  });
}

}  // namespace rondel::tool
