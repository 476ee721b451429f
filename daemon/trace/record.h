// Record: one input of an engine as it is recorded, what the source of frames answered meanwhile, and what came of it.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/fields.h"

namespace rondel::trace {

// Inputs, named as the engine's functions are.
struct Start {};
struct Receive {
  std::vector<engine::Message> messages;
};
struct Expire {};
struct Resumed {
  Duration pause{};
};
struct Wake {};
struct Stored {
  RingNumber number;
};
struct Synchronised {};
struct Evidence {
  engine::PeerEvidence evidence;
};
struct Configure {
  engine::Parameters parameters;
};
struct Leave {};
using Input = std::variant<Start, Receive, Expire, Resumed, Wake, Stored, Synchronised, Evidence, Configure, Leave>;

// What the source was asked, and its answer.
struct Waiting {
  engine::Phase phase{};
  std::uint64_t frames = 0;
};
struct Cutting {
  engine::Phase phase{};
  std::uint64_t bytes_max = 0;
  std::optional<std::uint64_t> bytes;  // nothing: no frame
  engine::Guarantee guarantee{};
};
using Answer = std::variant<Waiting, Cutting>;

struct Outcome {
  engine::State state{};
  std::uint64_t effects = 0;
  std::uint32_t digest = 0;  // of the effects
  bool operator==(const Outcome&) const = default;
};

struct Record {
  std::uint64_t number = 0;  // counted from the engine's first
  Time at{};
  Input input;
  std::vector<Answer> answers;
  std::optional<Outcome> outcome;  // nothing: the process ended in the middle of it
};

// In the file each part has its kind in front.
enum class Part : std::uint8_t { input = 1, waiting, cutting, outcome };

template <typename Archive, typename Nothing>
requires std::is_empty_v<Nothing>
void fields(Archive& /*archive*/, Nothing& /*has none*/) {}
ARCHIVE_FIELDS(Receive, messages)
ARCHIVE_FIELDS(Resumed, pause)
ARCHIVE_FIELDS(Stored, number)
ARCHIVE_FIELDS(Evidence, evidence)
ARCHIVE_FIELDS(Configure, parameters)
ARCHIVE_FIELDS(Waiting, phase, frames)
ARCHIVE_FIELDS(Cutting, phase, bytes_max, bytes, guarantee)
ARCHIVE_FIELDS(Outcome, state, effects, digest)

// The digest of effects, as Outcome has it.
[[nodiscard]] inline std::uint32_t digest_of(std::span<const engine::Effect> effects) {
  if (effects.empty()) return 0;
  Digest digest;
  digest.range(effects);
  return digest.value();
}

}  // namespace rondel::trace
