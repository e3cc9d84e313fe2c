#include "capture/sampler/ready_waits.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE(
    "what a woken thread waited for a CPU is what the system counts, less the waits that are "
    "known") {
  ReadyWaits waits;
  waits.out(1'000, true);
  waits.know(500, 1'500);
  CHECK(waits.in(2'000) == 0);  // nothing to compare with yet
  waits.out(3'000, false);      // preempted: all of it is a wait for a CPU, and known
  CHECK(waits.in(3'400) == 0);
  waits.out(4'000, true);
  waits.know(500 + 400 + 250, 4'900);
  CHECK(waits.in(5'000) == 250);
  waits.out(6'000, true);
  CHECK(waits.in(7'000) == 0);  // nothing new is known
}

TEST_CASE("no wait for a CPU is longer than the thread had none") {
  ReadyWaits waits;
  waits.know(0, 1);
  waits.out(1'000, true);
  waits.know(900, 1'999);
  CHECK(waits.in(1'100) == 100);
  waits.out(2'000, true);
  CHECK(waits.in(5'000) == 800);
}

TEST_CASE("where switches are missing, counting begins anew") {
  ReadyWaits waits;
  waits.know(0, 1);
  waits.out(1'000, true);
  waits.forget();
  waits.know(5'000, 6'000);
  CHECK(waits.in(7'000) == 0);
  waits.out(8'000, true);
  waits.know(5'100, 8'900);
  CHECK(waits.in(9'000) == 100);
}
