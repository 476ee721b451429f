// load: from corosync.conf to Settings, or to a list of everything that is wrong with it.
//
//   config::Loaded loaded = config::load({.file = path, .node = name_or_id});
//   for (const config::Problem& problem : loaded.problems) print(config::to_string(problem));
//   if (!loaded.usable()) return 8;                 // corosync's exit code for a configuration error
//   run(std::move(loaded.settings));
//
// What is read: the file, the files of `uidgid.d` beside it, the key file if the traffic is encrypted, the resolver,
// the user database. A changed file is loaded again in the same way; nothing is remembered between two calls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/problem.h"
#include "config/settings.h"
#include "config/surroundings.h"

namespace rondel::config {

inline constexpr const char* default_file = "/etc/corosync/corosync.conf";
inline constexpr const char* default_key_file = "/etc/corosync/authkey";
inline constexpr const char* default_state_dir = "/var/lib/corosync";

struct LoadOptions {
  std::string file = default_file;
  std::optional<std::string> node;  // --node NAME|ID: which node of the nodelist this is
};

struct Loaded {
  Settings settings;              // complete if usable(); else what could be understood (logging among it)
  std::vector<Problem> problems;  // in the order of the file's lines; those of no line first
  [[nodiscard]] bool usable() const;
};

// Of this machine. May wait for a name server.
[[nodiscard]] Loaded load(const LoadOptions& options);
[[nodiscard]] Loaded load(const LoadOptions& options, Surroundings& surroundings);

}  // namespace rondel::config
