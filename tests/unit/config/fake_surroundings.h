// A machine as a test describes it: no files, no resolver, no user database but what it is given. Numeric addresses
// resolve to themselves, as they do on a real one.
#pragma once

#include <arpa/inet.h>

#include <map>
#include <string>
#include <vector>

#include "config/load.h"
#include "config/surroundings.h"

namespace rondel::config::test {

class FakeSurroundings final : public Surroundings {
 public:
  std::map<std::string, std::string> files;
  std::map<std::string, std::vector<Address>> names;  // forward
  std::map<std::string, std::string> reverse;         // by numeric address
  std::map<std::string, std::uint32_t> users, groups;
  std::string host = "elsewhere";
  std::vector<Address> local = {{Family::ipv4, "127.0.0.1"}};

  Result<std::string> read_file(const std::string& path, std::size_t bytes_max) override {
    const auto file = files.find(path);
    if (file == files.end()) return Error{"No such file or directory"};
    return file->second.substr(0, bytes_max);
  }
  std::vector<std::string> list_files(const std::string& directory) override {
    std::vector<std::string> found;
    for (const auto& [path, text] : files) {
      if (path.rfind('/') == directory.size() && path.starts_with(directory)) found.push_back(path);
    }
    return found;
  }
  std::vector<Address> resolve(const std::string& name, Family family) override {
    std::vector<Address> found;
    for (const Address& address : all(name)) {
      if (family == Family::any || family == address.family) found.push_back(address);
    }
    return found;
  }
  std::string host_name() override { return host; }
  std::vector<Address> local_addresses() override { return local; }
  std::optional<std::string> name_of(const Address& address) override {
    const auto found = reverse.find(address.text);
    return found == reverse.end() ? std::nullopt : std::optional{found->second};
  }
  std::optional<std::uint32_t> user_id(const std::string& name) override { return in(users, name); }
  std::optional<std::uint32_t> group_id(const std::string& name) override { return in(groups, name); }

 private:
  [[nodiscard]] std::vector<Address> all(const std::string& name) const {
    in6_addr bytes{};
    if (inet_pton(AF_INET, name.c_str(), &bytes) == 1) return {{Family::ipv4, name}};
    if (inet_pton(AF_INET6, name.c_str(), &bytes) == 1) return {{Family::ipv6, name}};
    const auto found = names.find(name);
    return found == names.end() ? std::vector<Address>{} : found->second;
  }
  [[nodiscard]] static std::optional<std::uint32_t> in(const std::map<std::string, std::uint32_t>& ids,
                                                       const std::string& name) {
    const auto found = ids.find(name);
    return found == ids.end() ? std::nullopt : std::optional{found->second};
  }
};

// A complete file for one node, 127.0.0.1, with more lines in its totem section (line 3 on).
[[nodiscard]] inline std::string with_totem(const std::string& lines) {
  return "totem {\n  version: 2\n" + lines +
         "\n}\nnodelist {\n  node {\n    ring0_addr: 127.0.0.1\n    nodeid: 1\n  }\n}\n";
}

// Text loaded as the file "c".
[[nodiscard]] inline Loaded load_text(const std::string& text, FakeSurroundings surroundings = {},
                                      std::optional<std::string> node = {}) {
  surroundings.files["c"] = text;
  return load({.file = "c", .node = std::move(node)}, surroundings);
}

// All problems as they are printed, a line each.
[[nodiscard]] inline std::string printed(const Loaded& loaded) {
  std::string lines;
  for (const Problem& problem : loaded.problems) lines += (lines.empty() ? "" : "\n") + to_string(problem);
  return lines;
}

}  // namespace rondel::config::test
