/* Numbers of the daemon's services, and limits that some programs size arrays with. */
#ifndef CORODEFS_H_DEFINED
#define CORODEFS_H_DEFINED

#include <netinet/in.h>

/* Service numbers, as they appear in statistics keys (stats.ipcs.service2...) and on the ring. */
enum corosync_service_types {
  CMAP_SERVICE = 0,
  CFG_SERVICE = 1,
  CPG_SERVICE = 2,
  QUORUM_SERVICE = 3,
  PLOAD_SERVICE = 4,
  VOTEQUORUM_SERVICE = 5,
  MON_SERVICE = 6,
  WD_SERVICE = 7,
};

#define PROCESSOR_COUNT_MAX 384                   /* nodes in one ring */
#define TOTEMIP_ADDRLEN (sizeof(struct in6_addr)) /* bytes kept for a node's address, IPv4 or IPv6 */

#endif
