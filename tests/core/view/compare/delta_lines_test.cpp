#include "core/view/compare/delta_lines.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("parts are rounded so that they add up to the whole") {
  CHECK(round_together({1.5, 1.25, 1.25}, 4) == std::vector<Ns>{2, 1, 1});
}

TEST_CASE("runs as long as time is leave numbers, whatever their sum") {
  constexpr double kAges = 9.3e18;
  for (const double whole : {kAges, -kAges, 0.0}) {
    const std::vector<Ns> rounded = round_together({kAges, kAges, -kAges}, whole);
    REQUIRE(rounded.size() == 3);
    CHECK(rounded[0] > 9'000'000'000'000'000'000);
    CHECK(rounded[2] < -9'000'000'000'000'000'000);
  }
  DeltaLines lines;
  lines.step_a_ns = kMinNs;
  lines.step_b_ns = kMaxNs;
  CHECK(lines.delta_ns() == kMaxNs);
}

}  // namespace lanescope
