// From where to where steps are timed, so that two runs can be compared, and what is busy in them.
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/events/window.h"
#include "core/analysis/gpu_time/gpu_time.h"
#include "core/view/results/diff_text.h"
#include "tests/core/compare/two_runs.h"

using namespace lanescope;

namespace {

/// A step of 100 µs on the host, that launches a kernel shortly before it ends.
std::vector<std::string> one_step(int kernel_us) {
  return {slice("user_annotation", "ProfilerStep#7", "0", "100"),
          slice("cuda_runtime", "cudaLaunchKernel", "80", "5", R"("correlation": 1)"),
          gpu_slice("kernel", "gemm", "90", std::to_string(kernel_us), R"("correlation": 1)")};
}

/// The first number is of all steps in the window that the Overview looks at.
void check_busy_as_in_overview(const HandMadeTrace& trace, const RunParts& parts) {
  const GpuTime overview = analyse_gpu_time(*trace, usual_window(*trace));
  REQUIRE(overview.devices.size() == 1);
  Ns busy_ns = 0, recorded_ns = 0;
  for (const Ns one_ns : parts.busy_ns) busy_ns += one_ns;
  for (const Ns one_ns : parts.recorded_ns) recorded_ns += one_ns;
  CHECK(busy_ns == overview.devices.front().busy_ns);
  CHECK(recorded_ns == overview.devices.front().recorded_ns());
}

}  // namespace

TEST_CASE("the only step of a run lasts until its GPU work has ended, as in the Overview") {
  const TwoRuns runs(one_step(60), one_step(30));
  CHECK(runs.diff.step.a == 150'000);
  CHECK(runs.diff.busy.a == 60'000);
  CHECK(runs.diff.step.b == 120'000);
  CHECK(runs.diff.busy.b == 30'000);
  check_busy_as_in_overview(runs.a, runs.diff.a);
  check_busy_as_in_overview(runs.b, runs.diff.b);
  CHECK(runs.row("gemm").delta_ns() == -30'000);
  CHECK(diff_sentence(runs.diff).starts_with("Step time fell 20.0 %"));
}

TEST_CASE("a single step whose GPU work ends first is timed on the host, unless the other is not") {
  const TwoRuns early(one_step(5), one_step(8));
  CHECK(early.diff.step.a == 100'000);
  CHECK(compared_time(early.diff.runs) == "host step time");
  const TwoRuns mixed(one_step(5), one_step(60));
  CHECK(mixed.diff.step.a == 100'000);
  CHECK(mixed.diff.step.b == 150'000);
  CHECK(compared_time(mixed.diff.runs) == "step time");
}

TEST_CASE("steps beside those of a run timed on the GPU last until the next begins") {
  const TwoRuns runs(launched_every(200), launched_every(10));
  CHECK(runs.diff.runs.a.timing == StepTiming::UntilNext);
  CHECK(runs.diff.runs.b.timing == StepTiming::Gpu);
  CHECK(runs.diff.a.recorded_ns == std::vector<Ns>{200'000, 200'000, 199'000});
  CHECK(runs.diff.a.busy_ns == std::vector<Ns>{90'000, 90'000, 90'000});
  check_busy_as_in_overview(runs.a, runs.diff.a);
  CHECK(runs.diff.b.busy_ns == std::vector<Ns>{90'000, 90'000, 90'000});
}

TEST_CASE("steps are compared by their ranges on the host if both hosts keep pace") {
  const TwoRuns runs(launched_every(200), launched_every(300));
  CHECK(runs.diff.runs.a.timing == StepTiming::Host);
  CHECK(runs.diff.runs.b.timing == StepTiming::Host);
  CHECK(runs.diff.step.a == 199'000);
  CHECK(runs.diff.step.b == 299'000);
}

TEST_CASE("steps are compared by their ranges on the host if one run has no GPU work") {
  std::vector<std::string> host_only;
  for (const std::string& event : launched_every(10)) {
    if (event.find("gemm") == std::string::npos) host_only.push_back(event);
  }
  const TwoRuns runs(host_only, launched_every(10));
  CHECK_FALSE(runs.diff.a.of_gpu);
  CHECK(runs.diff.runs.b.timing == StepTiming::Host);
  CHECK(runs.diff.step.b == 9'000);
}

TEST_CASE("the words say which steps are timed on the GPU, and what is busy in them") {
  const TwoRuns runs(launched_every(200), launched_every(10));
  const std::string sentence = diff_sentence(runs.diff);
  CAPTURE(sentence);
  CHECK(sentence.find("3 and 3 steps, B timed on the GPU") != std::string::npos);
  CHECK(samples_text(runs.diff.runs.b) == "3 steps, timed on the GPU");
  CHECK(samples_text(runs.diff.runs.a) == "3 steps");
  const std::string timing = step_timing_words(runs.diff.runs);
  CHECK(timing.starts_with("A step of A is timed until the next step begins"));
  CHECK(timing.find("A step of B is timed on the GPU") != std::string::npos);
  CHECK(timing.find("the lanes show it on the host") != std::string::npos);
  CHECK(busy_words(runs.diff).find("whichever step launched it") != std::string::npos);
  CHECK(busy_words(runs.diff).find("in none") == std::string::npos);

  const TwoRuns host(launched_every(200), launched_every(300));
  CHECK(gpu_timing_text(host.diff.runs).empty());
  CHECK(busy_words(host.diff).ends_with(
      "Work that runs after the last step has ended on the host is in none."));
  const TwoRuns both(launched_every(10), launched_every(20));
  CHECK(gpu_timing_text(both.diff.runs) == "timed on the GPU");
}
