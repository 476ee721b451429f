#include "node/history.h"

#include <fmt/format.h>

#include "node/events.h"

namespace rondel::node {

std::string describe(RingId from, const engine::View& to) {
  return fmt::format("A new membership ({}) was formed: {}. from={} members={} joined={} left={} cause={}",
                     to_string(to.ring), why(to), to_string(from), comma_list(to.members), comma_list(to.joined),
                     comma_list(to.left), to_string(to.cause.kind));
}

}  // namespace rondel::node
