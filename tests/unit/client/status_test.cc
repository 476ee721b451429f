#include <corosync/corotypes.h>
#include <doctest/doctest.h>

#include <cerrno>
#include <string>

#include "client/api.h"

TEST_CASE("errno becomes a status, lengths become success") {
  CHECK(qb_to_cs_error(0) == CS_OK);
  CHECK(qb_to_cs_error(184) == CS_OK);
  CHECK(qb_to_cs_error(-EAGAIN) == CS_ERR_TRY_AGAIN);
  CHECK(qb_to_cs_error(-ETIMEDOUT) == CS_ERR_TRY_AGAIN);
  CHECK(qb_to_cs_error(-EACCES) == CS_ERR_ACCESS);
  CHECK(qb_to_cs_error(-EMSGSIZE) == CS_ERR_TOO_BIG);
  CHECK(qb_to_cs_error(-ENOTCONN) == CS_ERR_LIBRARY);
  CHECK(qb_to_cs_error(-ECONNREFUSED) == CS_ERR_LIBRARY);
  CHECK(hdb_error_to_cs(-EMFILE) == CS_ERR_NO_RESOURCES);
  CHECK(hdb_error_to_cs(1) == CS_ERR_LIBRARY);
}

TEST_CASE("a status that is none is an error of the daemon's") {
  using rondel::client::status_told;
  CHECK(status_told(CS_OK) == CS_OK);
  CHECK(status_told(CS_ERR_TRY_AGAIN) == CS_ERR_TRY_AGAIN);
  CHECK(status_told(CS_ERR_SECURITY) == CS_ERR_SECURITY);
  for (const int number : {0, -1, -2147483647, 101, 1536, 2147483647}) CHECK(status_told(number) == CS_ERR_LIBRARY);
}

TEST_CASE("every status has a name") {
  CHECK(cs_strerror(CS_OK) == std::string{"success"});
  CHECK(cs_strerror(CS_ERR_SECURITY) == std::string{"CS_ERR_SECURITY"});
  CHECK(cs_strerror(static_cast<cs_error_t>(29)) == std::string{"unknown error"});
  CHECK(cs_strerror(static_cast<cs_error_t>(0)) == std::string{"unknown error"});
}
