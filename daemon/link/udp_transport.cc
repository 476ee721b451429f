// UDP: the usual transport; every kernel has it.
#include "link/frame_size.h"
#include "link/knet_api.h"
#include "link/transports.h"

namespace rondel::link {

namespace {

Result<void> available() { return {}; }

}  // namespace

const Transport udp_transport{
    .name = "udp", .knet_id = KNET_TRANSPORT_UDP, .header_bytes = udp_header_bytes, .available = available};

}  // namespace rondel::link
