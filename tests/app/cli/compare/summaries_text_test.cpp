// What `lanescope compare` says of two summaries.
#include <doctest/doctest.h>

#include "app/cli/compare/summaries.h"

using namespace lanescope;

namespace {

MetricDiff changed(double a_ms, double b_ms, double p) {
  constexpr double kMs = 1e6;
  MetricDiff metric;
  metric.a = a_ms * kMs;
  metric.b = b_ms * kMs;
  metric.p = p;
  metric.significant = p < 0.05;
  return metric;
}

/// Slower by compute, while communication varies.
SummaryDiff slower_compute() {
  SummaryDiff diff;
  diff.steps_a = diff.steps_b = 12;
  diff.metrics[kStepTimeMetric] = changed(76, 95, 0.0001);
  diff.metrics[kComputeMetric] = changed(50, 62, 0.0001);
  diff.metrics[kExposedCommMetric] = changed(26, 45, 0.476);
  return diff;
}

bool ends(const SummaryDiff& diff, const char* part) {
  return summaries_sentence(diff).ends_with(part);
}

}  // namespace

TEST_CASE("without kernels, compute is named if it changed, and nothing that may not have") {
  SummaryDiff diff = slower_compute();
  CHECK(ends(diff, ": chiefly compute +12.00 ms"));
  diff.metrics[kComputeMetric] = changed(50, 62, 0.3);
  CHECK(ends(diff, "(+25.0 %, p 0.0001)"));
  diff.metrics[kExposedCommMetric] = changed(26, 45, 0.001);
  CHECK(ends(diff, ": chiefly exposed communication +19.00 ms"));
}

TEST_CASE("with kernels, the kind that made compute longer is named") {
  SummaryDiff diff = slower_compute();
  auto& gemm = diff.metrics[kFirstKernelMetric + static_cast<std::size_t>(KernelKind::Gemm)];
  gemm.emplace().a = 40e6;
  gemm->b = 51e6;
  auto& comm =
      diff.metrics[kFirstKernelMetric + static_cast<std::size_t>(KernelKind::Communication)];
  comm.emplace().a = 26e6;
  comm->b = 45e6;
  CHECK(ends(diff, ": chiefly GEMM kernels +11.00 ms"));
  diff.metrics[kComputeMetric] = changed(50, 62, 0.3);
  CHECK(ends(diff, "(+25.0 %, p 0.0001)"));
}
