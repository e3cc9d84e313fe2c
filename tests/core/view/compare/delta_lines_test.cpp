#include "core/view/compare/delta_lines.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/view/results/diff_text.h"
#include "tests/core/compare/two_runs.h"

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

TEST_CASE(
    "the sentence begins with what goes the way of the whole change, and names the largest against "
    "it") {
  std::vector<std::string> faster = loop_events({.mm_us = 700, .add_us = 5});
  for (std::string& event : faster) {
    const std::size_t at = event.find("\"gemm\"");
    if (at != std::string::npos) event.replace(at, 6, "\"tuned\"");
  }
  const TwoRuns runs(loop_events({.mm_us = 500, .add_us = 450}), faster, PartLevel::Kernel);
  REQUIRE(runs.diff.step.delta() < 0);
  const DeltaLines lines = delta_lines(runs.diff);
  CHECK(lines.lines.front().row == &runs.row("tuned"));
  CHECK(signed_duration(static_cast<double>(lines.lines.front().delta_ns())) == "+702.5 µs");
  const std::string sentence = diff_sentence(runs.diff);
  CHECK_MESSAGE(
      sentence.find("the largest decreases are gemm (gone) −502.5 µs, add_kernel −445.0 µs, "
                    "partly offset by tuned (new) +702.5 µs") != std::string::npos,
      sentence);
}

}  // namespace lanescope
