// rondel-sim: runs whole clusters from seeds and says which promise was broken, if any, and how to see it again.
//
//   rondel-sim --seeds 100                     a hundred clusters
//   rondel-sim --seed 17 --trace | less        one of them, told
//   rondel-sim --seed 17 --shorten             fewer faults that break the same promise, told
//   rondel-sim --seeds 1..10 --check-determinism
//   rondel-sim patterns                        every way in which a few nodes do not hear each other
//   rondel-sim --seeds 100 --check-replay      and every node's recording comes out the same again
//   rondel-sim --seed 17 --save-trace 2 FILE   the recording of node 2, as a daemon saves it
//   rondel-sim replay FILE                     a daemon's recording, fed to an engine
//   rondel-sim --seeds 100 --expect-all        and every fault and state change must have occurred
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

#include "patterns.h"
#include "shorten.h"
#include "summary.h"
#include "world.h"

namespace {

using namespace rondel;
using namespace rondel::simulation;

struct Options {
  std::string seeds = "100";
  std::optional<std::uint64_t> one_seed;
  std::uint32_t nodes = 0;
  double minutes = 0;
  bool trace = false, check_determinism = false, expect_all = false, quiet = false, keep_going = false;
  bool shorten = false, calm = false;
  std::vector<std::uint32_t> only, without;
  std::uint64_t first = 0, last = 0;
  RecordingWishes recording;
  std::pair<std::uint32_t, std::string> save_trace;
  std::string replay;
  bool states_only = false;

  [[nodiscard]] ScenarioWishes wishes() const {
    ScenarioWishes wishes;
    if (nodes != 0) wishes.nodes = nodes;
    if (minutes > 0) wishes.trouble = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(minutes * 60));
    if (!only.empty()) wishes.only.emplace(only.begin(), only.end());
    wishes.without = {without.begin(), without.end()};
    wishes.calm = calm;
    wishes.recording = recording;
    return wishes;
  }
  [[nodiscard]] std::string repeat(std::uint64_t seed) const {
    std::string command = fmt::format("rondel-sim --seed {}", seed);
    if (nodes != 0) command += fmt::format(" --nodes {}", nodes);
    if (minutes > 0) command += fmt::format(" --minutes {}", minutes);
    if (!only.empty()) command += fmt::format(" --only {}", fmt::join(only, ","));
    if (!without.empty()) command += fmt::format(" --without {}", fmt::join(without, ","));
    if (calm) command += " --calm";
    return command + " --trace";
  }
};

bool parse_number(std::string_view text, std::uint64_t& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc{} && end == text.data() + text.size();
}

// "100" for the first hundred, or "7..12".
bool parse_seeds(Options& options) {
  if (options.one_seed) {
    options.first = options.last = *options.one_seed;
    return true;
  }
  const std::string_view text = options.seeds;
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    options.first = 1;
    return parse_number(text, options.last) && options.last > 0;
  }
  return parse_number(text.substr(0, dots), options.first) && parse_number(text.substr(dots + 2), options.last) &&
         options.first <= options.last;
}

// A broken ENSURE ends the process; the seed that did it is worth as much as one with a violation.
std::array<char, 200> last_words{};

void say_last_words(int) {
  std::size_t size = 0;
  while (size < last_words.size() && last_words[size] != '\0') ++size;
  static_cast<void>(!::write(STDERR_FILENO, last_words.data(), size));
}

void prepare_last_words(const std::string& command) {
  last_words.fill('\0');
  const std::string text = fmt::format("the process ended itself; see it again with: {}\n", command);
  text.copy(last_words.data(), last_words.size() - 1);
}

Outcome run(std::uint64_t seed, const Options& options, Trace::Text text) {
  const Scenario scenario = draw_scenario(seed, options.wishes());
  World world{scenario, text};
  return world.run();
}

void tell_violation(std::uint64_t seed, const Options& options, const Outcome& outcome) {
  fmt::print("seed {}: {}\nsee it again: {}\n", seed, *outcome.violation, options.repeat(seed));
  if (options.trace || options.keep_going) return;
  constexpr std::size_t lines_max = 40;
  const Outcome again = run(seed, options, Trace::Text::tail);
  const std::size_t size = again.tail.size();
  for (std::size_t i = size > lines_max ? size - lines_max : 0; i < size; ++i) fmt::print("{}\n", again.tail[i]);
}

bool save_trace(const Options& options, const Outcome& outcome) {
  std::ofstream file{options.save_trace.second, std::ios::binary};
  file.write(reinterpret_cast<const char*>(outcome.recording.data()),
             static_cast<std::streamsize>(outcome.recording.size()));
  if (file.flush()) return true;
  fmt::print(stderr, "can't write {}\n", options.save_trace.second);
  return false;
}

int shorten(std::uint64_t seed, Options options) {
  const std::optional<Shortened> result = shorten(seed, options.wishes());
  if (!result) {
    fmt::print("seed {}: nothing goes wrong, so nothing is to be shortened\n", seed);
    return 2;
  }
  options.only.assign(result->faults.begin(), result->faults.end());
  if (options.only.empty()) options.only = {0};
  options.without.clear();
  options.calm = result->calm;
  if (result->trouble) options.minutes = std::chrono::duration<double>(*result->trouble).count() / 60;
  const Scenario scenario = draw_scenario(seed, options.wishes());
  fmt::print("seed {}: {}\n{} of {} faults are enough{}:\n", seed, result->violation, scenario.plan.size(),
             result->faults_before, options.calm ? ", without any of single packets" : "");
  for (const PlannedFault& fault : scenario.plan) fmt::print("  {}\n", to_string(fault));
  fmt::print("see it: {}\n", options.repeat(seed));
  return 1;
}

int run_all(const Options& options) {
  Summary summary;
  const std::clock_t began = std::clock();
  std::uint64_t failures = 0;
  for (std::uint64_t seed = options.first; seed <= options.last; ++seed) {
    prepare_last_words(options.repeat(seed));
    const Outcome outcome = run(seed, options, options.trace ? Trace::Text::all : Trace::Text::none);
    if (options.recording.keep != NodeId{} && !save_trace(options, outcome)) return 2;
    if (outcome.violation) {
      ++failures;
      tell_violation(seed, options, outcome);
      if (options.keep_going) continue;
      return 1;
    }
    if (options.check_determinism && run(seed, options, Trace::Text::none).hash != outcome.hash) {
      fmt::print("seed {}: determinism: the same seed told two different stories\n", seed);
      return 1;
    }
    summary.add(outcome);
  }
  const double cpu_seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  if (!options.quiet) fmt::print("{}", summary.text(cpu_seconds));
  const std::string missing = summary.missing();
  if (options.expect_all) fmt::print("{}", missing);
  if (failures > 0) fmt::print("{} seeds failed\n", failures);
  return failures > 0 || (options.expect_all && !missing.empty()) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Runs clusters of simulated rondel nodes in trouble and checks what they promise."};
  app.add_option("--seeds", options.seeds, "how many seeds from 1 on, or first..last")->capture_default_str();
  app.add_option("--seed", options.one_seed, "only this one");
  app.add_option("--nodes", options.nodes, "number of nodes; default: drawn from the seed")->check(CLI::Range(1, 64));
  app.add_option("--only", options.only, "only these of the planned faults: 3,7")->delimiter(',');
  app.add_option("--without", options.without, "all but these of the planned faults: 3,7")->delimiter(',');
  app.add_flag("--calm", options.calm, "no faults of single packets");
  app.add_flag("--shorten", options.shorten, "look for fewer faults that break the same promise");
  app.add_option("--minutes", options.minutes, "simulated time with faults; default: drawn from the seed");
  app.add_flag("--trace", options.trace, "tell everything that happens");
  app.add_flag("--check-determinism", options.check_determinism, "run each seed twice and compare");
  app.add_flag("--expect-all", options.expect_all, "fail if a kind of fault or a state change never occurred");
  app.add_flag("--keep-going", options.keep_going, "go on behind a violation, and tell them all in short");
  app.add_flag("--quiet", options.quiet, "no summary");
  bool all_of_five = false, patterns_trace = false;
  std::optional<std::uint32_t> only;
  CLI::App* patterns = app.add_subcommand("patterns", "rings in which some nodes do not hear each other");
  patterns->add_flag("--all", all_of_five, "all patterns of five nodes, those too that only differ by names");
  patterns->add_option("--only", only, "only the pattern of this number");
  patterns->add_flag("--trace", patterns_trace, "tell everything that happens");
  app.add_flag("--check-replay", options.recording.check, "replay what every node recorded, snapshots included");
  app.add_option("--save-trace", options.save_trace, "write what this node recorded last to a file: NODE FILE");
  CLI::App* replay = app.add_subcommand("replay", "Feeds a recording of the flight recorder to an engine");
  replay->add_option("FILE", options.replay, "what `rondel trace save` made")->required();
  replay->add_flag("--states", options.states_only, "print nothing but the sequence of states");
  CLI11_PARSE(app, argc, argv);
  if (patterns->parsed()) return run_patterns(all_of_five, only, patterns_trace);
  if (*replay) return replay_file(options.replay, options.states_only);
  options.recording.keep = NodeId{options.save_trace.first};
  if (!parse_seeds(options)) {
    fmt::print(stderr, "--seeds {}: neither a number above 0 nor first..last\n", options.seeds);
    return 2;
  }
  static_cast<void>(std::signal(SIGABRT, say_last_words));
  if (options.shorten) return shorten(options.first, options);
  return run_all(options);
}
