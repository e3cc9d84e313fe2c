// The four ranks of a real run, by their summaries.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/ranks/fleet/fleet_files.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/core/base/temp_folder.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

TEST_CASE("four real ranks have the same stragglers by their summaries as by their traces") {
  RunFacts traces, summaries;
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    CAPTURE(rank);
    const auto trace = loaded_trace("torchrec-v100-4rank/rank" + std::to_string(rank) + ".json.gz");
    const AnalysisResults results(*trace.snapshot, usual_window(*trace.snapshot),
                                  event_reader(trace));
    traces.add({rank, results});
    const std::string bytes = summary_bytes(summarize_rank(results, {}));
    CHECK(bytes.size() < 20'000);
    const auto read = parse_summary(bytes);
    REQUIRE(read.ok());
    CHECK(read.value().claim.rank == rank);
    summaries.take(facts_of(read.value()));
  }
  const RunAnalysis run = compare_ranks(traces);
  const RunAnalysis again = compare_ranks(summaries);
  CHECK(again.summary == run.summary);
  CHECK(again.stragglers.wait_ns == run.stragglers.wait_ns);
  REQUIRE(again.stragglers.rows.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(i);
    CHECK(again.clocks[i].offset_ns == run.clocks[i].offset_ns);
    const StragglerRow& one = again.stragglers.rows[i];
    const StragglerRow& exact = run.stragglers.rows[i];
    CHECK(one.times_last == exact.times_last);
    CHECK(one.wait_caused_ns == exact.wait_caused_ns);
    CHECK(one.waited_ns == exact.waited_ns);
    CHECK(one.cause.own_ns == exact.cause.own_ns);
    CHECK(one.cause.kernels == exact.cause.kernels);
    CHECK(one.cause.term == exact.cause.term);
    CHECK(one.cause.culprit == exact.cause.culprit);
    // What overlaps a collective, or precedes the first of all ranks, is known by its sum, not by
    // when it ran.
    for (std::size_t t = 0; t < kLatenessTerms; ++t) {
      CAPTURE(t);
      CHECK(static_cast<double>(one.cause.while_waiting_ns[t]) ==
            doctest::Approx(static_cast<double>(exact.cause.while_waiting_ns[t])).epsilon(0.15));
      const auto off_ns = static_cast<double>(one.cause.more_ns[t] - exact.cause.more_ns[t]);
      CHECK(std::abs(off_ns) <= 0.01 * static_cast<double>(exact.cause.stretch_ns));
    }
  }
  REQUIRE(again.findings.size() == run.findings.size());
  CHECK(again.findings.front().high_pct == run.findings.front().high_pct);
}

TEST_CASE("a folder of four real summaries is judged as the four traces are") {
  const TempFolder folder;
  RunFacts traces;
  std::vector<std::string> names;
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    const auto trace = loaded_trace("torchrec-v100-4rank/rank" + std::to_string(rank) + ".json.gz");
    const AnalysisResults results(*trace.snapshot, usual_window(*trace.snapshot),
                                  event_reader(trace));
    traces.add({rank, results});
    names.push_back(folder.path() + "/" + std::to_string(rank) + ".rank");
    REQUIRE_FALSE(write_summary(names.back(), summarize_rank(results, {})));
  }
  FleetFiles files = load_fleet(names, 2);
  const FleetAnalysis found = analyze_files(files, {}, 2);
  const RunAnalysis run = compare_ranks(traces);
  CHECK(fleet_sentence(files.fleet, found) == run.summary);
  REQUIRE(found.stragglers.size() == 1);
  CHECK(found.stragglers[0].rank == 2);
  CHECK(found.stragglers[0].wait_caused_ns == run.stragglers.rows[2].wait_caused_ns);
}
