#include "capture/agent/cupti/correlation.h"

#include <doctest/doctest.h>

using lanescope::agent::Correlation;

TEST_CASE("ids count on where 32 bits wrap") {
  Correlation ids;
  CHECK(ids.of_call(0xFFFFFFF0) == 0xFFFFFFF0);
  CHECK(ids.of_call(5) == 0x100000005);
  // A record of a call from before the wrap, and one from after.
  CHECK(ids.of_record(0xFFFFFFF0) == 0xFFFFFFF0);
  CHECK(ids.of_record(6) == 0x100000006);
}

TEST_CASE("ids stay right through several wraps") {
  Correlation ids;
  std::uint64_t expected = 1;
  for (; expected < 5ULL << 32; expected += 0x0FFFFFFF) {
    if ((expected & 0xFFFFFFFF) == 0) continue;
    CHECK(ids.of_call(static_cast<std::uint32_t>(expected)) == expected);
    if (expected > 1000 && ((expected - 1000) & 0xFFFFFFFF) != 0)
      CHECK(ids.of_record(static_cast<std::uint32_t>(expected - 1000)) == expected - 1000);
  }
}

TEST_CASE("no id stays no id, and a late call does not turn the time back") {
  Correlation ids;
  CHECK(ids.of_call(0) == 0);
  CHECK(ids.of_call(0xFFFFFFFF) == 0xFFFFFFFF);
  CHECK(ids.of_call(200'000) == 0x100000000 + 200'000);
  CHECK(ids.of_call(0xFFFFFF00) == 0xFFFFFF00);
  CHECK(ids.of_call(200'001) == 0x100000000 + 200'001);
}
