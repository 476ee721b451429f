#include "trace/recorder.h"

#include <algorithm>

namespace rondel::trace {

namespace {

void write_block(const std::vector<Bytes>& pieces, const std::function<void(Bytes)>& write) {
  std::vector<std::byte> whole;
  std::size_t size = 0;
  for (const Bytes piece : pieces) size += piece.size();
  whole.reserve(size);
  for (const Bytes piece : pieces) whole.insert(whole.end(), piece.begin(), piece.end());
  Writer header{12};
  header.u32(static_cast<std::uint32_t>(whole.size()), std::endian::little);
  header.u64(checksum(whole), std::endian::little);
  write(header.view());
  write(whole);
}

}  // namespace

void Recorder::begin(Time now, const engine::Engine& engine, std::size_t kind) {
  if (chunks_.empty() || now_.size() >= chunk_bytes_) begin_chunk(now, engine);
  const Duration since = now - last_;
  last_ = now;
  ++records_;
  saver_(Part::input, since, kind);
}

// A snapshot may be larger than what is recorded between two: then there is one less often.
void Recorder::begin_chunk(Time now, const engine::Engine& engine) {
  if (!chunks_.empty()) {
    older_bytes_ += now_.size();
    chunks_.back().bytes.swap(now_);
  }
  const std::size_t records_bytes = std::max<std::size_t>(bytes_max_ / chunks_wanted, 1);
  std::vector<std::byte> reused;
  while (!chunks_.empty() && older_bytes_ + records_bytes > bytes_max_) {
    older_bytes_ -= chunks_.front().bytes.size();
    reused.swap(chunks_.front().bytes);
    chunks_.pop_front();
  }
  now_.swap(reused);
  now_.clear();
  engine.save(now_);
  chunks_.push_back({records_, now, now_.size(), {}});
  chunk_bytes_ = now_.size() + std::max(records_bytes, now_.size());
  now_.reserve(chunk_bytes_ + records_bytes / 8);  // the last record passes the end
  last_ = now;
}

std::size_t Recorder::bytes() const { return older_bytes_ + now_.size(); }

void Recorder::save(const Saved& saved, const std::function<void(Bytes)>& write) const {
  write(std::as_bytes(std::span{magic}));
  std::vector<std::byte> header;
  Saver saver{header};
  const std::uint32_t layout = engine::Engine::layout();
  const std::uint64_t chunks = chunks_.size();
  saver(format_version, layout, saved, chunks);
  write_block({header}, write);
  for (const Kept& chunk : chunks_) {
    std::vector<std::byte> head;
    Saver{head}(chunk.first_record, chunk.begins, chunk.snapshot_bytes);
    write_block({head, &chunk == &chunks_.back() ? now_ : chunk.bytes}, write);
  }
}

}  // namespace rondel::trace
