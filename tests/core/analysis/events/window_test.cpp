#include "core/analysis/events/window.h"

#include <doctest/doctest.h>

#include "core/analysis/kernels/kernels.h"
#include "core/analysis/results.h"
#include "core/analysis/steps/steps.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string step(int number, const std::string& ts, const std::string& dur) {
  return slice("user_annotation", "ProfilerStep#" + std::to_string(number), ts, dur);
}

}  // namespace

TEST_CASE("the steps window begins behind the steps that warm up") {
  const HandMadeTrace trace(
      {step(1, "0", "100"), step(2, "100", "100"), step(3, "200", "90.5"), step(4, "300", "110.5"),
       slice("cuda_runtime", "cudaMalloc", "10", "5"), gpu_slice("kernel", "k", "50", "10"),
       gpu_slice("kernel", "k", "150", "10"), gpu_slice("kernel", "k", "305", "20"),
       gpu_slice("kernel", "k", "411", "10")});
  const auto window = steps_window(*trace);
  REQUIRE(window);
  CHECK(window->kind == WindowKind::Steps);
  CHECK(window->warm_up_steps == 1);
  CHECK(window->range == TimeRange{100'000, 410'500});
  const StepTable steps = analyse_steps({*trace, *window});
  REQUIRE(steps.rows.size() == 3);
  CHECK(trace->text(steps.rows.front().step.name) == "ProfilerStep#2");
  const KernelTable kernels = kernels_by_group(*trace, *window);
  REQUIRE(kernels.rows.size() == 1);
  CHECK(kernels.rows[0].count == 2);
  CHECK(kernels.rows[0].total_ns == 30'000);
}

TEST_CASE("without signs of a warm-up the steps window has all steps") {
  const HandMadeTrace trace({step(1, "0", "100"), step(2, "100", "100"), step(3, "200", "100")});
  const auto window = steps_window(*trace);
  REQUIRE(window);
  CHECK(window->warm_up_steps == 0);
  CHECK(window->range == TimeRange{0, 300'000});
}

TEST_CASE("a single step is no warm-up of itself") {
  const HandMadeTrace trace({step(1, "0", "100"), slice("cuda_runtime", "cudaMalloc", "10", "5")});
  CHECK(steps_window(*trace)->range == TimeRange{0, 100'000});
}

TEST_CASE("HTA's window leaves out the last step, unless it is the only one") {
  const std::string early = gpu_slice("kernel", "k", "50", "10"),
                    late = gpu_slice("kernel", "k", "150", "10");
  const HandMadeTrace one({step(1, "0", "200"), early, late});
  CHECK(hta_window(*one).kind == WindowKind::Whole);
  REQUIRE(kernels_by_group(*one, hta_window(*one)).rows.size() == 1);
  CHECK(kernels_by_group(*one, hta_window(*one)).rows[0].count == 2);

  const HandMadeTrace two(
      {step(1, "0", "100"), step(2, "100", "100"),
       slice("cuda_runtime", "cudaLaunchKernel", "40", "2", R"("correlation": 1)"),
       gpu_slice("kernel", "k", "50", "10", R"("correlation": 1)"),
       slice("cuda_runtime", "cudaLaunchKernel", "140", "2", R"("correlation": 2)"),
       gpu_slice("kernel", "k", "150", "10", R"("correlation": 2)")});
  CHECK(hta_window(*two).kind == WindowKind::Hta);
  CHECK(hta_window(*two).range.end_ns == 100'000);
  REQUIRE(kernels_by_group(*two, hta_window(*two)).rows.size() == 1);
  CHECK(kernels_by_group(*two, hta_window(*two)).rows[0].count == 1);
}
