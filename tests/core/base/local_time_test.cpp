#include "core/base/local_time.h"

#include <cstdint>

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("a moment has a local time, an impossible one has none") {
  const auto now = local_time(1'700'000'000);
  REQUIRE(now);
  CHECK(now->tm_year == 123);  // since 1900
  CHECK(now->tm_mon == 10);    // November
  CHECK_FALSE(local_time(INT64_MAX));
}

}  // namespace lanescope
