#include "core/view/history/words.h"

#include <doctest/doctest.h>

#include "tests/core/history/made_history.h"

using namespace lanescope;

namespace {

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

History changed_history() {
  HistoryPlan plan;
  plan.runs = 40;
  plan.changes = {{25, MadePart::Gemm, 0.05}};
  std::vector<HistoryRun> runs = made_runs(plan);
  for (std::size_t i = 25; i < runs.size(); ++i) runs[i].facts["cuda_runtime_version"] = "13000";
  return make_history(std::move(runs), 1);
}

}  // namespace

TEST_CASE("the sentence has the change, the run and the cause") {
  const std::string text = history_sentence(changed_history(), kStepTimeMetric);
  CHECK_MESSAGE(says(text, "step time rose "), text);
  CHECK_MESSAGE(says(text, " % at run 26 of 40 (2026-01-30, commit abc0019): GEMM kernels +"),
                text);
  CHECK_MESSAGE(says(text, "mostly sm90_xmma_gemm"), text);
  CHECK_MESSAGE(says(text, "cuda_runtime_version 12060 → 13000"), text);
}

TEST_CASE("a metric that did not change, or is not there, says so") {
  const History history = changed_history();
  CHECK(history_sentence(history, kPeakMemoryMetric) == "peak memory did not change in 40 runs");
  HistoryPlan plan;
  plan.runs = 5;
  const History few = make_history(made_runs(plan), 1);
  CHECK(says(history_sentence(few, kStepTimeMetric), "cannot be tested for changes; at least 8"));
  CHECK(history_sentence({}, kStepTimeMetric) == "there are no runs");
}

TEST_CASE("less of what costs is better, and a GPU that is less busy is worse") {
  HistoryChange change;
  change.metric = kStepTimeMetric;
  change.point.before = 100e6;
  change.point.after = 96e6;
  CHECK(change_text(change) == "−4.0 %");
  CHECK(is_worse(change) == false);
  change.metric = kGpuBusyMetric;
  change.point.before = 90;
  change.point.after = 85.5;
  CHECK(change_text(change) == "−4.5 points");
  CHECK(is_worse(change) == true);
  change.metric = kComputeMetric;
  CHECK_FALSE(is_worse(change).has_value());
}

TEST_CASE("kernels are told apart as their colors are") {
  CHECK(kernel_kind_of("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n") == KernelKind::Gemm);
  CHECK(kernel_kind_of("flash_fwd_kernel<...>") == KernelKind::Attention);
  CHECK(kernel_kind_of("ncclDevKernel_AllReduce_Sum_bf16_RING_LL") == KernelKind::Communication);
  CHECK(kernel_kind_of("vectorized_elementwise_kernel") == KernelKind::Other);
}

TEST_CASE("notes tell the false-alarm rate, other series and what is left out") {
  HistoryPlan plan;
  plan.runs = 20;
  std::vector<HistoryRun> runs = made_runs(plan);
  runs[3].setup.gpu = "NVIDIA H200";
  runs[4].recorded.reset();
  const History history = make_history(std::move(runs), 1);
  std::string all;
  for (const std::string& note : history_notes(history)) all += note + "\n";
  CHECK_MESSAGE(says(all, "5 % are given one"), all);
  CHECK_MESSAGE(says(all, "2 series are not compared with each other"), all);
  CHECK_MESSAGE(says(all, "left out: 1 summary (the trace does not say when"), all);
}

TEST_CASE("what is said about a series while it is shown is what the command line says of it") {
  const History history = changed_history();
  const std::vector<SeriesWords> words = words_of_series(history);
  REQUIRE(words.size() == history.series.size());
  CHECK(words.front().title == series_title(history, history.series.front()));
  CHECK_MESSAGE(says(words.front().sentence, "Step time rose "), words.front().sentence);
  REQUIRE(words.front().dates.size() == 40);
  CHECK(words.front().dates[25] == "2026-01-30");
}
