#include "engine/timers.h"

#include <doctest/doctest.h>

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
using rondel::Time;
using rondel::engine::Timer;
using rondel::engine::Timers;

TEST_CASE("the earliest timer comes first, and once") {
  Timers timers;
  timers.set(Timer::token_loss, Time{20ms});
  timers.set(Timer::join, Time{10ms});
  CHECK(timers.earliest() == Time{10ms});
  CHECK_FALSE(timers.take_due(Time{9ms}));
  CHECK(timers.take_due(Time{30ms}) == Timer::join);
  CHECK(timers.take_due(Time{30ms}) == Timer::token_loss);
  CHECK_FALSE(timers.take_due(Time{30ms}));
  CHECK_FALSE(timers.earliest());
}

TEST_CASE("of two that are due together the smaller matter comes first") {
  Timers timers;
  timers.set(Timer::token_loss, Time{10ms});
  timers.set(Timer::token_retransmit, Time{10ms});
  CHECK(timers.take_due(Time{10ms}) == Timer::token_retransmit);
}

TEST_CASE("a pause is given back to an armed timer only") {
  Timers timers;
  timers.set(Timer::token_loss, Time{10ms});
  timers.postpone(Timer::token_loss, 5ms);
  timers.postpone(Timer::consensus, 5ms);
  CHECK(timers.earliest() == Time{15ms});
  CHECK_FALSE(timers.armed(Timer::consensus));
}
