// What ranks are called of which nothing tells the number.
#include "core/ranks/rank_words.h"

#include <array>

#include <doctest/doctest.h>

#include "core/ranks/ranks.h"
#include "tests/core/ranks/late_rank.h"

using namespace lanescope;

namespace {

std::string file_of(std::int64_t rank) {
  return rank < 0 ? "" : std::string(1, static_cast<char>('a' + rank)) + ".json";
}

}  // namespace

TEST_CASE("ranks are listed by their numbers, or by titles if all that are named have one") {
  CHECK(rank_name(3, {}) == "rank 3");
  CHECK(rank_name(3, file_of) == "d.json");
  CHECK(first_rank_name(3, {}) == "Rank 3");
  CHECK(first_rank_name(3, file_of) == "d.json");
  CHECK(rank_names(std::array<std::int64_t, 3>{0, 3, 5}, {}) == "ranks 0, 3 and 5");
  CHECK(rank_names(std::array<std::int64_t, 2>{0, 3}, file_of) == "a.json and d.json");
  CHECK(rank_names(std::array<std::int64_t, 2>{-1, 3}, file_of) == "ranks -1 and 3");
  CHECK(rank_names(std::array<std::int64_t, 6>{0, 1, 2, 3, 4, 5}, file_of) ==
        "a.json, b.json, c.json, d.json and 2 more");
}

TEST_CASE("what a program calls its own work is not taken for the name of a rank") {
  const HandMadeTrace usual = late_rank_trace(270);
  const HandMadeTrace late = late_rank_trace(
      310, {slice("cpu_op", "split of rank 0", "190", "20"),
            slice("cuda_runtime", "cudaLaunchKernel", "195", "5", R"("correlation": 1)"),
            gpu_slice("kernel", "topk", "240", "60", R"("correlation": 1)")});
  Thresholds thresholds;
  thresholds.straggler_last_pct = thresholds.straggler_wait_pct = 0;
  const RunAnalysis run = compare_ranks(facts_of({&usual, &late, &usual}), thresholds, file_of);
  CHECK(run.summary ==
        "b.json arrived last at 1 of 5 collectives, costing the others 80.00 µs summed over ranks. "
        "Likely cause: more compute in split of rank 0");
  REQUIRE(run.findings.size() == 1);
  CHECK(run.findings[0].title.starts_with("b.json is a straggler: "));
  CHECK(run.findings[0].fix.find("split of rank 0") != std::string::npos);
  CHECK(run.findings[0].confirm.starts_with("Open the trace of b.json just before "));
}
