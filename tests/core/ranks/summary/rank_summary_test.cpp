#include "core/ranks/summary/rank_summary.h"

#include <doctest/doctest.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/kernels/kernels.h"
#include "core/analysis/ops/ops.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/late_rank.h"
#include "tests/core/ranks/rank_set.h"
#include "tests/core/ranks/summary/made_summary.h"

using namespace lanescope;

namespace {

/// As if it was written and read in between.
RankSummary kept(const RankSummary& summary) {
  auto read = parse_summary(summary_bytes(summary));
  REQUIRE(read.ok());
  return std::move(read).value();
}

void check_same(const LatenessCause& a, const LatenessCause& b) {
  CHECK(a.stretch_ns == b.stretch_ns);
  CHECK(a.others_stretch_ns == b.others_stretch_ns);
  CHECK(a.own_ns == b.own_ns);
  CHECK(a.more_ns == b.more_ns);
  CHECK(a.kernels == b.kernels);
  CHECK(a.more_kernels == b.more_kernels);
  CHECK(a.term == b.term);
  CHECK(a.culprit == b.culprit);
  CHECK(a.culprit_more_ns == b.culprit_more_ns);
}

/// That two comparisons of the same ranks name the same stragglers for the same reasons.
void check_same(const RunAnalysis& a, const RunAnalysis& b) {
  CHECK(a.summary == b.summary);
  REQUIRE(a.clocks.size() == b.clocks.size());
  for (std::size_t i = 0; i < a.clocks.size(); ++i) {
    CHECK(a.clocks[i].offset_ns == b.clocks[i].offset_ns);
    CHECK(a.clocks[i].state == b.clocks[i].state);
  }
  CHECK(a.stragglers.wait_ns == b.stragglers.wait_ns);
  CHECK(a.stragglers.steps == b.stragglers.steps);
  CHECK(a.matched.missing == b.matched.missing);
  REQUIRE(a.stragglers.rows.size() == b.stragglers.rows.size());
  for (std::size_t i = 0; i < a.stragglers.rows.size(); ++i) {
    CAPTURE(i);
    const StragglerRow& one = a.stragglers.rows[i];
    const StragglerRow& other = b.stragglers.rows[i];
    CHECK(one.times_last == other.times_last);
    CHECK(one.wait_caused_ns == other.wait_caused_ns);
    CHECK(one.waited_ns == other.waited_ns);
    check_same(one.cause, other.cause);
  }
  REQUIRE(a.findings.size() == b.findings.size());
  for (std::size_t i = 0; i < a.findings.size(); ++i) {
    CHECK(a.findings[i].title == b.findings[i].title);
    CHECK(a.findings[i].high_pct == b.findings[i].high_pct);
  }
}

}  // namespace

TEST_CASE("four ranks have the same stragglers by their summaries as by their traces") {
  RunFacts traces, summaries;
  for (int rank = 0; rank < 4; ++rank) {
    const MadeRank made(rank_of_usual_set(rank, 6));
    traces.take(made.facts(rank));
    summaries.take(facts_of(kept(made.summary())));
  }
  const RunAnalysis run = compare_ranks(traces);
  REQUIRE(run.stragglers.worst() != nullptr);
  CHECK(run.stragglers.worst()->rank == 3);
  check_same(run, compare_ranks(summaries));
}

TEST_CASE("a rank that computes more is named with its operator by its summary too") {
  const HandMadeTrace usual = late_rank_trace(270);
  const HandMadeTrace late = late_rank_trace(
      310, {slice("cpu_op", "aten::topk", "190", "20"),
            slice("cuda_runtime", "cudaLaunchKernel", "195", "5", R"("correlation": 1)"),
            gpu_slice("kernel", "topk", "240", "60", R"("correlation": 1)")});
  RunFacts traces = facts_of({&usual, &late, &usual});
  RunFacts summaries;
  for (const HandMadeTrace* trace : {&usual, &late, &usual}) {
    const AnalysisResults results(**trace, whole_window(),
                                  [&](EventId event) { return trace->json(event); });
    summaries.take(facts_of(kept(summarize_rank(results, {}))));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    summaries.collectives[i].rank = summaries.times[i].rank = static_cast<std::int64_t>(i);
  }
  const RunAnalysis run = compare_ranks(traces);
  CHECK(run.summary.ends_with("Likely cause: more compute in aten::topk"));
  const RunAnalysis again = compare_ranks(summaries);
  check_same(run, again);
  // The event can be found again in the trace.
  CHECK(again.stragglers.rows[1].cause.culprit_event == run.stragglers.rows[1].cause.culprit_event);
}

TEST_CASE("a summary has the figures of the analyses of its trace") {
  const MadeRank made(rank_of_usual_set(3, 5));
  const RankSummary summary = kept(made.summary());
  const AnalysisResults results(*made.trace.snapshot, usual_window(*made.trace.snapshot),
                                event_reader(made.trace));
  const GpuTimeDevice time = total_gpu_time(*results.of<GpuTime>());
  CHECK(summary.times.of(RankTime::Compute) == time.compute_ns);
  CHECK(summary.times.of(RankTime::ExposedComm) == time.exposed_comm_ns);
  CHECK(summary.times.of(RankTime::Idle) == time.idle_ns);
  CHECK(summary.window == WindowKind::Steps);
  CHECK(summary.window_steps == results.window.steps);
  CHECK(summary.steps.size() == 5);
  CHECK(summary.collectives.collectives.size() == 50);
  const auto kernels = results.of<KernelTable>();
  CHECK(summary.gpu_ns == kernels->gpu_ns);
  REQUIRE(summary.kernels.size() == kernels->rows.size());
  for (std::size_t i = 0; i < summary.kernels.size(); ++i) {
    CHECK(summary.kernels[i].name == made.trace.snapshot->text(kernels->rows[i].name));
    CHECK(summary.kernels[i].total_ns == kernels->rows[i].total_ns);
    CHECK(summary.kernels[i].median_ns == kernels->rows[i].median_ns);
  }
  const auto ops = results.of<OpTable>();
  REQUIRE(summary.ops.size() == ops->rows.size());
  CHECK(summary.ops.front().self_device_ns == ops->rows.front().self_device_ns);
  const auto findings = results.of<FindingTable>();
  REQUIRE(summary.findings.size() == findings->findings.size());
  for (std::size_t i = 0; i < summary.findings.size(); ++i) {
    CHECK(summary.findings[i].id == findings->findings[i].id);
    CHECK(summary.findings[i].title == findings->findings[i].title);
    CHECK(summary.findings[i].high_pct == findings->findings[i].high_pct);
    CHECK_FALSE(summary.findings[i].evidence.empty());
  }
}

TEST_CASE("a summary says which rank it is, where it ran and what its trace lost") {
  const MadeRank made(R"({"distributedInfo": {"rank": 5, "world_size": 8, "backend": "nccl",
                                              "nccl_version": "2.21.5"},
    "baseTimeNanoseconds": 1700000000000000000, "cuda_driver_version": 12040,
    "deviceProperties": [{"id": 0, "name": "H200", "numSms": 132}],
    "traceEvents": [
      {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 1, "dur": 2,
       "args": {"device": 0, "stream": 7}},
      {"ph": "X", "name": "late", "ts": "never", "dur": 1},)");
  const RankSummary summary = kept(made.summary());
  CHECK(summary.claim.rank == 5);
  CHECK(summary.claim.world_size == 8);
  CHECK(summary.claim.backend == "nccl");
  CHECK(summary.collectives.rank == 5);
  CHECK(summary.base_ns == 1'700'000'000'000'000'000);
  REQUIRE(summary.devices.size() == 1);
  CHECK(summary.devices.front().name == "H200");
  const auto said = [&](const char* key) {
    for (const auto& [name, value] : summary.metadata)
      if (name == key) return value;
    return std::string();
  };
  CHECK(said("nccl_version") == "2.21.5");
  CHECK(said("cuda_driver_version") == "12040");
  CHECK_FALSE(summary.report.complete);
  REQUIRE_FALSE(summary.report.issues.empty());
  CHECK(summary.report.issues.front().count > 0);
}

TEST_CASE("the source of a summary changes when the file does") {
  const TempFolder folder;
  const std::string path = folder.write("rank0.json", "{\"traceEvents\": []}");
  const SummarySource before = summary_source(path);
  CHECK(before.bytes == 19);
  CHECK(before.file == path);
  CHECK(summary_source(path).digest == before.digest);
  (void)folder.write("rank0.json", "{\"traceEvents\": [ }");
  CHECK(summary_source(path).digest != before.digest);
  CHECK(summary_source(folder.path() + "/none.json").digest.empty());
}

TEST_CASE("a trace that cannot be read is still a rank, by its name") {
  const RankSummary summary =
      kept(unreadable_rank({"/run/rank7.json.gz", "", 0, "abc"}, "is empty"));
  CHECK(summary.failure == "is empty");
  CHECK(summary.collectives.rank == 7);
  const MadeRank other(rank_of_usual_set(0, 2));
  RunFacts facts = facts_of(summary);
  facts.take(facts_of(other.summary()));
  const RunAnalysis run = compare_ranks(facts);
  CHECK(run.clocks[0].state == ClockState::NoCollectives);
}
