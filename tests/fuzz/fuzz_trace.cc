// Any bytes as a recording, as its parts, and as an engine's snapshot: never a crash, and bounded memory.
#include <cstdint>

#include "base/ensure.h"
#include "trace/text.h"

using namespace rondel;

namespace {

class NoSource final : public engine::FrameSource {
 public:
  [[nodiscard]] std::size_t waiting_frames(engine::Phase) const override { return 0; }
  [[nodiscard]] std::optional<engine::Cut> next(engine::Phase, std::size_t) override { return std::nullopt; }
};

void read(const trace::Chunk& chunk) {
  trace::RecordReader reader{chunk};
  for (std::uint64_t number = chunk.first_record;; ++number) {
    const Result<std::optional<trace::Record>> record = reader.next();
    if (!record || !*record) return;
    ENSURE((*record)->number == number);
    ENSURE(!trace::to_text(**record).empty());
  }
}

// What is restored is saved as it was.
void restore(Bytes bytes) {
  NoSource source;
  const Result<engine::Engine> engine = engine::Engine::restore(bytes, source);
  if (!engine) return;
  std::vector<std::byte> saved;
  engine->save(saved);
  const Result<engine::Engine> again = engine::Engine::restore(saved, source);
  ENSURE(again.has_value());
  std::vector<std::byte> saved_again;
  again->save(saved_again);
  ENSURE(saved == saved_again);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes = std::as_bytes(std::span{data, size});
  if (const Result<trace::Recording> recording = trace::parse(bytes)) {
    for (const trace::Chunk& chunk : recording->chunks) {
      read(chunk);
      restore(chunk.snapshot);
    }
    return 0;
  }
  // Behind the checksums.
  trace::Chunk chunk;
  chunk.records = bytes;
  read(chunk);
  restore(bytes);
  return 0;
}
