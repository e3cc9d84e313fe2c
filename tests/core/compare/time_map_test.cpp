#include "core/compare/time_map.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

RunSamples samples(std::vector<TimeRange> ranges, AlignBy by = AlignBy::Steps) {
  RunSamples made;
  made.by = by;
  for (const TimeRange& range : ranges) made.samples.push_back({{}, EventId::None, range});
  return made;
}

}  // namespace

TEST_CASE("steps of other lengths lie on each other") {
  const TimeMap map({samples({{100, 200}, {200, 300}}), samples({{1000, 1400}, {1500, 1600}})});
  CHECK(map.to_b(100) == 1000);
  CHECK(map.to_b(150) == 1200);  // half of the first step
  CHECK(map.to_b(250) == 1500);  // half of the second, that begins where the first one ends in A
  CHECK(map.to_b(300) == 1600);
  CHECK(map.to_b(90) == 990);  // outside the clocks run alike
  CHECK(map.to_b(310) == 1610);
  CHECK(map.to_a(1200) == 150);
  CHECK(map.to_a(990) == 90);
}

TEST_CASE("whole recordings share their start") {
  const TimeMap map(
      {samples({{100, 200}}, AlignBy::Start), samples({{5000, 9000}}, AlignBy::Start)});
  CHECK(map.to_b(150) == 5050);
  CHECK(map.to_a(5050) == 150);
}

TEST_CASE("without samples, and far away, nothing breaks") {
  CHECK(TimeMap().to_b(7) == 7);
  const TimeMap map({samples({{0, 10}}), samples({{5, 15}})});
  CHECK(map.to_b(kMaxNs) == kMaxNs);
  CHECK(map.to_a(kMinNs) == kMinNs);
}
