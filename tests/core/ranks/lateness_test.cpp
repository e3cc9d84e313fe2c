#include "core/ranks/lateness.h"

#include <doctest/doctest.h>

#include "tests/core/ranks/late_rank.h"

using namespace lanescope;

namespace {

constexpr Ns kUs = 1000;

}  // namespace

TEST_CASE("time is compared from the end of the collective before, on each trace's own clock") {
  const HandMadeTrace usual = late_rank_trace(270), late = late_rank_trace(310);
  RunFacts facts = facts_of({&usual, &late});
  facts.collectives[1].base_ns = 5'000'000;
  const RunAnalysis run = compare_ranks(facts);
  CHECK(run.clocks[1].offset_ns == -5'000'000);
  const LatenessExplainer explainer(facts.collectives, run.clocks, run.matched, facts.activities);
  CHECK(explainer.stretch_before(2, 1, 0) == TimeRange{200 * kUs, 270 * kUs});
  CHECK(explainer.stretch_before(2, 1, 1) == TimeRange{200 * kUs, 310 * kUs});
  // Both traces begin with the first collective.
  CHECK(explainer.stretch_before(0, 1, 1) == TimeRange{50 * kUs, 50 * kUs});
}

TEST_CASE("nothing is named of a rank that was never late") {
  const HandMadeTrace usual = late_rank_trace(270);
  const RunFacts facts = facts_of({&usual, &usual});
  const RunAnalysis run = compare_ranks(facts);
  const LatenessExplainer explainer(facts.collectives, run.clocks, run.matched, facts.activities);
  const LatenessCause cause = explainer.explain(1, {});
  CHECK(!cause.term);
  CHECK(cause.culprit.empty());
  CHECK(cause.stretch_ns == 0);
}

TEST_CASE("each term has a name of its own") {
  CHECK(lateness_term_name(kComputeTerm) == "compute");
  CHECK(lateness_term_name(kFirstIdleTerm) == "sync");
  CHECK(lateness_term_name(kLatenessTerms - 1) == "unlinked");
}
