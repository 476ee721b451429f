// rondel keygen: a secret for a cluster, to be copied to each of its nodes.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/unique_fd.h"
#include "verb.h"

namespace rondel::tool {

namespace {

struct KeygenOptions {
  std::string file = "/etc/corosync/authkey";
  std::size_t bytes = 256;
  bool force = false;
};

int fail(const char* what, const std::string& file, int number) {
  return complain(exit_file, fmt::format("can't {} '{}': {}", what, file, std::strerror(number)));
}

int fill_file(const std::string& file, const std::vector<char>& key) {
  const UniqueFd to{::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0400)};
  if (!to) return fail("create", file, errno);
  // Whatever the umask is.
  if (::fchmod(to.get(), 0400) != 0) return fail("set the mode of", file, errno);
  const ssize_t wrote = ::write(to.get(), key.data(), key.size());
  if (wrote < 0) return fail("write", file, errno);
  if (static_cast<std::size_t>(wrote) != key.size()) return fail("write", file, ENOSPC);
  if (::fsync(to.get()) != 0) return fail("sync", file, errno);
  return exit_fine;
}

// The file is whole from its first moment, and an old key is never lost halfway.
int keygen(const KeygenOptions& options, bool json) {
  if (!options.force && ::access(options.file.c_str(), F_OK) == 0) {
    return complain(exit_file, fmt::format("'{}' is there already; --force replaces it", options.file));
  }
  std::vector<char> key(options.bytes);
  std::size_t got = 0;
  while (got < key.size()) {
    const ssize_t more = ::getrandom(key.data() + got, key.size() - got, 0);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return fail("get randomness for", options.file, errno);
    got += static_cast<std::size_t>(more);
  }
  const std::string temporary = fmt::format("{}.{}.new", options.file, ::getpid());
  int code = fill_file(temporary, key);
  ::explicit_bzero(key.data(), key.size());
  if (code == exit_fine && ::rename(temporary.c_str(), options.file.c_str()) != 0) {
    code = fail("rename to", options.file, errno);
  }
  if (code != exit_fine) {
    ::unlink(temporary.c_str());
    return code;
  }
  if (json) {
    fmt::print("{{\"bytes\":{}}}\n", options.bytes);
  } else {
    fmt::print("{} random bytes written to {}; copy it to every node, readable for root only\n", options.bytes,
               options.file);
  }
  return exit_fine;
}

}  // namespace

void add_keygen(CLI::App& app, Context& context) {
  constexpr std::size_t bytes_min = 128;
  constexpr std::size_t bytes_max = 4096;
  CLI::App* verb = app.add_subcommand("keygen", "Write a new secret for a cluster");
  const auto options = std::make_shared<KeygenOptions>();
  verb->add_option("-k,--key-file", options->file, "The file to write")->capture_default_str();
  verb->add_option("-s,--size", options->bytes, "Its size in bytes")
      ->capture_default_str()
      ->check(CLI::Range(bytes_min, bytes_max));
  verb->add_flag("--force", options->force, "Replace the file if it is there");
  verb->callback([options, &context] { context.exit_code = keygen(*options, context.json); });
}

}  // namespace rondel::tool
