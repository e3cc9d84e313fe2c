// The order of a whole report, and its page.
#include "app/cli/report/document/report_text.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/steps/steps.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

TraceText program() {
  TraceText trace;
  trace.cpu("python_sample", "train.py(1): main", "0", "1000000")
      .cpu("thread_state", "running", "0", "300000")
      .cpu("thread_state", "clock_nanosleep", "300000", "700000");
  return trace;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

}  // namespace

TEST_CASE("a report of a program without GPU work begins with findings and host time") {
  const auto trace = program().load();
  const ReportInput input{*trace, whole_window()};
  const std::string text = full_report_text(chosen_analyses({}).value(), input);
  CHECK(text.starts_with("findings\n"));
  const std::size_t host_time = text.find("\nhost_time\n");
  REQUIRE(host_time != std::string::npos);
  CHECK(text.find("\nn/a: ") == std::string::npos);
  // Why there is nothing about GPUs is said once for the analyses and once for the rules.
  CHECK(count_of(text, "the trace has no GPU events") == 2);
  CHECK(text.find("kernels") > host_time);
}

TEST_CASE("a report of a program without GPU work has no columns and sections of zeros") {
  const auto sampled = program().load();
  const ChosenAnalyses all = chosen_analyses({}).value();
  const std::string only_samples = full_report_text(all, {*sampled, whole_window()});
  CHECK(count_of(only_samples, "untraced") == 0);
  CHECK(count_of(only_samples, "critical_path: no operator, GPU work or CUDA call") == 1);

  TraceText steps = program();
  for (int step = 0; step < 2; ++step) {
    const std::string at = std::to_string(step * 1000);
    steps.cpu("user_annotation", "ProfilerStep#" + std::to_string(step), at, "1000")
        .cpu("cpu_op", "aten::mm", at, "400");
  }
  const auto cpu = steps.load();
  const ReportInput input{*cpu, whole_window()};
  const std::string text = full_report_text(all, input);
  CHECK(count_of(text, "ProfilerStep#1") > 0);
  CHECK(count_of(text, "  memsets") == 0);
  const StepTable table = analyse_steps({*cpu, input.window});
  const Json json = to_json(input, table)["steps"][0];
  CHECK(json["classes_ns"]["memset"] == 0);

  const auto gpu = steps.kernel("gemm", "100", "100", "1").load();
  CHECK(count_of(full_report_text(all, {*gpu, whole_window()}), "  memsets") > 0);
}

TEST_CASE("a report of GPU work keeps its order") {
  const auto trace = program().kernel("gemm", "0", "100", "1").load();
  const ReportInput input{*trace, whole_window()};
  const ChosenAnalyses all = chosen_analyses({}).value();
  CHECK(full_report_text(all, input) == report_text(all, input));
}

TEST_CASE("the page of a program without GPU work has its threads, waits and functions") {
  const auto trace = program().load();
  const ReportInput input{*trace, whole_window()};
  const std::string page = report_markdown(input, "run.lanes");
  for (const char* part : {"## Host time", "### Waits", "clock_nanosleep", "train.py(1): main"}) {
    CAPTURE(part);
    CHECK(page.find(part) != std::string::npos);
  }
  CHECK(page.find("## GPU time") == std::string::npos);
  CHECK(count_of(page, "the trace has no GPU events") == 1);
}
