// Ranks that call other collectives than the rest of their group.
#include "core/ranks/fleet/contradictions/mismatches.h"

#include <doctest/doctest.h>

#include "core/ranks/fleet/fleet_words.h"
#include "tests/core/ranks/fleet/fleet_of_plan.h"

using namespace lanescope;

namespace {

/// The tenth collective of a rank's tensor-parallel group.
std::size_t tenth(const RankSummary& summary) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < summary.collectives.collectives.size(); ++i) {
    if (summary.collectives.collectives[i].group == 0 && ++seen == 10) return i;
  }
  FAIL("fewer than ten");
  return 0;
}

/// What is said of a run of 32 ranks, in groups of 4, after a change of rank 6.
std::string told(const std::function<void(RankSummary&)>& change) {
  FleetPlan plan;
  plan.tensor = 4;
  plan.data = 4;
  Fleet fleet;
  add_ranks(fleet, MadeFleet{plan}, [&](int rank, RankSummary& summary) {
    if (rank == 6) change(summary);
    return true;
  });
  const FleetAnalysis found = fleet.analyze();
  std::string all;
  for (const std::string& note : fleet_notes(fleet, found)) {
    if (note.starts_with("desynchronized collectives: ")) all += note;
  }
  return all;
}

}  // namespace

TEST_CASE("a rank that calls a collective with another size is named, with where it does") {
  const std::string all = told([](RankSummary& summary) {
    summary.collectives.collectives[tenth(summary)].bytes = 1 << 20;
  });
  CHECK_MESSAGE(all.starts_with("desynchronized collectives: rank 6 calls allreduce (1.000 MiB) "
                                "where other ranks of "),
                all);
  CHECK_MESSAGE(
      all.find(" call allreduce (32.00 MiB): sequence number 4009 in ProfilerStep#100") != all.npos,
      all);
}

TEST_CASE("a rank that calls another collective, or not, is named") {
  const std::string other = told([](RankSummary& summary) {
    summary.collectives.kinds.emplace_back("broadcast");
    summary.collectives.collectives[tenth(summary)].kind =
        static_cast<std::uint32_t>(summary.collectives.kinds.size() - 1);
  });
  CHECK_MESSAGE(
      other.find("rank 6 calls broadcast (32.00 MiB) where other ranks of ") != other.npos, other);
  const std::string lacks = told([](RankSummary& summary) {
    auto& all = summary.collectives.collectives;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(tenth(summary)));
  });
  CHECK_MESSAGE(
      lacks.find("rank 6 has no allreduce (32.00 MiB) that the other ranks of ") != lacks.npos,
      lacks);
}

TEST_CASE("an additional collective shifts all that follow, and the first is told") {
  const std::string all = told([](RankSummary& summary) {
    auto& list = summary.collectives.collectives;
    const std::size_t from = tenth(summary);
    summary.collectives.kinds.emplace_back("broadcast");
    RankCollective more = list[from];
    more.kind = static_cast<std::uint32_t>(summary.collectives.kinds.size() - 1);
    for (std::size_t i = from; i < list.size(); ++i) list[i].index += list[i].group == 0 ? 1 : 0;
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(from), more);
  });
  CHECK_MESSAGE(all.find("rank 6 calls broadcast (32.00 MiB) where") != all.npos, all);
  CHECK_MESSAGE(all.find("sequence number 4009") != all.npos, all);
}

TEST_CASE("ranks that call all alike, or whose trace ends early, are not told") {
  CHECK(told([](RankSummary&) {}).empty());
  CHECK(told([](RankSummary& summary) {
          summary.report.complete = false;
          summary.collectives.collectives.resize(tenth(summary));
        }).empty());
}
