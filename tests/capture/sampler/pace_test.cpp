#include "capture/sampler/pace.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

constexpr Ns kMs = 1'000'000;
constexpr Ns kThird = 1000 * kMs / 3;

/// How many of `ticks` that take `spent_ns` change the pace.
int changes(Pace& pace, int ticks, Ns spent_ns) {
  int changed = 0;
  for (int tick = 0; tick < ticks; ++tick) changed += pace.add_tick(spent_ns) ? 1 : 0;
  return changed;
}

}  // namespace

TEST_CASE("work of up to a third of the period keeps the rate, and so does one slow tick") {
  Pace pace(5 * kMs, kThird);
  CHECK(changes(pace, 1000, kMs) == 0);
  CHECK(!pace.add_tick(10 * kMs));
  CHECK(changes(pace, 1000, kMs) == 0);
  CHECK(pace.period_ns() == 5 * kMs);
}

TEST_CASE("more work halves the rate until it is a third, down to once a second") {
  Pace pace(kMs, kThird);
  changes(pace, 1000, 2 * kMs);
  CHECK(pace.period_ns() == 8 * kMs);
  CHECK(changes(pace, 1000, 2 * kMs) == 0);
  changes(pace, 10'000, 2000 * kMs);
  CHECK(pace.period_ns() == 1000 * kMs);
}

TEST_CASE("the rate that was asked for returns when it has been calm for some seconds") {
  Pace pace(5 * kMs, kThird);
  changes(pace, 16, 3 * kMs);
  REQUIRE(pace.period_ns() == 10 * kMs);
  CHECK(changes(pace, 280, kMs / 10) == 0);  // 2.8 s
  changes(pace, 100, kMs / 10);
  CHECK(pace.period_ns() == 5 * kMs);
  CHECK(changes(pace, 10'000, kMs / 10) == 0);  // never faster than that
}

TEST_CASE("what sampling may take depends on the rate and on the machine") {
  CHECK(Pace::most_ns(200, 2) == 20 * kMs);
  CHECK(Pace::most_ns(200, 16) == 160 * kMs);
  CHECK(Pace::most_ns(1000, 2) == 80 * kMs);
  CHECK(Pace::most_ns(1000, 64) == kThird);
  CHECK(Pace::most_ns(200, 0) == 10 * kMs);
}

TEST_CASE("for the machine's sake the rate drops by what seconds took, to a quarter at most") {
  Pace pace(5 * kMs, 20 * kMs);                 // ticks of 0.1 ms
  CHECK(changes(pace, 200, kMs / 5) == 0);      // a second of start-up
  CHECK(changes(pace, 400, kMs / 100) == 0);    // and two of little work
  CHECK(changes(pace, 10'000, kMs / 11) == 0);  // what it may take
  CHECK(changes(pace, 600, kMs / 6) == 1);
  CHECK(pace.period_ns() == 10 * kMs);
  CHECK(changes(pace, 10'000, kMs / 6) ==
        0);  // that is within the limit, and twice as often is not
  changes(pace, 10'000, kMs);
  CHECK(pace.period_ns() == 20 * kMs);  // not more for this, though it takes more
  changes(pace, 1'000, kMs / 100);
  CHECK(pace.period_ns() == 5 * kMs);
}

TEST_CASE("a start that takes more than twice what it may slows sampling down within a second") {
  Pace pace(5 * kMs, 20 * kMs);            // ticks of 0.1 ms
  CHECK(changes(pace, 99, kMs / 4) == 0);  // not half a second
  CHECK(changes(pace, 1, kMs / 4) == 1);   // 0.5 s
  CHECK(changes(pace, 49, 3 * kMs / 4) == 0);
  CHECK(changes(pace, 1, 3 * kMs / 4) == 1);  // 1 s
  CHECK(pace.period_ns() == 20 * kMs);
  CHECK(pace.times() == 4);
  CHECK(changes(pace, 1'000, 3 * kMs / 4) == 0);
}

TEST_CASE("later, half a second of much work is no reason to slow down") {
  Pace pace(5 * kMs, 20 * kMs);
  changes(pace, 1'000, kMs / 20);
  CHECK(changes(pace, 100, kMs / 4) == 0);
  CHECK(pace.times() == 1);
}

TEST_CASE(
    "what other threads spend on the samples counts for the machine's sake, and is no burst") {
  Pace pace(5 * kMs, 20 * kMs);
  changes(pace, 600, kMs / 20);
  for (int tick = 0; tick < 16; ++tick) CHECK(!pace.add_tick(kMs / 20, tick == 0 ? 200 * kMs : 0));
  changes(pace, 600, kMs / 20);
  CHECK(pace.times() == 2);  // 0.2 s are more than three seconds may take
}
