// Messages as the text that stands in the golden files' comments, so that what we decode is compared with what the
// recorder saw.
#pragma once

#include <string>

#include "base/ids.h"
#include "engine/message.h"
#include "wire/service_codec.h"

namespace rondel::wire {

// "token nodeid=1 target=2 seq=0 ...", up to where the recorder goes on with what is inside.
[[nodiscard]] std::string describe(const engine::Message&, NodeId target);
// "cpg.procjoin group=b'g' pid=6 reason=1"; empty if it is unknown.
[[nodiscard]] std::string describe(const ServiceMessage&);

}  // namespace rondel::wire
