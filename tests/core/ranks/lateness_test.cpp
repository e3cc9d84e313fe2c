#include "core/ranks/lateness.h"

#include <doctest/doctest.h>

#include "tests/core/ranks/hand_made_ranks.h"
#include "tests/core/ranks/late_rank.h"

using namespace lanescope;

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

TEST_CASE("a moment before collectives of two groups counts once") {
  // The first is idle before the second collective of both of its groups.
  RankCollectives late = hand_made_rank(0, {{0, 10}, {150, 160}}, "tp");
  add_group(late, "dp", {{12, 20}, {170, 180}});
  const std::vector<RankCollectives> traces = {late, hand_made_rank(1, {{0, 10}, {50, 160}}, "tp"),
                                               hand_made_rank(2, {{12, 20}, {70, 180}}, "dp")};
  std::vector<RankActivity> activities(3);
  for (RankActivity& one : activities) {
    one.names = {"", "load"};
    one.devices.emplace_back().device = 0;
  }
  const IdleStretch idle{{20 * kUs, 150 * kUs}, IdleClass::DataLoading, EventId{7}, 1};
  activities[0].devices[0].idle = {idle};
  std::vector<RankClock> clocks(3);
  clocks[0].state = ClockState::Reference;
  clocks[1].state = clocks[2].state = ClockState::Aligned;
  for (RankClock& clock : clocks) clock.shifts = {0, 0};
  const MatchedCollectives matched = match_collectives(traces, shared_groups(traces), clocks);
  REQUIRE(matched.collectives.size() == 4);
  const LatenessExplainer explainer(traces, clocks, matched, activities);
  CHECK(explainer.stretch_before(2, 0, 0) == TimeRange{10 * kUs, 150 * kUs});
  CHECK(explainer.stretch_before(3, 0, 0) == TimeRange{20 * kUs, 170 * kUs});
  const std::vector<std::size_t> both = {2, 3};
  const LatenessCause cause = explainer.explain(0, both);
  const std::size_t term = kFirstIdleTerm + static_cast<std::size_t>(IdleClass::DataLoading);
  REQUIRE(cause.term == term);
  CHECK(cause.more_ns[term] == 130 * kUs);
  CHECK(cause.culprit_more_ns == 130 * kUs);
}
