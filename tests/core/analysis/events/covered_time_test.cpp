#include "core/analysis/events/covered_time.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("any range knows how much of it a list covers") {
  const CoveredTime covered({{10, 20}, {30, 40}});
  CHECK(covered.length_in({0, 100}) == 20);
  CHECK(covered.length_in({15, 35}) == 10);
  CHECK(covered.length_in({20, 30}) == 0);
  CHECK(covered.length_in({12, 14}) == 2);
  CHECK(covered.length_in({35, 15}) == 0);
  CHECK(CoveredTime().length_in({0, 100}) == 0);
  CHECK(CoveredTime({{kMinNs, kMaxNs}}).length_in({kMinNs, kMaxNs}) == kMaxNs);
}

TEST_CASE("common parts and what is left out make up the whole") {
  const std::vector<TimeRange> a{{0, 10}, {20, 30}};
  const std::vector<TimeRange> b{{5, 22}, {25, 26}, {40, 50}};
  CHECK(common_parts(a, b) == std::vector<TimeRange>{{5, 10}, {20, 22}, {25, 26}});
  CHECK(common_parts(a, left_out(b)) == std::vector<TimeRange>{{0, 5}, {22, 25}, {26, 30}});
  CHECK(left_out({}) == std::vector<TimeRange>{{kMinNs, kMaxNs}});
  CHECK(common_parts(a, {}).empty());
}
