// Reports of who hears whom inside a trailer (extension.proto, Hearing). They name the same nodes over and over, so the
// nodes are listed once and each report has two bits for each of them: 384 reports about 384 nodes are 50 KB, less than
// a datagram.
#pragma once

#include <optional>
#include <vector>

#include "engine/message.h"

namespace rondel::proto {
class Hearing;
}

namespace rondel::wire {

void pack(const std::vector<engine::Report>&, proto::Hearing&);
// Nothing if this cannot be what a node of ours made: ids, order and sizes are checked.
[[nodiscard]] std::optional<std::vector<engine::Report>> unpack(const proto::Hearing&);

}  // namespace rondel::wire
