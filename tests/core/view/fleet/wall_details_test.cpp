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
