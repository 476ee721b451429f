// TraceFiles: the flight recorder's files in the state directory, the newest few of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "trace/recorder.h"

namespace rondel {

inline constexpr std::size_t trace_files_max = 5;
// Saving takes a few milliseconds from the ring: not more often than this.
inline constexpr Duration trace_interval_min = std::chrono::seconds{1};

struct TraceFile {
  std::string path;
  std::uint64_t bytes = 0;
};

class TraceFiles {
 public:
  TraceFiles(std::string directory, NodeId node) : directory_{std::move(directory)}, node_{node} {}

  // Writes what the recorder has into a new file, whole or not at all, and removes the oldest beyond trace_files_max.
  [[nodiscard]] Result<TraceFile> save(Time now, const trace::Recorder&, std::string_view reason);
  // At the end of the process, however soon after the last one.
  [[nodiscard]] Result<TraceFile> save_last(Time now, const trace::Recorder&, std::string_view reason) const;

 private:
  void remove_oldest() const;

  std::string directory_;
  NodeId node_;
  std::optional<Time> last_;
};

}  // namespace rondel
