// Recorder: keeps the last inputs of an engine in a bounded memory. Records are appended to chunks, each of which
// begins with a snapshot of the engine; the oldest chunk goes when there are too many bytes. Payloads are not kept,
// only their sizes: the engine never looks at them. An input is written down before the engine sees it, so that the one
// in which a process ended is there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "trace/file.h"

namespace rondel::trace {

inline constexpr std::array<char, 8> magic{'R', 'O', 'N', 'D', 'T', 'R', 'C', '1'};
inline constexpr std::uint32_t format_version = 1;
inline constexpr std::size_t default_bytes_max = 4U * 1024 * 1024;
// A recording has about so many chunks, so this part of it is lost when the oldest goes.
inline constexpr std::size_t chunks_wanted = 16;

class Recorder {
 public:
  // 0: keeps nothing.
  explicit Recorder(std::size_t bytes_max) : bytes_max_{bytes_max} {}

  [[nodiscard]] bool on() const { return bytes_max_ != 0; }

  // --- one record: an input, answers, an outcome ---
  template <typename Kind>
  void input(Time now, const engine::Engine& engine, const Kind& kind) {
    begin(now, engine, Input{std::in_place_type<Kind>}.index());
    saver_(kind);
  }
  void received(Time now, const engine::Engine& engine, std::span<const engine::Message> messages) {
    begin(now, engine, Input{std::in_place_type<Receive>}.index());
    saver_.range(messages);
  }
  void answer(const Waiting& waiting) { part(Part::waiting, waiting); }
  void answer(const Cutting& cutting) { part(Part::cutting, cutting); }
  void outcome(const Outcome& outcome) { part(Part::outcome, outcome); }

  // Hands over the file piece by piece.
  void save(const Saved&, const std::function<void(Bytes)>& write) const;
  [[nodiscard]] std::uint64_t records() const { return records_; }  // ever
  [[nodiscard]] std::size_t bytes() const;                          // kept

 private:
  struct Kept {
    std::uint64_t first_record = 0;
    Time begins{};
    std::size_t snapshot_bytes = 0;
    std::vector<std::byte> bytes;  // snapshot and records; the newest chunk's are in now_
  };
  void begin(Time now, const engine::Engine&, std::size_t kind);
  void begin_chunk(Time now, const engine::Engine&);
  template <typename What>
  void part(Part kind, const What& what) {
    saver_(kind, what);
  }

  std::size_t bytes_max_;
  std::deque<Kept> chunks_;
  std::vector<std::byte> now_;  // of the newest chunk
  Saver saver_{now_};
  std::size_t chunk_bytes_ = 0;  // when the next one begins
  std::size_t older_bytes_ = 0;  // of all but the newest
  Time last_{};
  std::uint64_t records_ = 0;
};

}  // namespace rondel::trace
