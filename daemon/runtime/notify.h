// Tells the service manager how the daemon is, where there is one (Type=notify). Without libsystemd: nothing happens.
#pragma once

namespace rondel::runtime {

void notify_ready();
void notify_stopping();

}  // namespace rondel::runtime
