#include "link/transports.h"

#include <doctest/doctest.h>

#include "link/knet_api.h"

using namespace rondel;
using namespace rondel::link;

TEST_CASE("the table has knet's transports by their names in corosync.conf") {
  REQUIRE(find_transport("udp") != nullptr);
  CHECK(find_transport("udp")->knet_id == KNET_TRANSPORT_UDP);
  CHECK(find_transport("udp")->header_bytes == 8);
  REQUIRE(find_transport("sctp") != nullptr);
  CHECK(find_transport("sctp")->knet_id == KNET_TRANSPORT_SCTP);
  CHECK(find_transport("sctp")->header_bytes == 28);
  CHECK(find_transport("tcp") == nullptr);
  CHECK(find_transport("") == nullptr);
}

TEST_CASE("a transport can be used or says in one line why not") {
  CHECK(usable_transport("udp"));
  Result<const Transport*> unknown = usable_transport("tcp");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().text == "knet_transport tcp: unknown, expected udp or sctp");
  // Depends on this machine's kernel; in both cases the answer must be whole.
  Result<const Transport*> sctp = usable_transport("sctp");
  if (sctp) {
    CHECK((*sctp)->name == "sctp");
  } else {
    CHECK(sctp.error().text.find("knet_transport sctp: this ") == 0);
    CHECK(sctp.error().text.find('\n') == std::string::npos);
  }
}
