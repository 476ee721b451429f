#include "trace/recorded_engine.h"

namespace rondel::trace {

std::size_t RecordedEngine::WatchedSource::waiting_frames(engine::Phase phase) const {
  const std::size_t frames = source_.waiting_frames(phase);
  if (recorder_.on()) recorder_.answer(Waiting{phase, frames});
  return frames;
}

std::optional<engine::Cut> RecordedEngine::WatchedSource::next(engine::Phase phase, std::size_t payload_bytes_max) {
  std::optional<engine::Cut> cut = source_.next(phase, payload_bytes_max);
  if (recorder_.on()) {
    Cutting cutting{phase, payload_bytes_max, std::nullopt, engine::Guarantee::agreed};
    if (cut) {
      cutting.bytes = cut->payload.size();
      cutting.guarantee = cut->guarantee;
    }
    recorder_.answer(cutting);
  }
  return cut;
}

void RecordedEngine::finish() {
  if (!recorder_.on()) return;
  const std::size_t before = effects_.size();
  engine_.take_effects(effects_);
  const std::span<const engine::Effect> added = std::span{effects_}.subspan(before);
  recorder_.outcome({engine_.state(), added.size(), digest_of(added)});
}

void RecordedEngine::take_effects(std::vector<engine::Effect>& out) {
  if (!recorder_.on()) return engine_.take_effects(out);
  if (out.empty()) {
    out.swap(effects_);
    return;
  }
  out.insert(out.end(), std::make_move_iterator(effects_.begin()), std::make_move_iterator(effects_.end()));
  effects_.clear();
}

}  // namespace rondel::trace
