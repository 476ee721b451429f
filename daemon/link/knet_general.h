// Settings of the libknet handle that concern no single host or link: access lists, discovery of the MTU, compression,
// log levels.
#pragma once

#include "base/result.h"
#include "link/knet_handle.h"
#include "link/settings.h"

namespace rondel::link {

// Everything, at start (before: null), or only what differs: each call makes libknet abort a discovery that runs. Goes
// on after a failure; the first is returned.
Result<void> apply_general(knet_handle_t, const LinkSettings* before, const LinkSettings& after);
void set_log_levels(knet_handle_t, bool debug);

}  // namespace rondel::link
