#include "link/piece_estimate.h"

#include <doctest/doctest.h>

using rondel::link::PieceEstimate;

TEST_CASE("what was expected counts until something is discovered") {
  PieceEstimate estimate{1446, 482};
  CHECK(estimate.bytes() == 1446);
  CHECK_FALSE(estimate.reported(482));
  CHECK(estimate.bytes() == 1446);
  CHECK(estimate.reported(8946));
  CHECK(estimate.bytes() == 8946);
}

TEST_CASE("the floor after a link-up keeps the last good value") {
  PieceEstimate estimate{1446, 482};
  CHECK(estimate.reported(8946));
  CHECK_FALSE(estimate.reported(482));
  CHECK(estimate.bytes() == 8946);
  CHECK_FALSE(estimate.reported(8946));
  CHECK(estimate.reported(1446));
  CHECK(estimate.bytes() == 1446);
}

TEST_CASE("other keys have another floor") {
  PieceEstimate estimate{1446, 482};
  estimate.set_floor(421);
  CHECK_FALSE(estimate.reported(421));
  CHECK(estimate.reported(1397));
  CHECK_FALSE(estimate.reported(0));
  CHECK(estimate.bytes() == 1397);
}
