#include "core/ranks/median_line.h"

#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("a point far off does not turn the line") {
  // Six of the ten slopes are 2, and four of the five heights are 1.
  const std::vector<LinePoint> points = {{0, 1}, {1, 3}, {2, 5}, {3, 7}, {4, 100}};
  const MedianLine line = median_line(points);
  CHECK(line.slope == doctest::Approx(2));
  CHECK(line.at_zero == doctest::Approx(1));
}

TEST_CASE("points at one place make a level line, no points one at zero") {
  const std::vector<LinePoint> points = {{3, 1}, {3, 5}, {3, 2}};
  CHECK(median_line(points).slope == 0);
  CHECK(median_line(points).at_zero == 2);
  CHECK(median_line({}).at_zero == 0);
}

TEST_CASE("of very many points some are enough") {
  std::vector<LinePoint> points;
  for (int i = 0; i < 5000; ++i) points.push_back({1.0 * i, 7 - 0.25 * i});
  CHECK(median_line(points).slope == doctest::Approx(-0.25));
  CHECK(median_line(points).at_zero == doctest::Approx(7));
}
