// The line below the headline of a run says what to do, and nothing that the headline says.
#include <doctest/doctest.h>

#include "core/view/ranks/headlines.h"
#include "tests/core/ranks/late_rank.h"

namespace lanescope {
namespace {

RunAnalysis late_run() {
  const HandMadeTrace usual = late_rank_trace(270);
  const HandMadeTrace late = late_rank_trace(
      310, {slice("cpu_op", "aten::topk", "190", "20"),
            slice("cuda_runtime", "cudaLaunchKernel", "195", "5", R"("correlation": 1)"),
            gpu_slice("kernel", "topk", "240", "60", R"("correlation": 1)")});
  Thresholds thresholds;
  thresholds.straggler_last_pct = thresholds.straggler_wait_pct = 0;
  return compare_ranks(facts_of({&usual, &late, &usual}), thresholds);
}

bool names_cause(const std::string& text) {
  return text.find("aten::topk") != std::string::npos ||
         text.find("more compute") != std::string::npos;
}

}  // namespace

TEST_CASE("the cause of a late rank stands once: in the headline, or below a shorter one") {
  const RunAnalysis run = late_run();
  REQUIRE(run.findings.size() == 1);
  REQUIRE(names_cause(run.findings.front().fix));
  const std::vector<std::string> headlines = ranks_headlines(run);
  REQUIRE(headlines.size() == 4);
  for (const std::string& headline : headlines) {
    CAPTURE(headline);
    const std::string advice = ranks_advice(run, headline);
    CAPTURE(advice);
    CHECK_FALSE(advice.empty());
    CHECK(names_cause(headline) != names_cause(advice));
    CHECK(advice.find(
              "Rank 1 spends 60.00 µs more on this than the median rank: fix it on that rank") !=
          std::string::npos);
  }
}

TEST_CASE("without a finding there is no advice") {
  const HandMadeTrace usual = late_rank_trace(270);
  CHECK(ranks_advice(compare_ranks(facts_of({&usual, &usual})), "").empty());
}

}  // namespace lanescope
