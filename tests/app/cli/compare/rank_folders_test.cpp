// `lanescope compare` of two folders of summaries.
#include "app/cli/compare/rank_folders.h"

#include <doctest/doctest.h>

#include "core/ranks/summary/summary_file.h"
#include "tests/app/cli/printed_answer.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/fleet/made_fleet.h"

using namespace lanescope;

namespace {

void write_run(const std::string& folder, const FleetPlan& plan) {
  const MadeFleet made(plan);
  for (int replica = 0; replica < plan.data; ++replica) {
    made.summarize(replica, [&](int rank, RankSummary&& summary) {
      REQUIRE_FALSE(write_summary(folder + "/rank" + std::to_string(rank) + ".rank", summary));
    });
  }
}

}  // namespace

TEST_CASE(
    "two folders of summaries are compared by rank, and the one that got slower comes first") {
  const TempFolder before, after;
  FleetPlan plan;
  write_run(before.path(), plan);
  plan.slow_gpus = {{9, 1.3}};
  write_run(after.path(), plan);
  CompareOptions options;
  options.a = before.path();
  options.b = after.path();
  CHECK(compares_folders(options));
  CHECK(compares_summaries(options));
  const PrintedAnswer text = printed_by([&] { return run_compare(options); });
  CHECK(text.code == 0);
  CHECK_MESSAGE(says(text.text(), "B is slower: steps take "), text.out);
  CHECK_MESSAGE(says(text.text(), "timed as in a report: until the next step begins"), text.out);
  options.json = true;
  const auto json = Json::parse(printed_by([&] { return run_compare(options); }).out);
  REQUIRE(json["rows"].size() == 32);
  const auto& first = json["rows"][0];
  CHECK(first["rank"] == 9);
  CHECK(first["steps"] == 10);
  CHECK(first["compute"]["delta_ns"] > 1'000'000);
  CHECK(json["rows"][1]["exposed_comm"]["delta_ns"] > 0);
  options.gates.emplace_back().text = "step_time=3%";
  CHECK(printed_by([&] { return run_compare(options); }).code == 3);
}

TEST_CASE("a folder of summaries beside something else is no pair of folders") {
  const TempFolder one, empty;
  FleetPlan plan;
  plan.data = 1;
  write_run(one.path(), plan);
  CompareOptions options;
  options.a = one.path();
  options.b = empty.path();
  CHECK_FALSE(compares_folders(options));
  const PrintedAnswer told = printed_by([&] { return run_compare(options); });
  CHECK(told.code == 3);
  CHECK_MESSAGE(says(told.errors, "but summaries of ranks"), told.errors);
}
