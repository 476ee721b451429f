// What the verbs of `rondel` share: the options that all of them have, exit codes, and how a verb is added.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace rondel::tool {

// rondel(8) lists them.
enum ExitCode : int {
  exit_fine = 0,
  exit_usage = 1,        // wrong on the command line
  exit_unreachable = 2,  // no daemon answers, or it went away
  exit_refused = 3,      // the daemon answered with an error
  exit_file = 4,         // a local file can't be read or written
  exit_config = 8,       // the configuration is wrong
};

struct Context {
  bool json = false;
  std::string instance;
  int exit_code = exit_fine;  // of the verb that ran
};

// Adds the verb to the command line; its work is done while that is parsed.
void add_status(CLI::App&, Context&);
void add_nodes(CLI::App&, Context&);
void add_links(CLI::App&, Context&);
void add_events(CLI::App&, Context&);
void add_groups(CLI::App&, Context&);
void add_send(CLI::App&, Context&);
void add_listen(CLI::App&, Context&);
void add_keygen(CLI::App&, Context&);
void add_trace(CLI::App&, Context&);
void add_check_config(CLI::App&, Context&);

// Says it on standard error and returns the code, so that `return complain(...)` reads well.
int complain(int exit_code, const std::string& what);

}  // namespace rondel::tool
