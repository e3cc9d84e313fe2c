#include "core/build/tracks/step_builder.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "core/analysis/steps/steps.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string step(int number, const std::string& ts, const std::string& dur,
                 const std::string& thread = "1") {
  return slice("user_annotation", "ProfilerStep#" + std::to_string(number), ts, dur, "", "1",
               thread);
}

/// "name begin-end" in microseconds.
std::string steps_of(const HandMadeTrace& trace) {
  std::string all;
  for (const Step& s : trace->steps) {
    all += std::string(trace->text(s.name)).substr(sizeof "ProfilerStep" - 1) + " " +
           std::to_string(s.range.begin_ns / 1000) + "-" + std::to_string(s.range.end_ns / 1000) +
           " ";
  }
  return all;
}

std::uint64_t reported(const HandMadeTrace& trace, std::string_view kind) {
  for (const LoadIssue& issue : trace->report.issues) {
    if (issue.kind == kind) return issue.count;
  }
  return 0;
}

/// Steps, rows of the table, and kernels that lie in steps.
void check_agreement(const HandMadeTrace& trace, std::size_t steps) {
  CHECK(trace->steps.size() == steps);
  const AnalysisWindow window = usual_window(*trace);
  CHECK(window.warm_up_steps == 0);
  CHECK(analyse_steps({*trace, window}).rows.size() == steps);
}

}  // namespace

TEST_CASE("a step marker that stands in the file twice is one step") {
  const HandMadeTrace trace({step(1, "0.5", "10"), step(2, "10.5", "10"), step(3, "20.5", "10"),
                             step(3, "20.5", "10"), step(3, "20.5", "9"), step(4, "30.5", "10")});
  CHECK(steps_of(trace) == "#1 0-10 #2 10-20 #3 20-30 #4 30-40 ");
  CHECK(reported(trace, "repeated_step") == 2);
  check_agreement(trace, 4);
  for (const StepRow& row : analyse_steps({*trace, usual_window(*trace)}).rows)
    CHECK(row.step.range.length_ns() == 10'000);
}

TEST_CASE("threads that begin steps of the same name at the same time do not take each other's") {
  std::vector<std::string> events;
  for (int i = 0; i < 6; ++i) {
    const std::string ts = std::to_string(10 * i) + ".5";
    events.push_back(step(1, ts, "9"));
    if (i % 2 == 0) events.push_back(step(1, ts, "15", "2"));
  }
  const HandMadeTrace trace(events);
  CHECK(reported(trace, "repeated_step") == 0);
  const StepTable table = analyse_steps({*trace, usual_window(*trace)});
  REQUIRE(table.rows.size() == 6);
  CHECK(table.other_threads == 3);
  for (std::size_t i = 0; i + 1 < 6; ++i) CHECK(table.rows[i].time().length_ns() == 10'000);
}

TEST_CASE("a last step marker without a length is no step, in the count and in the rows") {
  const HandMadeTrace trace({
      step(1, "0.5", "10"),
      step(2, "10.5", "10"),
      step(3, "20.5", "0"),
      slice("cuda_runtime", "cudaLaunchKernel", "12", "1", R"("correlation": 1)"),
      slice("cuda_runtime", "cudaLaunchKernel", "21", "1", R"("correlation": 2)"),
      gpu_slice("kernel", "in a step", "15", "7", R"("correlation": 1)"),
      gpu_slice("kernel", "after all steps", "25", "2", R"("correlation": 2)"),
  });
  CHECK(steps_of(trace) == "#1 0-10 #2 10-20 ");
  CHECK(reported(trace, "empty_step") == 1);
  check_agreement(trace, 2);
  // The last step goes on to the end of what it launched.
  CHECK(usual_window(*trace).range.end_ns == 22'000);
}

TEST_CASE("a step marker without a length begins a step that lasts until the next one") {
  const HandMadeTrace trace({step(1, "0.5", "0"), step(2, "10.5", "0"), step(3, "20.5", "5")});
  CHECK(steps_of(trace) == "#1 0-0 #2 10-10 #3 20-25 ");
  CHECK(reported(trace, "empty_step") == 0);
  check_agreement(trace, 3);
  const auto rows = analyse_steps({*trace, usual_window(*trace)}).rows;
  for (std::size_t i = 0; i < 2; ++i) CHECK(rows[i].step.range.length_ns() == 10'000);
}

TEST_CASE("where no step marker has a length all but the last begin a step") {
  const HandMadeTrace trace({step(1, "0.5", "0"), step(2, "10.5", "0"), step(3, "20.5", "0")});
  CHECK(steps_of(trace) == "#1 0-0 #2 10-20 ");
  check_agreement(trace, 2);
  CHECK(usual_window(*trace).range == TimeRange{500, 20'500});
}

TEST_CASE("a trace whose only step marker has no length has no steps") {
  const HandMadeTrace trace({step(1, "0.5", "0"), slice("cpu_op", "op", "1", "5")});
  CHECK(trace->steps.empty());
  CHECK(usual_window(*trace).kind == WindowKind::Whole);
}
