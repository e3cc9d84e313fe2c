#include "core/view/timeline/strip_index.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

/// 100 pixels of 10 ns each.
Viewport view_of(Ns begin_ns = 0, double ns_per_px = 10) {
  Viewport viewport;
  viewport.set_extent({0, 10'000'000});
  viewport.set_width_px(100);
  viewport.set_view({begin_ns, 0, ns_per_px * 100});
  return viewport;
}

std::vector<StripRun> runs_of(const StripIndex& strip, const Viewport& viewport) {
  std::vector<StripRun> runs;
  strip.runs(viewport, runs);
  return runs;
}

}  // namespace

TEST_CASE("stretches with a pixel of their own are runs of one") {
  const StripIndex strip({{0, 100}, {100, 300}, {500, 510}});
  const auto runs = runs_of(strip, view_of());
  REQUIRE(runs.size() == 3);
  CHECK(runs[1].first == 1);
  CHECK(runs[1].last == 2);
  CHECK(runs[1].x0_px == doctest::Approx(10));
  CHECK(runs[1].x1_px == doctest::Approx(30));
  CHECK(runs[2].x1_px == doctest::Approx(51));
}

TEST_CASE("thin ones share a pixel and none is lost, a wide one at the end stands alone") {
  const StripIndex strip({{100, 101}, {102, 105}, {107, 109}, {109, 200}});
  const auto runs = runs_of(strip, view_of());
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].last == 3);
  CHECK(runs[0].longest == 1);
  CHECK(runs[0].covered_ns == 6);
  CHECK(runs[1].first == 3);
}

TEST_CASE("a million of them are seen as no more runs than pixels") {
  std::vector<TimeRange> ranges;
  for (Ns at = 0; at < 10'000'000; at += 10) ranges.push_back({at, at + 5});
  ranges[500'000].end_ns += 2;
  const StripIndex strip(ranges);
  const auto runs = runs_of(strip, view_of(0, 100'000));
  CHECK(runs.size() <= 101);
  std::uint32_t together = 0;
  for (const StripRun& run : runs) together += run.last - run.first;
  CHECK(together == 1'000'000);
  CHECK(runs[50].longest == 500'000);
  CHECK(runs[10].covered_ns == 50'000);
}

TEST_CASE("times at the ends of what a number holds do no harm") {
  const StripIndex strip({{kMinNs, kMinNs + 5}, {0, 10}, {kMaxNs - 5, kMaxNs}});
  CHECK(runs_of(strip, view_of()).size() >= 1);
  CHECK(strip.covered_in({kMinNs, kMaxNs}) == 20);
  CHECK(strip.covered_in({5, 5}) == 0);
  CHECK(strip.find({0, 10}) == 1U);
}

TEST_CASE("without any there is nothing to be seen or hit") {
  const StripIndex strip({});
  CHECK(runs_of(strip, view_of()).empty());
  CHECK_FALSE(strip.hit(view_of(), 3));
  CHECK(strip.covered_in({0, 10}) == 0);
}

}  // namespace lanescope
