// Any bytes as the file of the ring number: a node that takes its number forms a ring with a later one, which is one
// that peers believe.
#include <cstdint>
#include <span>

#include "base/ensure.h"
#include "engine/engine.h"
#include "runtime/state_store.h"

using namespace rondel;

namespace {

constexpr int turns_max = 100;
constexpr std::uint64_t believed_max = std::uint64_t{1} << 62U;

struct Nothing final : engine::FrameSource {
  [[nodiscard]] std::size_t waiting_frames(engine::Phase) const override { return 0; }
  [[nodiscard]] std::optional<engine::Cut> next(engine::Phase, std::size_t) override { return std::nullopt; }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<RingNumber> stored = runtime::read_ring_number(std::as_bytes(std::span{data, size}));
  if (!stored) return 0;
  Nothing source;
  engine::Engine engine{{NodeId{1}, {}, "fuzz"}, {}, *stored, 1, source};
  engine.start(Time{});
  for (int turn = 0; turn < turns_max && engine.state() != engine::State::operational; ++turn) {
    std::vector<engine::Effect> effects;
    engine.take_effects(effects);
    for (const engine::Effect& effect : effects) {
      if (const auto* store = std::get_if<engine::Store>(&effect)) engine.stored(Time{}, store->number);
      if (const auto* unicast = std::get_if<engine::Unicast>(&effect)) engine.receive(Time{}, unicast->message);
    }
  }
  ENSURE(engine.state() == engine::State::operational);
  ENSURE(engine.ring().number > *stored && engine.ring().number.value < believed_max);
  return 0;
}
