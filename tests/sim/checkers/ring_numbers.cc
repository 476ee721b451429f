#include "checkers/ring_numbers.h"

namespace rondel::simulation {

void RingNumbersChecker::installed(const Life& life, const engine::Install& change, RingNumber durable) {
  if (change.stage != engine::Install::Stage::regular) return;
  const RingNumber number = change.view.ring.number;
  RingNumber& newest = newest_[life.node];
  if (number <= newest) {
    violation("ring numbers: {} installs ring {} after ring number {:x}", to_string(life), to_string(change.view.ring),
              newest.value);
  }
  newest = number;
  if (number > durable) {
    violation("ring numbers: {} installs ring {}, but its disk holds only {:x}", to_string(life),
              to_string(change.view.ring), durable.value);
  }
}

}  // namespace rondel::simulation
