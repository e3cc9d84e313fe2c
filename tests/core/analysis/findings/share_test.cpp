#include "core/analysis/findings/share.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("a share is from 0 to 100 %, whatever the sums") {
  CHECK(share_pct(std::int64_t{30}, std::int64_t{120}) == doctest::Approx(25));
  CHECK(share_pct(std::int64_t{130}, std::int64_t{120}) == 100);
  CHECK(share_pct(std::int64_t{-1}, std::int64_t{120}) == 0);
  CHECK(share_pct(std::int64_t{1}, std::int64_t{0}) == 0);
  CHECK(share_pct(1.0, 8.0) == doctest::Approx(12.5));
}
