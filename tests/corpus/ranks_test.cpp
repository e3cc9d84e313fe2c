// The ranks of one run against published numbers.
#include "core/ranks/ranks.h"

#include <string>

#include <doctest/doctest.h>

#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

constexpr Ns kUs = 1000;

bool within(Ns value, Ns expected_us, Ns tolerance_us) {
  return value >= (expected_us - tolerance_us) * kUs && value <= (expected_us + tolerance_us) * kUs;
}

}  // namespace

TEST_CASE("four ranks of a run are aligned although one lost its first collective") {
  RunFacts facts;
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    const auto trace = loaded_trace("torchrec-v100-4rank/rank" + std::to_string(rank) + ".json.gz");
    facts.add({rank, AnalysisResults(*trace.snapshot, whole_window(), event_reader(trace))});
  }
  const RunAnalysis run = compare_ranks(facts);
  REQUIRE(run.clocks.size() == 4);
  CHECK(facts.collectives[0].collectives.size() == 31);
  CHECK(facts.collectives[2].collectives.size() == 30);
  CHECK(run.clocks[1].offset_ns == 3 * kUs);
  CHECK(run.clocks[2].offset_ns == -8'500);
  CHECK(run.clocks[3].offset_ns == -41 * kUs);
  CHECK(run.clocks[1].deviation_ns == 12 * kUs);
  CHECK(run.clocks[2].deviation_ns == 10'500);
  CHECK(run.clocks[3].deviation_ns == 15 * kUs);
  for (const RankLag& lag : run.clocks[2].lags) {
    const std::string& name = run.groups.groups[lag.group].name;
    CHECK(lag.lag == (name == "AllReduce" ? -1 : 0));
  }
  CHECK(run.matched.missing == std::vector<std::size_t>{0, 0, 1, 0});
  CHECK(run.matched.collectives.size() == 31);
  CHECK(run.stragglers.collectives == 30);
  const auto& rows = run.stragglers.rows;
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].times_last == 5);
  CHECK(rows[1].times_last == 3);
  CHECK(rows[2].times_last == 18);
  CHECK(rows[3].times_last == 4);
  CHECK(within(rows[0].waited_ns, 143'518, 2));
  CHECK(within(rows[1].waited_ns, 143'384, 2));
  CHECK(within(rows[2].waited_ns, 22'906, 2));
  CHECK(within(rows[3].waited_ns, 150'786, 2));
  CHECK(run.stragglers.worst()->rank == 2);
  CHECK(run.summary.starts_with(
      "rank 2 arrived last at 18 of 30 collectives, costing the others 137.3 ms summed over ranks. "
      "Likely cause: more GPU idle time, host in \"running sparse arch\""));
}
