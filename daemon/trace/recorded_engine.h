// RecordedEngine: an engine whose inputs, and what came of them, a Recorder writes down. It has the engine's functions,
// and nobody who calls them sees a difference.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/engine.h"
#include "trace/recorder.h"

namespace rondel::trace {

class RecordedEngine {
 public:
  // `bytes_max` 0: nothing is recorded.
  RecordedEngine(engine::Identity identity, const engine::Parameters& parameters, RingNumber stored, std::uint64_t seed,
                 engine::FrameSource& source, std::size_t bytes_max)
      : recorder_{bytes_max},
        source_{source, recorder_},
        engine_{std::move(identity), parameters, stored, seed, source_} {}
  RecordedEngine(const RecordedEngine&) = delete;
  RecordedEngine& operator=(const RecordedEngine&) = delete;

  void start(Time now) {
    step(now, Start{}, [&] { engine_.start(now); });
  }
  void receive(Time now, const engine::Message& message) { receive_batch(now, {&message, 1}); }
  void receive_batch(Time now, std::span<const engine::Message> messages) {
    if (recorder_.on()) recorder_.received(now, engine_, messages);
    engine_.receive_batch(now, messages);
    finish();
  }
  void expire(Time now) {
    step(now, Expire{}, [&] { engine_.expire(now); });
  }
  void resumed(Time now, Duration pause) {
    step(now, Resumed{pause}, [&] { engine_.resumed(now, pause); });
  }
  void wake(Time now) {
    step(now, Wake{}, [&] { engine_.wake(now); });
  }
  void stored(Time now, RingNumber number) {
    step(now, Stored{number}, [&] { engine_.stored(now, number); });
  }
  void synchronised(Time now) {
    step(now, Synchronised{}, [&] { engine_.synchronised(now); });
  }
  void evidence(Time now, const engine::PeerEvidence& evidence) {
    step(now, Evidence{evidence}, [&] { engine_.evidence(now, evidence); });
  }
  void configure(Time now, const engine::Parameters& parameters) {
    step(now, Configure{parameters}, [&] { engine_.configure(now, parameters); });
  }
  void leave(Time now) {
    step(now, Leave{}, [&] { engine_.leave(now); });
  }
  void take_effects(std::vector<engine::Effect>& out);

  [[nodiscard]] std::optional<Time> deadline() const { return engine_.deadline(); }
  [[nodiscard]] engine::State state() const { return engine_.state(); }
  [[nodiscard]] engine::Phase phase() const { return engine_.phase(); }
  [[nodiscard]] const engine::View& view() const { return engine_.view(); }
  [[nodiscard]] RingId ring() const { return engine_.ring(); }
  [[nodiscard]] const engine::Counters& counters() const { return engine_.counters(); }
  [[nodiscard]] std::vector<engine::Pair> cut_pairs() const { return engine_.cut_pairs(); }
  [[nodiscard]] std::optional<Sequence> received(const RingId& ring) const { return engine_.received(ring); }
  [[nodiscard]] std::size_t kept_bytes() const { return engine_.kept_bytes(); }
  [[nodiscard]] const Recorder& recorder() const { return recorder_; }

 private:
  // Writes down what the source answers.
  class WatchedSource final : public engine::FrameSource {
   public:
    WatchedSource(engine::FrameSource& source, Recorder& recorder) : source_{source}, recorder_{recorder} {}
    [[nodiscard]] std::size_t waiting_frames(engine::Phase) const override;
    [[nodiscard]] std::optional<engine::Cut> next(engine::Phase, std::size_t payload_bytes_max) override;

   private:
    engine::FrameSource& source_;
    Recorder& recorder_;
  };

  template <typename Kind, typename Call>
  void step(Time now, const Kind& kind, Call&& call) {
    if (recorder_.on()) recorder_.input(now, engine_, kind);
    call();
    finish();
  }
  void finish();

  Recorder recorder_;
  WatchedSource source_;
  engine::Engine engine_;
  std::vector<engine::Effect> effects_;  // of all inputs since the last take_effects
};

}  // namespace rondel::trace
