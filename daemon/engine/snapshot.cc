// Snapshots: all that an engine knows as bytes, and an engine from them. The lists of fields that only the engine sees
// are here; those of its messages and effects are in fields.h.
#include <algorithm>

#include "engine/core.h"
#include "engine/fields.h"

namespace rondel::engine {

ARCHIVE_FIELDS(Flow, sent_last_visit, backlog_last_visit)
ARCHIVE_FIELDS(Pair, low, high)
ARCHIVE_FIELDS(HearingState::Known, report, at, gone)
ARCHIVE_FIELDS(HearingState::Cut, since, known)
ARCHIVE_FIELDS(HearingState::Twin, life, count, times)
ARCHIVE_FIELDS(HearingState, heard, down, reports, cut, apart, careful, twins, tells_since, told_at, reports_made)
ARCHIVE_FIELDS(CutSize, datagrams, since, counted, numbered, missed, visits, missed_now, share_permil)
ARCHIVE_FIELDS(Gather::Heard, join, at)
ARCHIVE_FIELDS(Gather, consensus, joins, news, disagreed, since)
ARCHIVE_FIELDS(Commit, token, waiting_for_number)
ARCHIVE_FIELDS(Recovery::Owed, inner, deferred)
ARCHIVE_FIELDS(Recovery, commit, window, owed, first_token_sent, raised_flag, quiet_visits, complete_visits,
               install_sequence, delivered_by_one)
template <typename Archive>
void fields(Archive& /*archive*/, Operational& /*nothing*/) {}
// Whoever restores an engine gives it a source.
template <typename Archive>
void fields(Archive& /*archive*/, FrameSource& /*not its own*/) {}

namespace {

// Asked for nothing.
class NoSource final : public FrameSource {
 public:
  [[nodiscard]] std::size_t waiting_frames(Phase) const override { return 0; }
  [[nodiscard]] std::optional<Cut> next(Phase, std::size_t) override { return std::nullopt; }
};

}  // namespace

void Engine::save(std::vector<std::byte>& to) const {
  Saver saver{to};
  saver(*core_);
}

Result<Engine> Engine::restore(Bytes from, FrameSource& source) {
  Engine engine{Identity{}, Parameters{}, RingNumber{}, 0, source};
  Loader loader{from};
  loader(*engine.core_);
  if (!loader.complete()) return error("the snapshot of the engine is damaged or of another version");
  return engine;
}

// A fresh engine's snapshot changes with every field that comes, goes or changes its type.
std::uint32_t Engine::layout() {
  NoSource source;
  std::vector<std::byte> bytes;
  Engine{Identity{}, Parameters{}, RingNumber{}, 0, source}.save(bytes);
  Digest digest;
  digest(bytes);
  return digest.value();
}

}  // namespace rondel::engine
