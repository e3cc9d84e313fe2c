#include "core/ranks/fleet/clock_line.h"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/core/ranks/fleet/made_replica.h"

using namespace lanescope;

namespace {

std::vector<LinePoint> noisy_line(std::uint64_t seed, std::size_t count, double slope) {
  std::vector<LinePoint> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = 1e7 * static_cast<double>(i);
    points.push_back({x, 500 + slope * x + 1000 * made_normal(seed, i, 0)});
  }
  return points;
}

}  // namespace

TEST_CASE("the error of a fitted clock is within its bound, at the ends of the trace too") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    for (const std::size_t count : {9U, 40U}) {
      const double slope = 1e-5;
      const ClockLine line = clock_line(noisy_line(seed, count, slope));
      const double last = 1e7 * static_cast<double>(count);
      for (const double x : {0.0, last / 2, last}) {
        // In a group, the deviation is told by all its members, not by a handful of points.
        const double bound = line.error_at(x, 1000);
        CHECK_MESSAGE(std::abs(line.at(x) - 500 - slope * x) <= bound, "seed ", seed, " x ", x);
      }
    }
  }
}

TEST_CASE("outliers do not move the line") {
  std::vector<LinePoint> points = noisy_line(1, 60, 2e-5);
  const ClockLine clean = clock_line(points);
  for (std::size_t i = 0; i < points.size(); i += 7) points[i].y += 5e6;
  const ClockLine line = clock_line(points);
  CHECK(line.points == 60 - 9);
  CHECK(std::abs(line.at(3e8) - clean.at(3e8)) < 500);
}

TEST_CASE("few points have no slope, and a bound for the drift that they cannot show") {
  const std::vector<LinePoint> points = {{0, 10}, {1e9, 12}, {2e9, 11}, {3e9, 13}};
  const ClockLine line = clock_line(points);
  CHECK_FALSE(line.has_slope);
  CHECK(line.at(0) == doctest::Approx(11.5));
  CHECK(line.error_at(0, 1) > 50'000);  // 50 ppm of the 1.5 s to the middle
  CHECK(clock_line({}).error_at(0, 1) == 0);
}

TEST_CASE("a slope shows if it is larger than its error") {
  const ClockLine drifting = clock_line(noisy_line(3, 100, 1e-5));
  CHECK(drifting.slope > drifting.slope_error(drifting.standard_deviation()));
  const ClockLine steady = clock_line(noisy_line(3, 100, 0));
  CHECK(std::abs(steady.slope) < steady.slope_error(steady.standard_deviation()));
}
