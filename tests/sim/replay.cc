#include "replay.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <utility>

#include "base/ensure.h"
#include "trace/recorder.h"
#include "trace/replay.h"
#include "trace/text.h"

namespace rondel::simulation {

namespace {

Result<std::vector<std::byte>> read_file(const std::string& name) {
  std::ifstream file{name, std::ios::binary | std::ios::ate};
  if (!file) return error("can't open '{}'", name);
  const auto size = static_cast<std::size_t>(file.tellg());
  if (size > trace::file_bytes_max) return error("'{}' has more than {} bytes", name, trace::file_bytes_max);
  std::vector<std::byte> bytes(size);
  file.seekg(0);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!file) return error("can't read '{}'", name);
  return bytes;
}

int fail(const std::string& file, const std::string& why) {
  fmt::print(stderr, "rondel-sim: {}: {}\n", file, why);
  return 2;
}

// What is being replayed, in case that it stops the process.
std::uint64_t current_record = 0;

void say_where(const char*) {
  fmt::print(stderr, "record {} stops the engine\n", current_record);
  std::fflush(stdout);
}

// The changes of the state, with their times before the moment of saving.
class StatePrinter {
 public:
  StatePrinter(Time saved, bool states_only) : saved_{saved}, states_only_{states_only} {}
  void operator()(const trace::Record& record, engine::State state) {
    if (std::exchange(last_, state) == state) return;
    if (states_only_) {
      fmt::print("{}\n", engine::to_string(state));
    } else {
      fmt::print("{:+.6f} record {}: {}: {}\n", std::chrono::duration<double>(record.at - saved_).count(),
                 record.number, engine::to_string(state), trace::to_text(record));
    }
  }

 private:
  Time saved_;
  bool states_only_;
  std::optional<engine::State> last_;
};

void print_counters(const engine::Counters& counters) {
  fmt::print("counters: gather_entered={} commit_entered={} recovery_entered={} operational_entered={}\n",
             counters.gather_entered, counters.commit_entered, counters.recovery_entered, counters.operational_entered);
}

int print(const trace::Replayed& replayed, bool states_only) {
  if (replayed.difference) {
    fmt::print("different: {}\n", *replayed.difference);
    return 1;
  }
  if (states_only) return 0;
  print_counters(replayed.counters);
  fmt::print("{} records from number {} on, the same states and effects\n", replayed.records, replayed.first_record);
  if (replayed.unfinished) {
    fmt::print("the recorded process ended in the last one; this engine went on to {}\n",
               engine::to_string(replayed.state));
  }
  return 0;
}

}  // namespace

std::vector<std::byte> recording_of(const node::Node& node, Time now) {
  std::vector<std::byte> bytes;
  const trace::Saved saved{"simulated", node.self(), now, 0, "the simulator"};
  node.recorder().save(saved, [&](Bytes piece) { bytes.insert(bytes.end(), piece.begin(), piece.end()); });
  return bytes;
}

std::optional<std::string> check_recording(Bytes bytes) {
  const Result<trace::Recording> recording = trace::parse(bytes);
  if (!recording) return recording.error().text;
  trace::ReplayOptions options;
  options.through_snapshots = true;
  const Result<trace::Replayed> replayed = trace::replay(*recording, options);
  if (!replayed) return replayed.error().text;
  if (replayed->difference) return replayed->difference;
  if (replayed->unfinished) return "the last record has no outcome";
  return std::nullopt;
}

int replay_file(const std::string& file, bool states_only) {
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return fail(file, bytes.error().text);
  const Result<trace::Recording> recording = trace::parse(*bytes);
  if (!recording) return fail(file, recording.error().text);
  if (!states_only) {
    fmt::print("node {} of rondel {}, saved: {}\n", recording->saved.node.value, recording->saved.version,
               recording->saved.reason);
  }
  set_ensure_hook(say_where);
  trace::ReplayOptions options;
  options.before = [](const trace::Record& record) { current_record = record.number; };
  options.after = StatePrinter{recording->saved.at, states_only};
  const Result<trace::Replayed> replayed = trace::replay(*recording, options);
  if (!replayed) return fail(file, replayed.error().text);
  return print(*replayed, states_only);
}

}  // namespace rondel::simulation
