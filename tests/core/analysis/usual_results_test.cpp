#include "core/analysis/usual_results.h"

#include <doctest/doctest.h>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/warm_up_signs.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string step(int number, const std::string& ts) {
  return slice("user_annotation", "ProfilerStep#" + std::to_string(number), ts, "100");
}

void check_window(const Snapshot& trace, const SharedThresholds& thresholds) {
  const AnalysisResults whole(trace, whole_window());
  const AnalysisWindow& found = usual_results(whole, thresholds).window;
  const AnalysisWindow usual = usual_window(trace, thresholds);
  CHECK(found.kind == usual.kind);
  CHECK(found.range == usual.range);
  CHECK(found.steps == usual.steps);
  CHECK(found.warm_up_steps == usual.warm_up_steps);
  CHECK(found.thresholds == thresholds);
}

}  // namespace

TEST_CASE("the usual results are those of the usual window") {
  const HandMadeTrace steps({step(1, "0"), step(2, "100"), step(3, "200"), step(4, "300"),
                             slice("cuda_runtime", "cudaMalloc", "10", "5")});
  const HandMadeTrace none({slice("cpu_op", "aten::mm", "0", "5")});
  Thresholds other;
  other.tiny_kernel_ns = 7;
  for (const SharedThresholds& thresholds : {SharedThresholds{}, SharedThresholds(other)}) {
    check_window(*steps, thresholds);
    check_window(*none, thresholds);
  }
}

TEST_CASE("what tells the usual window is not computed again") {
  const HandMadeTrace trace({step(1, "0"), step(2, "100"), step(3, "200"), step(4, "300"),
                             slice("cuda_runtime", "cudaMalloc", "10", "5")});
  const AnalysisResults whole(*trace, whole_window());
  const AnalysisResults& usual = usual_results(whole);
  CHECK(usual.window.warm_up_steps == 1);
  const std::size_t computed = whole.computed();
  CHECK(computed == 2);
  CHECK(usual.of<StepRanges>()->steps.size() == 4);
  CHECK(usual.of<WarmUpSigns>()->signs.size() == 1);
  CHECK(whole.computed() == computed);
}
