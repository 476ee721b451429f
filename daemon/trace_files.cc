#include "trace_files.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/unique_fd.h"

namespace rondel {

namespace {

Error failed(const char* what, const std::string& path, int number) {
  return error("can't {} '{}': {}", what, path, std::strerror(number));
}

std::string prefix_of(NodeId node) { return fmt::format("rondel-trace-{}-", node.value); }

// In the order of time as texts, too.
std::string name_of(NodeId node, std::int64_t unix_ns) {
  const std::chrono::system_clock::time_point when{
      std::chrono::duration_cast<std::chrono::system_clock::duration>(std::chrono::nanoseconds{unix_ns})};
  return fmt::format("{}{:%Y%m%dT%H%M%S}.{:06}Z.bin", prefix_of(node),
                     fmt::gmtime(std::chrono::system_clock::to_time_t(when)), unix_ns / 1000 % 1'000'000);
}

Result<std::uint64_t> write_file(const std::string& path, const trace::Recorder& recorder, const trace::Saved& saved) {
  const UniqueFd file{::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
  if (!file) return failed("create", path, errno);
  std::uint64_t bytes = 0;
  int problem = 0;
  recorder.save(saved, [&](Bytes piece) {
    bytes += piece.size();
    while (!piece.empty() && problem == 0) {
      const ssize_t wrote = ::write(file.get(), piece.data(), piece.size());
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) problem = errno;
      if (wrote > 0) piece = piece.subspan(static_cast<std::size_t>(wrote));
    }
  });
  if (problem != 0) return failed("write", path, problem);
  return bytes;
}

}  // namespace

Result<TraceFile> TraceFiles::save(Time now, const trace::Recorder& recorder, std::string_view reason) {
  if (!recorder.on()) return error("the flight recorder is off: system.trace_bytes_max is 0");
  if (last_ && now - *last_ < trace_interval_min) return error("a recording was saved less than a second ago");
  last_ = now;
  return save_last(now, recorder, reason);
}

Result<TraceFile> TraceFiles::save_last(Time now, const trace::Recorder& recorder, std::string_view reason) const {
  const std::int64_t unix_ns =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  const trace::Saved saved{RONDEL_VERSION, node_, now, unix_ns, std::string{reason}};
  const std::string path = fmt::format("{}/{}", directory_, name_of(node_, unix_ns));
  const std::string temporary = path + ".new";
  const Result<std::uint64_t> bytes = write_file(temporary, recorder, saved);
  int problem = 0;
  if (bytes && ::rename(temporary.c_str(), path.c_str()) != 0) problem = errno;
  if (!bytes || problem != 0) {
    ::unlink(temporary.c_str());
    return bytes ? failed("rename to", path, problem) : bytes.error();
  }
  remove_oldest();
  return TraceFile{path, *bytes};
}

void TraceFiles::remove_oldest() const {
  std::vector<std::filesystem::path> all;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{directory_, ignored}) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix_of(node_)) && name.ends_with(".bin")) all.push_back(entry.path());
  }
  if (all.size() <= trace_files_max) return;
  std::sort(all.begin(), all.end());
  all.resize(all.size() - trace_files_max);
  for (const std::filesystem::path& old : all) std::filesystem::remove(old, ignored);
}

}  // namespace rondel
