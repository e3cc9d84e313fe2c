#include "core/ranks/straggler_finding.h"

#include <doctest/doctest.h>

#include "tests/core/ranks/hand_made_ranks.h"

using namespace lanescope;

namespace {

struct Judged {
  std::vector<RankCollectives> traces;
  std::vector<RankTimes> times;

  /// Each rank's GPU is in the window for so long.
  Judged(std::vector<RankCollectives> ranks, Ns span_ns) : traces(std::move(ranks)) {
    for (const RankCollectives& trace : traces) {
      RankTimes one;
      one.rank = trace.rank;
      one.has_gpu = true;
      one.ns[static_cast<std::size_t>(RankTime::Span)] = span_ns;
      times.push_back(one);
    }
  }

  [[nodiscard]] std::vector<Finding> findings(const Thresholds& thresholds = {}) const {
    const SharedGroups shared = shared_groups(traces);
    const auto clocks = align_clocks(traces, shared);
    const auto matched = match_collectives(traces, shared, clocks);
    const std::vector<RankActivity> activities(traces.size());
    return find_straggler(find_stragglers(traces, clocks, matched, activities), matched, times,
                          thresholds);
  }
};

}  // namespace

TEST_CASE("a rank that is last most of the time and makes the others wait is a finding") {
  // Of three_ranks() the third is last in 4 of 5: the others wait 8, 6, 6 and 8 µs for it.
  const Judged judged(three_ranks(), 100 * kUs);
  const std::vector<Finding> findings = judged.findings();
  REQUIRE(findings.size() == 1);
  const Finding& finding = findings.front();
  CHECK(finding.id == "F18");
  // 28 µs of the 200 µs that ranks 0 and 1 have.
  CHECK(finding.title == "Rank 2 is a straggler: the others wait 14.0 % of their time");
  CHECK(finding.high_pct == doctest::Approx(14));
  // With rank 2 out of the way the next to last would come 2, 1, 2 and 3 µs earlier than it: 8 of
  // the 100 µs of a rank.
  CHECK(finding.low_pct == doctest::Approx(8));
  CHECK(finding.evidence.front().text.head.starts_with("Arrived last at 4 of its 5 collectives"));
  // The hand-made ranks have no activities to name a cause by.
  CHECK(finding.fix ==
        "The traces do not show why rank 2 is late. Look at that rank and its machine.");
  CHECK(finding.confidence == Confidence::Low);
  REQUIRE(finding.judged_by.size() == 2);
  CHECK(finding.judged_by[0].what->name == "straggler_last");
  CHECK(finding.judged_by[1].value == 2);
}

TEST_CASE("a rank that is last no more often than the others, or costs little, is none") {
  CHECK(Judged(three_ranks(), 10'000 * kUs).findings().empty());  // 0.14 % of their time
  Thresholds strict;
  strict.straggler_last_pct = 80;  // 4 of 5 is not more
  CHECK(Judged(three_ranks(), 100 * kUs).findings(strict).empty());
  strict.straggler_last_pct = 79;
  CHECK(Judged(three_ranks(), 100 * kUs).findings(strict).size() == 1);
  CHECK(Judged({hand_made_rank(0, {{0, 1}})}, 100).findings().empty());
}

TEST_CASE("the network is ruled out only where transfers are as fast as without the late rank") {
  // Rank 1 is last in the last five of eight; `last_us` is how long those then take.
  const auto fix = [](Ns last_us, bool size_known) {
    std::vector<TimeRange> first, second;
    for (Ns i = 0; i < 8; ++i) {
      const bool late = i >= 3;
      const Ns end = i * 1000 + 100, moves = late ? last_us : 10;
      first.push_back({late ? end - 90 : end - moves, end});
      second.push_back({late ? end - moves : end - 30, end});
    }
    std::vector<RankCollectives> ranks = {hand_made_rank(0, first), hand_made_rank(1, second)};
    for (RankCollectives& rank : ranks) {
      for (RankCollective& one : rank.collectives) {
        if (size_known) one.bytes = 4096;
      }
    }
    const auto findings = Judged(std::move(ranks), 1000 * kUs).findings();
    REQUIRE(findings.size() == 1);
    return findings.front().fix;
  };
  CHECK(fix(10, true).ends_with("Look at that rank and its machine, not at the network."));
  CHECK(fix(40, true).ends_with("and at the network: its transfers are slower too."));
  CHECK(fix(10, false).ends_with("Look at that rank and its machine."));
}
