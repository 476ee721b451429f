#include "runtime/notify.h"

#ifdef HAVE_SYSTEMD
#include <systemd/sd-daemon.h>
#endif

namespace rondel::runtime {

#ifdef HAVE_SYSTEMD
void notify_ready() { static_cast<void>(::sd_notify(0, "READY=1")); }
void notify_stopping() { static_cast<void>(::sd_notify(0, "STOPPING=1")); }
#else
void notify_ready() {}
void notify_stopping() {}
#endif

}  // namespace rondel::runtime
