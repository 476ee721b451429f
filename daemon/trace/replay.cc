#include "trace/replay.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace rondel::trace {

namespace {

// Answers as the source of the recording did.
class RecordedSource final : public engine::FrameSource {
 public:
  void expect(const std::vector<Answer>& answers) { answers_.assign(answers.begin(), answers.end()); }
  // What was asked that wasn't asked then, or the other way round.
  [[nodiscard]] std::optional<std::string> take_difference() {
    if (!difference_ && !answers_.empty()) difference_ = "the engine asks its source for less";
    answers_.clear();
    return std::exchange(difference_, std::nullopt);
  }

  [[nodiscard]] std::size_t waiting_frames(engine::Phase phase) const override {
    const auto* waiting = next_answer<Waiting>();
    if (waiting == nullptr || waiting->phase != phase) return differ("how many frames wait");
    const auto frames = static_cast<std::size_t>(waiting->frames);
    answers_.pop_front();
    return frames;
  }
  [[nodiscard]] std::optional<engine::Cut> next(engine::Phase phase, std::size_t bytes_max) override {
    const auto* cutting = next_answer<Cutting>();
    if (cutting == nullptr || cutting->phase != phase || cutting->bytes_max != bytes_max) {
      static_cast<void>(differ("for another frame"));
      return std::nullopt;
    }
    const Cutting answer = *cutting;
    answers_.pop_front();
    if (!answer.bytes) return std::nullopt;
    // Its contents were not recorded.
    const std::size_t bytes = std::min<std::size_t>(*answer.bytes, archive_payload_bytes_max);
    return engine::Cut{zeros_.part(0, bytes), answer.guarantee};
  }

 private:
  template <typename Kind>
  [[nodiscard]] const Kind* next_answer() const {
    return answers_.empty() ? nullptr : std::get_if<Kind>(&answers_.front());
  }
  std::size_t differ(const char* what) const {
    if (!difference_) difference_ = fmt::format("the engine asks its source {}, which it didn't then", what);
    return 0;
  }

  Payload zeros_ = Payload::make(archive_payload_bytes_max,
                                 [](std::span<std::byte> to) { std::fill(to.begin(), to.end(), std::byte{0}); });
  mutable std::deque<Answer> answers_;
  mutable std::optional<std::string> difference_;
};

void feed(engine::Engine& engine, Time now, const Input& input) {
  if (std::holds_alternative<Start>(input)) return engine.start(now);
  if (const auto* receive = std::get_if<Receive>(&input)) return engine.receive_batch(now, receive->messages);
  if (std::holds_alternative<Expire>(input)) return engine.expire(now);
  if (const auto* resumed = std::get_if<Resumed>(&input)) return engine.resumed(now, resumed->pause);
  if (std::holds_alternative<Wake>(input)) return engine.wake(now);
  if (const auto* stored = std::get_if<Stored>(&input)) return engine.stored(now, stored->number);
  if (std::holds_alternative<Synchronised>(input)) return engine.synchronised(now);
  if (const auto* evidence = std::get_if<Evidence>(&input)) return engine.evidence(now, evidence->evidence);
  if (const auto* configure = std::get_if<Configure>(&input)) return engine.configure(now, configure->parameters);
  engine.leave(now);
}

class Replay {
 public:
  explicit Replay(const ReplayOptions& options) : options_{options} {}

  Result<Replayed> run(const Recording& recording) {
    replayed_.first_record = recording.chunks.front().first_record;
    for (const Chunk& chunk : recording.chunks) {
      if (const Result<void> done = run_chunk(chunk); !done) return done.error();
      if (replayed_.difference) break;
    }
    replayed_.state = engine_->state();
    replayed_.counters = engine_->counters();
    return replayed_;
  }

 private:
  Result<void> run_chunk(const Chunk& chunk) {
    if (engine_ && chunk.first_record != replayed_.first_record + replayed_.records) {
      return error("records are missing before record {}", chunk.first_record);
    }
    if (engine_) {
      const std::vector<std::byte> reached = snapshot();
      if (!std::equal(reached.begin(), reached.end(), chunk.snapshot.begin(), chunk.snapshot.end())) {
        differ(chunk.first_record, "the engine's state before it is another one");
        return {};
      }
    }
    if (const Result<void> restored = restore(chunk.snapshot); !restored) return restored.error();
    RecordReader reader{chunk};
    while (!replayed_.difference) {
      const Result<std::optional<Record>> record = reader.next();
      if (!record) return record.error();
      if (!*record) break;
      if (const Result<void> done = step(**record); !done) return done.error();
    }
    return {};
  }

  Result<void> step(const Record& record) {
    if (options_.through_snapshots) {
      if (const Result<void> restored = restore(snapshot()); !restored) return restored.error();
    }
    if (replayed_.unfinished) return error("record {} has no outcome, but others follow", record.number - 1);
    if (options_.before) options_.before(record);
    source_.expect(record.answers);
    feed(*engine_, record.at, record.input);
    effects_.clear();
    engine_->take_effects(effects_);
    ++replayed_.records;
    if (options_.after) options_.after(record, engine_->state());
    if (!record.outcome) {
      replayed_.unfinished = true;
      return {};
    }
    compare(record);
    return {};
  }

  void compare(const Record& record) {
    if (const auto asked = source_.take_difference()) return differ(record.number, *asked);
    const Outcome reached{engine_->state(), effects_.size(), digest_of(effects_)};
    const Outcome& wanted = *record.outcome;
    if (reached.state != wanted.state) {
      differ(record.number, fmt::format("the engine is in {} behind it, the recorded one was in {}",
                                        engine::to_string(reached.state), engine::to_string(wanted.state)));
    } else if (reached.effects != wanted.effects) {
      differ(record.number, fmt::format("{} effects, recorded were {}", reached.effects, wanted.effects));
    } else if (reached.digest != wanted.digest) {
      differ(record.number, fmt::format("one of its {} effects is another one", reached.effects));
    }
  }

  void differ(std::uint64_t number, const std::string& what) {
    if (!replayed_.difference) replayed_.difference = fmt::format("record {}: {}", number, what);
  }
  [[nodiscard]] std::vector<std::byte> snapshot() const {
    std::vector<std::byte> bytes;
    engine_->save(bytes);
    return bytes;
  }
  Result<void> restore(Bytes bytes) {
    Result<engine::Engine> restored = engine::Engine::restore(bytes, source_);
    if (!restored) return restored.error();
    engine_ = std::make_unique<engine::Engine>(std::move(*restored));
    return {};
  }

  const ReplayOptions& options_;
  RecordedSource source_;
  std::unique_ptr<engine::Engine> engine_;
  std::vector<engine::Effect> effects_;
  Replayed replayed_;
};

}  // namespace

Result<Replayed> replay(const Recording& recording, const ReplayOptions& options) {
  if (recording.layout != engine::Engine::layout()) {
    return error("the recording is of rondel {}, whose engine is another one", recording.saved.version);
  }
  return Replay{options}.run(recording);
}

}  // namespace rondel::trace
