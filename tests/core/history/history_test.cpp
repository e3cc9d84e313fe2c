#include "core/history/history.h"

#include <algorithm>
#include <random>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/history/history_files.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/history/made_history.h"

using namespace lanescope;

namespace {

HistoryPlan small_plan() {
  HistoryPlan plan;
  plan.runs = 40;
  return plan;
}

HistoryRun as_run(const RankSummary& summary, const std::string& file) {
  return history_run(summary, file, made_kernel_kind);
}

const HistoryChange* step_change(const History& history) {
  return history.series.front().latest_change(kStepTimeMetric);
}

}  // namespace

TEST_CASE("three planted changes of 2 to 10 % are placed within two runs, and no other is found") {
  std::size_t placed = 0, invented = 0, alarms = 0;
  constexpr std::size_t kSeeds = 5;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    HistoryPlan plan;
    plan.seed = seed;
    alarms += make_history(made_runs(plan), 2).series.front().changes.size();
    plan = with_three_changes(plan);
    const FoundChanges found = found_changes(plan, make_history(made_runs(plan), 2));
    placed += found.placed;
    invented += found.invented;
  }
  CHECK(placed + 1 >= 3 * kSeeds);  // the smallest, of 2 %, may be lost in the noise
  CHECK(invented == 0);
  CHECK(alarms == 0);
}

TEST_CASE("an obvious jump of the step time is found from four runs on either side on") {
  using Sides = std::pair<std::size_t, std::size_t>;
  for (const auto& [before, after] : {Sides{4, 4}, Sides{5, 5}, Sides{6, 6}, Sides{7, 7},
                                      Sides{8, 8}, Sides{10, 4}, Sides{4, 10}, Sides{12, 11}}) {
    CAPTURE(before);
    CAPTURE(after);
    HistoryPlan plan;
    plan.runs = before + after;
    plan.step_noise = plan.run_noise = 0.0002;
    plan.drift = plan.disturbed = 0;
    plan.changes = {{before, MadePart::Gemm, 0.2}};
    const History history = make_history(made_runs(plan), 2);
    const HistoryChange* change = step_change(history);
    REQUIRE(change != nullptr);
    CHECK(change->point.at == before);
    REQUIRE_FALSE(change->movers.empty());
    CHECK(metric_name(change->movers[0].metric) == "kernels.gemm");
  }
  CHECK(least_runs(kStepTimeMetric) == 8);
  CHECK(least_runs(kIdleMetric) == 14);
}

TEST_CASE("few runs without a change are given none") {
  for (const std::size_t runs : {8U, 11U, 14U, 20U}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      HistoryPlan plan;
      plan.runs = runs;
      plan.seed = seed;
      CHECK(make_history(made_runs(plan), 2).series.front().changes.empty());
    }
  }
}

TEST_CASE("a change names its run, its share and the kernels behind it") {
  HistoryPlan plan = small_plan();
  plan.changes = {{25, MadePart::Gemm, 0.05}};
  const History history = make_history(made_runs(plan), 2);
  REQUIRE(history.series.size() == 1);
  const HistoryChange* change = step_change(history);
  REQUIRE(change != nullptr);
  CHECK(change->point.at == 25);
  CHECK(history.runs[history.series[0].runs[change->point.at]].commit == "abc0019");
  CHECK(change->delta() / change->point.before == doctest::Approx(0.05).epsilon(0.15));
  REQUIRE_FALSE(change->movers.empty());
  CHECK(metric_name(change->movers[0].metric) == "kernels.gemm");
  CHECK(change->movers[0].kernel.find("gemm") != std::string::npos);
  CHECK(change->movers[0].delta() == doctest::Approx(7.5e6).epsilon(0.2));
}

TEST_CASE("the cause of a slower loader is idle time, and the GPU is less busy by it") {
  HistoryPlan plan = small_plan();
  plan.changes = {{20, MadePart::Loader, 0.06}};
  const History history = make_history(made_runs(plan), 2);
  const HistoryChange* change = step_change(history);
  REQUIRE(change != nullptr);
  REQUIRE(change->movers.size() == 1);
  CHECK(metric_name(change->movers[0].metric) == "idle.data_loading");
  const HistoryChange* busy = history.series[0].latest_change(kGpuBusyMetric);
  REQUIRE(busy != nullptr);
  CHECK(busy->delta() < -3);
  REQUIRE_FALSE(busy->movers.empty());
  CHECK(metric_name(busy->movers[0].metric) == "idle.data_loading");
}

TEST_CASE("settings that differ from the change on are told with it") {
  HistoryPlan plan = small_plan();
  plan.changes = {{20, MadePart::Attention, 0.08}};
  std::vector<HistoryRun> runs = made_runs(plan);
  for (std::size_t i = 20; i < runs.size(); ++i) runs[i].facts["cuda_runtime_version"] = "13000";
  const History history = make_history(std::move(runs), 2);
  const HistoryChange* change = step_change(history);
  REQUIRE(change != nullptr);
  REQUIRE(change->facts.size() == 1);
  CHECK(change->facts[0].key == "cuda_runtime_version");
  CHECK(change->facts[0].before == "12060");
  CHECK(change->facts[0].after == "13000");
}

TEST_CASE("runs on other hardware or with other inputs are series of their own") {
  const HistoryPlan plan = small_plan();
  HistoryPlan other_gpu = plan;
  other_gpu.gpu = "NVIDIA H200";
  std::vector<HistoryRun> runs;
  for (std::size_t i = 0; i < plan.runs; ++i) {
    RankSummary summary = made_run(i % 2 == 0 ? plan : other_gpu, i);
    if (i % 4 == 2) summary.shapes[0].shapes = "[[8192, 8192], [8192, 8192]]";
    if (i == 39) summary.claim.world_size = 16;
    runs.push_back(as_run(summary, fmt::format("{}.rank", i)));
  }
  const History history = make_history(std::move(runs), 2);
  REQUIRE(history.series.size() == 4);
  CHECK(history.series[0].runs.size() == 19);
  CHECK(history.series[0].setup.gpu == "NVIDIA H200");
  CHECK_FALSE(history.series[0].other_inputs);
  CHECK(history.series[1].runs.size() == 10);
  CHECK(history.series[1].other_inputs);
  CHECK(history.series[2].other_inputs);
  CHECK(history.series[3].setup.world_size == 16);
  for (const HistorySeries& series : history.series) CHECK(series.changes.empty());
}

TEST_CASE("what a trace does not tell is missing, not zero") {
  HistoryPlan plan = small_plan();
  RankSummary summary = made_run(plan, 0);
  CHECK(as_run(summary, "a").values[kFirstIdleMetric + static_cast<std::size_t>(IdleClass::Sync)] ==
        0.0);
  for (StepFacts& step : summary.steps) step.devices = 0;
  summary.memory.clear();
  const HistoryRun run = as_run(summary, "a");
  CHECK(run.values[kStepTimeMetric].has_value());
  for (const std::size_t metric : {std::size_t{kGpuBusyMetric}, std::size_t{kPeakMemoryMetric},
                                   std::size_t{kFirstIdleMetric}, std::size_t{kFirstKernelMetric}})
    CHECK_FALSE(run.values[metric].has_value());
  // Runs that lack it lie between those that have it.
  plan.changes = {{20, MadePart::Gemm, 0.08}};
  std::vector<HistoryRun> runs = made_runs(plan);
  for (std::size_t i = 0; i < runs.size(); i += 3) runs[i].values[kStepTimeMetric].reset();
  const History history = make_history(std::move(runs), 2);
  const HistoryChange* change = step_change(history);
  REQUIRE(change != nullptr);
  CHECK(change->point.at == 20);
}

TEST_CASE(
    "the ranks of a run are one point, and what cannot be placed is left out with its reason") {
  const HistoryPlan plan = small_plan();
  std::vector<HistoryRun> runs;
  for (std::size_t i = 0; i < 6; ++i) {
    for (const std::int64_t rank : {3, 0, 1}) {
      RankSummary summary = made_run(plan, i);
      summary.claim.rank = rank;
      summary.source.digest += std::to_string(rank);
      runs.push_back(as_run(summary, fmt::format("run{}rank{}.rank", i, rank)));
    }
  }
  runs.push_back(runs.front());
  runs.back().file = "copy.rank";
  runs.push_back(as_run(made_run(plan, 9), "undated.rank"));
  runs.back().recorded.reset();
  runs.push_back(as_run(unreadable_rank({"x.json", "", 3, "abc"}, "no events"), "unreadable.rank"));
  std::shuffle(runs.begin(), runs.end(), std::mt19937(3));
  const History history = make_history(std::move(runs), 2);
  REQUIRE(history.runs.size() == 6);
  for (const HistoryRun& run : history.runs) {
    CHECK(run.setup.rank == 0);
    CHECK(run.ranks == 3);
  }
  REQUIRE(history.left_out.size() == 3);
  CHECK(history.left_out[0].why.find("same trace") != std::string::npos);
  CHECK(history.left_out[1].why.find("when it was recorded") != std::string::npos);
  CHECK(history.left_out[2].why.find("no events") != std::string::npos);
}

TEST_CASE("a folder's summaries are found below it, and damaged ones are told") {
  const TempFolder folder;
  const HistoryPlan plan = small_plan();
  std::filesystem::create_directories(folder.path() + "/monday");
  std::filesystem::create_directories(folder.path() + "/.hidden");
  for (const char* name : {"/monday/a.rank", "/b.rank", "/.hidden/c.rank", "/d.json"})
    REQUIRE_FALSE(write_summary(folder.path() + name, made_run(plan, 1)).has_value());
  const auto files = summaries_below(folder.path());
  REQUIRE(files.size() == 2);
  CHECK(files[0].ends_with("/b.rank"));
  CHECK(files[1].ends_with("/monday/a.rank"));
  const std::vector<std::string> named{files[0], folder.write("x.rank", "nothing")};
  const HistoryFiles loaded = load_history(named, made_kernel_kind, 2);
  CHECK(loaded.runs.size() == 1);
  CHECK(loaded.runs[0].values == as_run(made_run(plan, 1), "").values);
  REQUIRE(loaded.problems.size() == 1);
  CHECK(loaded.problems[0].file == named[1]);
}

TEST_CASE("each metric has a name of its own, which is found again") {
  for (std::size_t metric = 0; metric < kHistoryMetrics; ++metric)
    CHECK(metric_named(metric_name(metric)) == metric);
  CHECK_FALSE(metric_named("speed").has_value());
}
