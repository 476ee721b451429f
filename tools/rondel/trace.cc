// rondel trace: the flight recorder: has the daemon save what it recorded, and shows such a file.

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "ask.h"
#include "trace/file.h"
#include "trace/text.h"
#include "verb.h"

namespace rondel::tool {

namespace {

int save(bool json) {
  proto::AdminRequest request;
  request.mutable_trace_save();
  const auto reply = ask(request);
  if (!reply) return complain(reply.error().exit_code, reply.error().text);
  if (json) {
    print_json(reply->trace_saved());
  } else {
    fmt::print("{}\n", reply->trace_saved().file());
  }
  return exit_fine;
}

Result<std::vector<std::byte>> read_file(const std::string& name) {
  std::ifstream file{name, std::ios::binary | std::ios::ate};
  if (!file) return error("can't open '{}': {}", name, std::strerror(errno));
  const std::streamoff size = file.tellg();
  if (size < 0) return error("can't read '{}'", name);
  if (static_cast<std::uint64_t>(size) > trace::file_bytes_max)
    return error("'{}' is too large to be a recording", name);
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(bytes.data()), size);
  if (!file) return error("can't read '{}'", name);
  return bytes;
}

std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~' || c == '"' || c == '\\'; }, '?');
  return text;
}

// Times of the recording are of the monotonic clock; the moment of saving is known in both.
class WallClock {
 public:
  explicit WallClock(const trace::Saved& saved) : saved_{saved} {}
  [[nodiscard]] std::int64_t unix_ns(Time at) const {
    const auto offset = static_cast<std::uint64_t>(at.time_since_epoch().count()) -
                        static_cast<std::uint64_t>(saved_.at.time_since_epoch().count());
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(saved_.unix_ns) + offset);
  }
  [[nodiscard]] std::string text(Time at) const {
    const std::int64_t ns = unix_ns(at);
    constexpr std::int64_t second = 1'000'000'000;
    const std::int64_t rest = (ns % second + second) % second;
    const std::int64_t seconds = (ns - rest) / second;
    std::tm local{};
    const auto when = static_cast<std::time_t>(seconds);
    if (::localtime_r(&when, &local) == nullptr) return fmt::format("{}.{:06}", seconds, rest / 1000);
    return fmt::format("{:%Y-%m-%d %H:%M:%S}.{:06}", local, rest / 1000);
  }

 private:
  const trace::Saved& saved_;
};

Result<void> print(const trace::Recording& recording, bool json) {
  const WallClock clock{recording.saved};
  if (!json) {
    fmt::print("node {} of rondel {}, saved {}: {}\n", recording.saved.node.value, printable(recording.saved.version),
               clock.text(recording.saved.at), printable(recording.saved.reason));
  }
  for (const trace::Chunk& chunk : recording.chunks) {
    trace::RecordReader reader{chunk};
    for (;;) {
      const Result<std::optional<trace::Record>> record = reader.next();
      if (!record) return record.error();
      if (!*record) break;
      const trace::Record& one = **record;
      if (json) {
        fmt::print("{{\"record\":{},\"unix_ns\":{},\"text\":\"{}\"}}\n", one.number, clock.unix_ns(one.at),
                   printable(trace::to_text(one)));
      } else {
        fmt::print("{} {} {}\n", clock.text(one.at), one.number, trace::to_text(one));
      }
    }
  }
  return {};
}

int show(const std::string& file, bool json) {
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return complain(exit_file, bytes.error().text);
  const Result<trace::Recording> recording = trace::parse(*bytes);
  if (!recording) return complain(exit_file, fmt::format("{}: {}", file, recording.error().text));
  if (const Result<void> printed = print(*recording, json); !printed) {
    return complain(exit_file, fmt::format("{}: {}", file, printed.error().text));
  }
  return exit_fine;
}

}  // namespace

void add_trace(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("trace", "The flight recorder: what the ring's engine was given last");
  verb->require_subcommand(1);
  CLI::App* saving = verb->add_subcommand("save", "Have the daemon write it to a file in its state directory");
  saving->callback([&context] { context.exit_code = save(context.json); });
  CLI::App* showing = verb->add_subcommand("show", "Print such a file, a line for each input");
  const auto file = std::make_shared<std::string>();
  showing->add_option("FILE", *file, "The file")->required();
  showing->callback([file, &context] { context.exit_code = show(*file, context.json); });
  for (CLI::App* action : {saving, showing}) action->fallthrough();
}

}  // namespace rondel::tool
