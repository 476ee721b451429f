// Where libknet's filter sends any bytes: nowhere that can't be, and never elsewhere than the message says.
#include <cstdint>
#include <span>

#include "base/ensure.h"
#include "link/destination.h"
#include "wire/ring_codec.h"

using namespace rondel;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes packet = std::as_bytes(std::span{data, size});
  const link::Destination destination = link::destination_of(packet);
  ENSURE((destination.reach == link::Reach::one) == (destination.node != NodeId{}));
  ENSURE(destination.node.value <= 65'535);
  // What the codec takes for a ring message, the filter does, too.
  const std::optional<NodeId> target = wire::target_of(packet);
  if (!target) return 0;
  if (target->value == 0) ENSURE(destination.reach == link::Reach::all);
  if (destination.reach == link::Reach::one) ENSURE(destination.node == *target);
  return 0;
}
