// The file of a recording. Numbers as in base/archive.h unless their size is given, and then little-endian:
//
//   file     = "RONDTRC1" block*            the first block holds a header, the others a chunk each
//   block    = u32:size u64:checksum bytes
//   header   = format layout version node time unix-nanoseconds reason chunks
//   chunk    = number:of-first-record time:of-start size:snapshot snapshot record*
//   record   = 1 time-since-last input (2 waiting | 3 cutting)* [4 outcome]
//
// Each chunk begins with a snapshot of the engine, so a recording whose beginning was dropped can be replayed too.
//
// Example: `01 e8 07 04 | 04 03 00 00` is an input of kind 4 (wake) 500 ns after the last one, and its outcome:
// operational, no effects.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/record.h"

namespace rondel::trace {

inline constexpr std::size_t file_bytes_max = 256U * 1024 * 1024;  // what is read at all

// When and why a recording was saved; the two times are of one moment.
struct Saved {
  std::string version;  // of the program
  NodeId node;
  Time at{};
  std::int64_t unix_ns = 0;
  std::string reason;
};

struct Chunk {
  std::uint64_t first_record = 0;
  Time begins{};
  Bytes snapshot;
  Bytes records;
};

// Looks into the bytes of the file, which must outlive it.
struct Recording {
  Saved saved;
  std::uint32_t layout = 0;  // of the snapshots: Engine::layout()
  std::vector<Chunk> chunks;
};

// What is wrong with the file, if it isn't one or isn't whole.
[[nodiscard]] Result<Recording> parse(Bytes file);

// The records of a chunk, one after the other.
class RecordReader {
 public:
  explicit RecordReader(const Chunk& chunk)
      : loader_{chunk.records}, number_{chunk.first_record}, last_{chunk.begins} {}
  // Nothing: that was all.
  [[nodiscard]] Result<std::optional<Record>> next();

 private:
  Loader loader_;
  std::uint64_t number_;
  Time last_;
  std::optional<Part> ahead_;  // read already
};

[[nodiscard]] std::uint64_t checksum(Bytes);

ARCHIVE_FIELDS(Saved, version, node, at, unix_ns, reason)

}  // namespace rondel::trace
