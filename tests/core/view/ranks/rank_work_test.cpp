// What rows of ranks show of runs without a GPU: never an idle GPU, and what the host really did.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/view/ranks/activity_row.h"
#include "core/view/ranks/ranks_picture.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/fixtures/thread_writer.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

constexpr Ns kUs = 1000;

/// Two steps of 100 µs: an operator for 30, Python for 20, gloo from 50 to 90, of which an operator
/// hides 10.
std::shared_ptr<const Snapshot> gloo_rank() {
  std::vector<std::string> events;
  for (int step = 0; step < 2; ++step) {
    const auto at = [&](int us) { return std::to_string(100 * step + us); };
    events.push_back(slice("user_annotation", "ProfilerStep#" + std::to_string(step), at(0), "99"));
    events.push_back(slice("cpu_op", "aten::mm", at(0), "30"));
    events.push_back(slice("cpu_op", "aten::add", at(80), "10"));
    events.push_back(slice("user_annotation", "gloo:all_reduce", at(50), "40", "", "1", "2"));
  }
  return HandMadeTrace(events).snapshot;
}

/// A thread that runs for 60 of 100 µs and one that runs for 30, 10 of which with the other.
std::shared_ptr<const Snapshot> sampled_rank() {
  TraceText trace;
  const auto loop = thread_writer(trace, "100", "100");
  const auto loader = thread_writer(trace, "100", "101");
  loop("python_sample", "train.py(10): main", "0", "100");
  loop("thread_state", "running", "0", "60");
  loop("thread_state", "futex", "60", "40");
  loader("python_sample", "data.py(7): load", "0", "100");
  loader("thread_state", "read /data/a.bin", "0", "50");
  loader("thread_state", "running", "50", "30");
  loader("thread_state", "read /data/a.bin", "80", "20");
  return trace.load();
}

std::shared_ptr<const Snapshot> gpu_rank() {
  return HandMadeTrace({slice("user_annotation", "ProfilerStep#0", "0", "99"),
                        slice("cuda_runtime", "cudaLaunchKernel", "1", "1", R"("correlation": 1)"),
                        gpu_slice("kernel", "gemm", "10", "40", R"("correlation": 1)")})
      .snapshot;
}

RanksPicture run_of(const std::vector<std::shared_ptr<const Snapshot>>& traces) {
  RunFacts facts;
  std::vector<RankPicture> pictures;
  RunRanks identities;
  identities.traces.resize(traces.size());
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const AnalysisResults results(*traces[i], whole_window());
    const RankTrace rank{static_cast<std::int64_t>(i), results};
    facts.add(rank);
    pictures.push_back(make_rank_picture(rank, traces[i], facts.activities[i], "rank.json"));
  }
  RunAnalysis analysis = compare_ranks(facts);
  return make_ranks_picture(std::move(facts), std::move(pictures), std::move(identities),
                            std::move(analysis));
}

std::string legend_of(const RanksPicture& run) {
  std::string all;
  for (const ActivityLegendPart& part : activity_legend(run.work))
    all += std::string(part.title) + "; ";
  return all;
}

}  // namespace

TEST_CASE("ranks with gloo show operators and exposed communication, and no GPU") {
  const RanksPicture run = run_of({gloo_rank(), gloo_rank()});
  CHECK(ranks_measure_title(RanksMeasure::Activity, run.work) == "CPU activity");
  CHECK(ranks_measure_title(RanksMeasure::Compute, run.work) == "Operators");
  CHECK(legend_of(run) == "exposed communication; CPU operators; no operator; ");
  const RankPicture& rank = run.ranks[1];
  CHECK(run.no_work(1).empty());
  CHECK(rank.compute.covered_in(rank.extent) == 80 * kUs);
  CHECK(rank.exposed_comm.covered_in(rank.extent) == 60 * kUs);
  REQUIRE(rank.steps.size() == 2);
  CHECK(rank.steps[1].compute_ns == 40 * kUs);
  CHECK(rank.steps[1].exposed_comm_ns == 30 * kUs);
  CHECK(activity_role(ActivityClass::Compute, run.work) == ColorRole::CpuOp);
}

TEST_CASE("ranks that were only sampled show when any of their threads ran") {
  const RanksPicture run = run_of({sampled_rank(), sampled_rank()});
  CHECK(ranks_measure_title(RanksMeasure::Activity, run.work) == "CPU activity");
  CHECK(legend_of(run) == "a thread runs; all threads wait; ");
  CHECK(run.no_work(0).empty());
  CHECK(run.ranks[0].compute.covered_in(run.ranks[0].extent) == 80 * kUs);
}

TEST_CASE("a rank without GPU work among others says so, and looks neither idle nor busy") {
  const RanksPicture run = run_of({gpu_rank(), gloo_rank()});
  CHECK(ranks_measure_title(RanksMeasure::Activity, run.work) == "GPU activity");
  CHECK(legend_of(run).find("idle") != std::string::npos);
  CHECK(run.no_work(0).empty());
  CHECK(run.no_work(1) == "No GPU work in this trace");
  CHECK(run.ranks[0].compute.covered_in(run.ranks[0].extent) == 40 * kUs);
  CHECK(run.ranks[1].compute.size() == 0);
  CHECK(run.ranks[1].exposed_comm.size() == 0);
  CHECK(run.ranks[1].steps[0].compute_ns == 0);
}

TEST_CASE("of ranks with Python functions alone, no activity is drawn or explained") {
  const auto python = HandMadeTrace({slice("python_function", "train.py(1): main", "0", "50")});
  const RanksPicture run = run_of({python.snapshot, python.snapshot});
  CHECK(ranks_measure_title(RanksMeasure::Activity, run.work) == "CPU activity");
  CHECK(legend_of(run).empty());
  CHECK(run.no_work(0) == "No GPU work, operators or samples in this trace");
}
