#include "core/ranks/rank_times.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

RankTimes times_of(std::int64_t rank, const HandMadeTrace& trace) {
  return rank_times({rank, AnalysisResults(*trace, whole_window())});
}

}  // namespace

TEST_CASE("the times of each rank, and the ranks with the least and the most") {
  // 0 to 10 computes, 8 to 14 communicates, 20 to 21 copies; the other rank computes 30 µs.
  const std::vector<RankTimes> rows = {
      times_of(3, HandMadeTrace({gpu_slice("kernel", "gemm", "0", "10"),
                                 gpu_slice("kernel", "ncclDevKernel_X", "8", "6", "", "20"),
                                 gpu_slice("gpu_memcpy", "Memcpy HtoD", "20", "1")})),
      times_of(4, HandMadeTrace({slice("cpu_op", "aten::mm", "0", "1")})),
      times_of(5, HandMadeTrace({gpu_slice("kernel", "gemm", "0", "30")}))};
  CHECK(rows[0].of(RankTime::Span) == 21'000);
  CHECK(rows[0].of(RankTime::Idle) == 6'000);
  CHECK(rows[0].of(RankTime::ExposedComm) == 4'000);
  CHECK(rows[0].of(RankTime::TotalComm) == 6'000);
  CHECK(rows[0].of(RankTime::ExposedMemory) == 1'000);
  CHECK(rows[0].collectives == 1);
  CHECK(*rows[0].overlap_pct == doctest::Approx(100.0 / 3));
  CHECK(!rows[1].has_gpu);
  const auto compute = spread_over_ranks(rows, RankTime::Compute);
  REQUIRE(compute);
  CHECK(compute->min_ns == 10'000);
  CHECK(compute->min_at == 0);
  CHECK(compute->max_ns == 30'000);
  CHECK(compute->max_at == 2);
  CHECK(compute->mean_ns == doctest::Approx(20'000));
  CHECK(!spread_over_ranks({}, RankTime::Compute));
}
