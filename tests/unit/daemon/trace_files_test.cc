#include "trace_files.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "node/node.h"
#include "quiet_link.h"
#include "trace/replay.h"

namespace rondel {
namespace {

using namespace std::chrono_literals;

struct Fixture {
  Fixture() {
    std::string name = (std::filesystem::temp_directory_path() / "rondel-traces-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    directory = name;
    node::NodeSettings settings;
    settings.self = NodeId{1};
    settings.trace_bytes_max = trace::default_bytes_max;
    node = std::make_unique<node::Node>(settings, link, host, listener);
    node->start(Time{1s});
  }
  ~Fixture() { std::filesystem::remove_all(directory); }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator{directory}) found.push_back(entry.path().string());
    std::sort(found.begin(), found.end());
    return found;
  }

  std::filesystem::path directory;
  QuietLink link;
  NotingHost host;
  DeafListener listener;
  std::unique_ptr<node::Node> node;
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a saved recording is a file that can be replayed") {
  TraceFiles files{directory.string(), NodeId{1}};
  const Result<TraceFile> saved = files.save(Time{2s}, node->recorder(), "a test");
  REQUIRE(saved);
  CHECK(saved->path.find("/rondel-trace-1-2") != std::string::npos);
  CHECK(names() == std::vector{saved->path});
  CHECK(std::filesystem::file_size(saved->path) == saved->bytes);
  CHECK(std::filesystem::status(saved->path).permissions() ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));

  std::ifstream file{saved->path, std::ios::binary};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  const Bytes bytes = std::as_bytes(std::span{text});
  const Result<trace::Recording> recording = trace::parse(bytes);
  REQUIRE(recording);
  CHECK(recording->saved.reason == "a test");
  const Result<trace::Replayed> replayed = trace::replay(*recording);
  REQUIRE(replayed);
  CHECK_FALSE(replayed->difference);
  CHECK(replayed->state == node->state());
}

TEST_CASE_FIXTURE(Fixture, "the newest five are kept, and nothing else is touched") {
  std::ofstream{directory / "ringid_1"} << "x";
  TraceFiles files{directory.string(), NodeId{1}};
  std::string first;
  for (int i = 0; i < 7; ++i) {
    const Result<TraceFile> saved = files.save(Time{10s + i * 1s}, node->recorder(), "a test");
    REQUIRE(saved);
    if (i == 1) first = saved->path;
  }
  CHECK(names().size() == trace_files_max + 1);
  CHECK(std::filesystem::exists(directory / "ringid_1"));
  CHECK_FALSE(std::filesystem::exists(first));
}

TEST_CASE_FIXTURE(Fixture, "not more than one a second, but always at the end") {
  TraceFiles files{directory.string(), NodeId{1}};
  REQUIRE(files.save(Time{10s}, node->recorder(), "a test"));
  CHECK_FALSE(files.save(Time{10900ms}, node->recorder(), "a test"));
  CHECK(files.save_last(Time{10900ms}, node->recorder(), "a test"));
  CHECK(files.save(Time{11s}, node->recorder(), "a test"));
}

TEST_CASE_FIXTURE(Fixture, "where nothing can be written, the error says so and nothing is left") {
  TraceFiles files{(directory / "missing").string(), NodeId{1}};
  const Result<TraceFile> saved = files.save(Time{10s}, node->recorder(), "a test");
  REQUIRE_FALSE(saved);
  CHECK(saved.error().text.find("can't create") == 0);
  CHECK(names().empty());
  CHECK_FALSE(TraceFiles{directory.string(), NodeId{1}}.save(Time{10s}, trace::Recorder{0}, "a test"));
}

}  // namespace rondel
