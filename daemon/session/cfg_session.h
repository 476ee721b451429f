// CfgSession: one connection to the cfg service (ipc.md 10). Programs ask it who they are and where a node is; the
// other requests are answered honestly with "not supported", each under the id its library waits for.
#pragma once

#include "base/bytes.h"
#include "session/outcome.h"
#include "session/surroundings.h"

namespace rondel::session {

// The service keeps nothing of a connection yet, so a request stands for itself.
[[nodiscard]] Outcome cfg_request(Bytes, const Surroundings&);

}  // namespace rondel::session
