// What is said of the rank and step that are selected.
#include "core/view/fleet/wall_details.h"

#include <algorithm>

#include "core/view/fleet/wall_text.h"
#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

namespace {

std::string detail_of(const RanksDetails& details, std::string_view key) {
  const auto found = std::ranges::find(details.rows, key, &RanksDetailRow::key);
  return found == details.rows.end() ? "" : found->value;
}

bool says(const RanksDetails& details, std::string_view words) {
  return std::ranges::any_of(details.rows, [words](const RanksDetailRow& row) {
    return row.value.find(words) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("the details of a step add up to its time, and name what the rank is late by") {
  FleetPlan plan;
  plan.slow_gpus = {{5, 1.2}};
  const FleetContents made = made_contents(plan);
  const std::size_t rank = place_of(made.run, 5);
  const RanksDetails details = wall_details(made.run, rank, 3);
  CHECK(details.title == "Rank 5 · ProfilerStep#103");
  CHECK(details.subtitle == "node0002");
  const FleetStep& step = made.run.ranks()[rank].steps[3];
  CHECK(detail_of(details, "Step time") == format_duration(step.range.length_ns()));
  CHECK(detail_of(details, "Exposed communication") == format_duration(step.terms[kCommTerm]));
  CHECK(detail_of(details, "Own work").starts_with("+"));
  CHECK(says(details, "Late. Likely cause: more compute"));
  CHECK(detail_of(details, "Trace") == made.run.ranks()[rank].claim.file);
  // Each of its groups, by name, with as many collectives as it has in that step.
  std::size_t parts = 0, said = 0;
  for (const FleetPart& part : made.run.ranks()[rank].parts) parts += part.step == 3 ? 1 : 0;
  for (const RanksDetailRow& row : details.rows) {
    if (row.key.find(" × ") != std::string::npos) said += std::stoul(row.key);
  }
  CHECK(said == parts);
  CHECK(parts > 0);
}

TEST_CASE("of a rank without a step selected, all of its steps are told") {
  FleetPlan plan;
  plan.slow_gpus = {{5, 1.2}};
  const FleetContents made = made_contents(plan);
  const RanksDetails details = wall_details(made.run, place_of(made.run, 5), std::nullopt);
  CHECK(details.title == "Rank 5");
  CHECK(detail_of(details, "Late in") == "10 of 10 steps");
  const FleetRankSums sums = fleet_rank_sums(made.run, place_of(made.run, 5));
  CHECK(sums.steps == 10);
  CHECK(detail_of(details, "Made others wait") == format_duration(*sums.wait_caused_ns));
}

TEST_CASE("the details of a step that a rank does not have say so") {
  const FleetContents made = made_contents(FleetPlan(), [](int rank, RankSummary& summary) {
    if (rank == 2) summary.steps.pop_back();
    return true;
  });
  CHECK(says(wall_details(made.run, place_of(made.run, 2), 9),
             "This rank's trace has no such step."));
}

namespace {

/// Four ranks, of which one is slow; their summaries must be on disk.
struct FourRanks {
  FourRanks() {
    FleetPlan plan;
    plan.tensor = plan.pipeline = 1;
    plan.data = 4;
    plan.slow_gpus = {{2, 1.3}};
    write_summaries(folder, plan);
    std::vector<std::string> names;
    for (int rank = 0; rank < 4; ++rank)
      names.push_back(folder.path() + "/rank" + std::to_string(rank) + ".rank");
    made = make_fleet_contents(load_fleet(names, 1), 1);
  }
  TempFolder folder;
  FleetContents made;
};

}  // namespace

TEST_CASE("of few ranks the details say what a step is compared with, and do not contradict it") {
  const FourRanks four;
  const RanksDetails late = wall_details(four.made.run, place_of(four.made.run, 2), 4);
  const auto has_row = [](const RanksDetails& details, std::string_view key) {
    return std::ranges::find(details.rows, key, &RanksDetailRow::key) != details.rows.end();
  };
  CHECK(has_row(late, "Compared with the other ranks"));
  CHECK_FALSE(has_row(late, "Own work"));  // would be compared with its own steps
  CHECK(says(late, "Late. Likely cause: more compute"));
  const FleetStep& step = four.made.run.ranks()[place_of(four.made.run, 2)].steps[4];
  CHECK(detail_of(late, "Compute") == format_duration(step.terms[kComputeTerm]));
  const FleetStep& usual = four.made.run.ranks()[place_of(four.made.run, 0)].steps[4];
  CHECK(detail_of(late, "Median of the others").substr(0, 2) ==
        format_duration(usual.terms[kComputeTerm]).substr(0, 2));
  const RanksDetails other = wall_details(four.made.run, place_of(four.made.run, 0), 4);
  CHECK(has_row(other, "Compared with its own other steps"));
  CHECK_FALSE(has_row(other, "Compared with ranks of its role"));
}

TEST_CASE("waits of a step that is not compared are not called zero, and the reason is whole") {
  const FleetContents made = made_contents(FleetPlan(), make_warm_up);
  const RanksDetails details = wall_details(made.run, 0, 0);
  CHECK(detail_of(details, "Waited for others") == "n/a");
  CHECK(detail_of(details, "Made others wait") == "n/a");
  CHECK(says(details, "Not compared with the others: warm-up, cut off, or recording paused."));
  const std::string waited = detail_of(wall_details(made.run, 0, 1), "Waited for others");
  CHECK_FALSE(waited.empty());
  CHECK(waited != "n/a");
}
