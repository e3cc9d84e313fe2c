#include "core/ranks/ranks.h"

#include <doctest/doctest.h>

#include "core/analysis/host/site.h"
#include "tests/core/ranks/late_rank.h"

using namespace lanescope;

namespace {

constexpr Ns kUs = 1000;

const LatenessCause& cause_of(const RunAnalysis& run, std::size_t row) {
  return run.stragglers.rows.at(row).cause;
}

Ns idle_more(const LatenessCause& cause, IdleClass what) {
  return cause.more_ns[kFirstIdleTerm + static_cast<std::size_t>(what)];
}

}  // namespace

TEST_CASE("a rank that computes more than the others is named with its operator") {
  const HandMadeTrace usual = late_rank_trace(270);
  const HandMadeTrace late = late_rank_trace(
      310, {slice("cpu_op", "aten::topk", "190", "20"),
            slice("cuda_runtime", "cudaLaunchKernel", "195", "5", R"("correlation": 1)"),
            gpu_slice("kernel", "topk", "240", "60", R"("correlation": 1)")});
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late, &usual}));
  CHECK(run.summary ==
        "rank 1 arrived last at 1 of 5 collectives, costing the others 80.00 µs summed over ranks. "
        "Likely cause: more compute in aten::topk");
  // From 200 to 310 µs it computes 100 and idles 10, the others from 200 to 270 µs 40 and 30.
  const LatenessCause& cause = cause_of(run, 1);
  CHECK(cause.stretch_ns == 110 * kUs);
  CHECK(cause.others_stretch_ns == 70 * kUs);
  CHECK(cause.own_ns[kComputeTerm] == 100 * kUs);
  CHECK(cause.more_ns[kComputeTerm] == 60 * kUs);
  CHECK(idle_more(cause, IdleClass::Unlinked) == -20 * kUs);
  CHECK(cause.culprit_more_ns == 60 * kUs);
  CHECK(late->text(slice_name(*late, cause.culprit_event)) == "topk");
  CHECK(cause.kernels == 2);
  CHECK(cause.more_kernels == 1);
  Ns own_ns = 0;
  for (const Ns ns : cause.own_ns) own_ns += ns;
  CHECK(own_ns == cause.stretch_ns);
}

TEST_CASE("a rank is not named where the others hardly wait for it") {
  const HandMadeTrace usual = late_rank_trace(270), late = late_rank_trace(275);
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late, &usual}));
  CHECK(run.findings.empty());
  CHECK(run.summary == "no rank delays the others notably in 5 collectives");
  REQUIRE(run.stragglers.worst() != nullptr);
  CHECK(run.stragglers.worst()->wait_caused_ns == 10 * kUs);
}

TEST_CASE("a rank whose host loads data is named with the loader") {
  const HandMadeTrace usual = late_rank_trace(270);
  // Launched at 305: before that 60 µs for the loader and 5 for nothing, then 5 of launch latency.
  const HandMadeTrace late = late_rank_trace(
      310,
      {slice("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
             "240", "60"),
       slice("cuda_runtime", "cudaLaunchKernel", "305", "5", R"("correlation": 9)")},
      R"("correlation": 9)");
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late, &usual}));
  const LatenessCause& cause = cause_of(run, 1);
  CHECK(idle_more(cause, IdleClass::DataLoading) == 60 * kUs);
  CHECK(idle_more(cause, IdleClass::Untraced) == 5 * kUs);
  CHECK(idle_more(cause, IdleClass::LaunchLatency) == 5 * kUs);
  CHECK(
      run.summary.ends_with("cause: more GPU idle time, data loading in "
                            "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"));
}

TEST_CASE("a rank whose host does what no trace shows is late without an operator") {
  const HandMadeTrace usual = late_rank_trace(270);
  const HandMadeTrace late = late_rank_trace(
      310, {slice("cuda_runtime", "cudaLaunchKernel", "305", "5", R"("correlation": 9)")},
      R"("correlation": 9)");
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late}));
  CHECK(run.summary ==
        "rank 1 arrived last at 1 of 5 collectives, costing the others 40.00 µs summed over ranks. "
        "Likely cause: more GPU idle time, nothing traced on the host");
  CHECK(cause_of(run, 1).culprit.empty());
}

TEST_CASE("what the others compute beside the collective that waits is known") {
  // All compute 40 and 30 µs: the late one in a row, the others the 30 while they wait for it.
  const HandMadeTrace usual = late_rank_trace(270, {gpu_slice("kernel", "relu", "270", "30")});
  const HandMadeTrace late = late_rank_trace(
      310,
      {gpu_slice("kernel", "relu", "240", "30"),
       slice("cuda_runtime", "cudaLaunchKernel", "305", "5", R"("correlation": 9)")},
      R"("correlation": 9)");
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late, &usual}));
  // Then it idles from 270 to 310, 35 of it for a host that does what no trace shows.
  const LatenessCause& cause = cause_of(run, 1);
  CHECK(cause.more_ns[kComputeTerm] == 30 * kUs);
  CHECK(cause.while_waiting_ns[kComputeTerm] == 30 * kUs);
  CHECK(cause.more_ns[kCommTerm] == 0);
  CHECK(idle_more(cause, IdleClass::Untraced) == 35 * kUs);
  CHECK(cause.net_ns(kComputeTerm) == 0);
  CHECK(cause.net_late_ns() == 40 * kUs);
  CHECK(cause_text(cause) == "more GPU idle time, nothing traced on the host");
}

TEST_CASE(
    "idle time is the cause even if more compute precedes the arrival, as the others do it too") {
  // All compute 40 and 40 µs: the late one in a row, then its host does nothing for 25 µs.
  const HandMadeTrace usual = late_rank_trace(270, {gpu_slice("kernel", "relu", "270", "40")});
  const HandMadeTrace late = late_rank_trace(
      310,
      {gpu_slice("kernel", "relu", "240", "40"),
       slice("user_annotation", "# sparse arch #", "280", "25"),
       slice("cuda_runtime", "cudaLaunchKernel", "305", "5", R"("correlation": 9)")},
      R"("correlation": 9)");
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late, &usual}));
  const LatenessCause& cause = cause_of(run, 1);
  CHECK(cause.more_ns[kComputeTerm] == 40 * kUs);
  CHECK(idle_more(cause, IdleClass::AnnotationOnly) == 25 * kUs);
  REQUIRE(cause.term);
  CHECK(*cause.term == kFirstIdleTerm + static_cast<std::size_t>(IdleClass::AnnotationOnly));
  CHECK(cause.culprit == "# sparse arch #");
  CHECK(cause_text(cause) == "more GPU idle time, host in \"sparse arch\"");
}

TEST_CASE("a rank that only does before the collective what the others do beside it has no cause") {
  const HandMadeTrace usual = late_rank_trace(270, {gpu_slice("kernel", "relu", "270", "60")});
  const HandMadeTrace late = late_rank_trace(310, {gpu_slice("kernel", "relu", "250", "40")});
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late, &usual}));
  CHECK(cause_of(run, 1).more_ns[kComputeTerm] == 40 * kUs);
  CHECK(!cause_of(run, 1).term);
  // They compute all the while, so it costs them nothing.
  CHECK(run.summary == "no rank delayed the others in 5 collectives");
}

TEST_CASE("a cause that the others share while they wait is not said as sure") {
  const HandMadeTrace usual = late_rank_trace(270, {gpu_slice("kernel", "relu", "270", "35")});
  const HandMadeTrace late = late_rank_trace(310, {gpu_slice("kernel", "relu", "240", "60")});
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late, &usual}));
  CHECK(cause_text(cause_of(run, 1)) == "more compute in relu");
  CHECK(others_do_it_too(cause_of(run, 1)));
}

TEST_CASE("a rank that copies while nothing runs is named with the copy") {
  const HandMadeTrace usual = late_rank_trace(270);
  const HandMadeTrace late = late_rank_trace(
      310, {gpu_slice("gpu_memcpy", "Memcpy DtoH (Device -> Pageable)", "230", "70")});
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late, &usual}));
  // 10 of the 70 µs hide behind the kernel.
  CHECK(cause_of(run, 1).more_ns[kMemoryTerm] == 60 * kUs);
  CHECK(run.summary.ends_with(
      "cause: more exposed copies and memsets in Memcpy DtoH (Device -> Pageable)"));
}

TEST_CASE("a kernel that began before the time that is compared is named for its part in it") {
  const HandMadeTrace usual = late_rank_trace(270);
  const HandMadeTrace late =
      late_rank_trace(310, {gpu_slice("kernel", "long_one", "190", "110", "", "8")});
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late, &usual}));
  // Of its 110 µs 100 lie behind 200, of which the others also compute 40.
  CHECK(cause_of(run, 1).more_ns[kComputeTerm] == 60 * kUs);
  CHECK(run.summary.ends_with("cause: more compute in long_one"));
  CHECK(cause_of(run, 1).culprit_more_ns == 100 * kUs);
  CHECK(cause_of(run, 1).kernels == 1);
}

TEST_CASE("ranks that all come together hold nobody up") {
  const HandMadeTrace usual = late_rank_trace(270);
  const RunAnalysis run = compare_ranks(facts_of({&usual, &usual}));
  CHECK(run.summary == "no rank delayed the others in 5 collectives");
  CHECK(run.stragglers.worst() == nullptr);
  CHECK(run.stragglers.wait_ns == 0);
}

TEST_CASE("what can not be compared is said") {
  const HandMadeTrace usual = late_rank_trace(270);
  const HandMadeTrace silent({gpu_slice("kernel", "gemm", "0", "5")});
  CHECK(compare_ranks(facts_of({&usual})).summary ==
        "only one trace; comparing needs the other ranks of the run");
  CHECK(compare_ranks(facts_of({&silent, &silent})).summary == "no trace has collectives");
  CHECK(compare_ranks(facts_of({&usual, &silent})).summary ==
        "no two traces have enough collectives in common");
  CHECK(compare_ranks({}).clocks.empty());
}

TEST_CASE("ranks are put in order, equal ones as they came") {
  const HandMadeTrace usual = late_rank_trace(270);
  const HandMadeTrace silent({gpu_slice("kernel", "gemm", "0", "5")});
  RunFacts facts = facts_of({&usual, &silent, &usual});
  const std::vector<RankIdentity> ranks = {{3, {}}, {1, {}}, {1, {}}};
  CHECK(facts.give_ranks(ranks) == std::vector<std::size_t>{1, 2, 0});
  CHECK(facts.collectives[0].collectives.empty());
  CHECK(facts.collectives[2].rank == 3);
  CHECK(facts.times[1].rank == 1);
}

TEST_CASE("a straggler is not said to do more than it alone does") {
  const HandMadeTrace usual = late_rank_trace(270, {gpu_slice("kernel", "relu", "270", "15")});
  const HandMadeTrace late = late_rank_trace(310, {gpu_slice("kernel", "relu", "240", "60")});
  Thresholds thresholds;
  thresholds.straggler_last_pct = thresholds.straggler_wait_pct = 0;
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late, &usual}), thresholds);
  REQUIRE(run.findings.size() == 1);
  // 60 µs more until it arrives, of which the others do 15 while they wait.
  CHECK(cause_of(run, 1).more_ns[kComputeTerm] == 60 * kUs);
  CHECK(run.findings[0].fix.find("spends 45.00 µs more on this") != std::string::npos);
  // Of 40 µs on two ranks each, computation hides 15.
  CHECK(run.findings[0].evidence[1].text.head ==
        "The other ranks waited 50.00 µs for it; all ranks together waited 80.00 µs, partly hidden "
        "behind compute, summed over ranks");
}
