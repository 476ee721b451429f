#include "trace/file.h"

#include <algorithm>
#include <bit>

#include "trace/recorder.h"

namespace rondel::trace {

namespace {

constexpr std::size_t block_header_bytes = 12;

bool begins_with_magic(Bytes file) {
  const Bytes wanted = std::as_bytes(std::span{magic});
  return file.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), file.begin());
}

// Takes a block off the front.
Result<Bytes> take_block(Bytes& rest, const char* what) {
  Reader reader{rest};
  const std::uint32_t size = reader.u32(std::endian::little);
  const std::uint64_t sum = reader.u64(std::endian::little);
  const Bytes block = reader.bytes(size);
  if (!reader.ok()) return error("the recording is cut off in the {}", what);
  if (checksum(block) != sum) return error("the recording is damaged in the {}", what);
  rest = reader.rest();
  return block;
}

// What the engine takes for granted about what wire decoded.
bool all_there(const std::vector<engine::Message>& messages) {
  return std::all_of(messages.begin(), messages.end(), [](const engine::Message& message) {
    const auto* frame = std::get_if<engine::FramePtr>(&message);
    if (frame != nullptr) return *frame != nullptr;
    const auto* commit = std::get_if<engine::CommitToken>(&message);
    return commit == nullptr || (commit->members.size() == commit->entries.size() && !commit->members.empty());
  });
}

Result<Chunk> read_chunk(Bytes block) {
  Chunk chunk;
  std::uint64_t snapshot_bytes = 0;
  Loader loader{block};
  loader(chunk.first_record, chunk.begins, snapshot_bytes);
  const Bytes rest = loader.rest();
  if (!loader.ok() || snapshot_bytes > rest.size()) return error("a part of the recording can't be read");
  chunk.snapshot = rest.first(snapshot_bytes);
  chunk.records = rest.subspan(snapshot_bytes);
  return chunk;
}

}  // namespace

std::uint64_t checksum(Bytes bytes) {
  constexpr std::uint64_t prime = 0x9e3779b97f4a7c15ULL;
  std::uint64_t sum = bytes.size();
  Reader reader{bytes};
  while (reader.rest_size() >= sizeof sum) sum = std::rotl((sum ^ reader.u64(std::endian::little)) * prime, 29);
  while (reader.rest_size() > 0) sum = std::rotl((sum ^ reader.u8()) * prime, 29);
  return sum;
}

Result<Recording> parse(Bytes file) {
  if (!begins_with_magic(file)) return error("this is no recording of rondel");
  Bytes rest = file.subspan(magic.size());
  const Result<Bytes> header = take_block(rest, "header");
  if (!header) return header.error();

  Recording recording;
  std::uint32_t format = 0;
  std::uint64_t chunks = 0;
  Loader loader{*header};
  loader(format);
  if (loader.ok() && format != format_version)
    return error("the recording has format {}, not {}", format, format_version);
  loader(recording.layout, recording.saved, chunks);
  if (!loader.complete() || chunks == 0) return error("the header of the recording can't be read");

  for (std::uint64_t i = 0; i < chunks; ++i) {
    const Result<Bytes> block = take_block(rest, fmt::format("part {} of {}", i + 1, chunks).c_str());
    if (!block) return block.error();
    Result<Chunk> chunk = read_chunk(*block);
    if (!chunk) return chunk.error();
    recording.chunks.push_back(*chunk);
  }
  if (!rest.empty()) return error("{} bytes too many behind the recording", rest.size());
  return recording;
}

Result<std::optional<Record>> RecordReader::next() {
  const auto damaged = [this] { return error("record {} can't be read", number_); };
  const auto next_part = [this] {
    std::uint8_t part = 0;
    if (!loader_.rest().empty()) loader_(part);
    return static_cast<Part>(part);
  };
  if (!ahead_) ahead_ = next_part();
  if (loader_.complete() && *ahead_ == Part{}) return std::optional<Record>{};
  if (*ahead_ != Part::input) return damaged();

  Record record;
  Duration since{};
  loader_(since, record.input);
  // In unsigned numbers, which may wrap: what comes out is wrong anyway then.
  const auto last = static_cast<std::uint64_t>(last_.time_since_epoch().count());
  last_ = Time{Duration{static_cast<Duration::rep>(last + static_cast<std::uint64_t>(since.count()))}};
  record.at = last_;
  record.number = number_;
  for (;;) {
    const Part part = next_part();
    if (part == Part::waiting) {
      Waiting waiting;
      loader_(waiting);
      record.answers.emplace_back(waiting);
    } else if (part == Part::cutting) {
      Cutting cutting;
      loader_(cutting);
      record.answers.emplace_back(cutting);
    } else if (part == Part::outcome) {
      loader_(record.outcome.emplace());
      ahead_.reset();
      break;
    } else {
      if (part != Part{}) return damaged();
      ahead_ = part;
      break;
    }
    if (!loader_.ok()) return damaged();
  }
  if (!loader_.ok()) return damaged();
  const auto* receive = std::get_if<Receive>(&record.input);
  if (receive != nullptr && !all_there(receive->messages)) return damaged();
  ++number_;
  return std::optional<Record>{std::move(record)};
}

}  // namespace rondel::trace
