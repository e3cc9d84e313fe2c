// `lanescope compare` of two folders of summaries.
#include "app/cli/compare/rank_folders.h"

#include <filesystem>
#include <fstream>
#include <variant>

#include <doctest/doctest.h>

#include "app/cli/output/exit_code.h"
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

PrintedAnswer answer(const std::vector<std::string>& words) {
  const CliCommand command = command_of(words);
  if (const auto* options = std::get_if<CompareOptions>(&command))
    return printed_by([&] { return run_compare(*options); });
  const auto* options = std::get_if<BaselineOptions>(&command);
  REQUIRE(options != nullptr);
  return printed_by([&] { return run_baseline(*options); });
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
  CHECK(compared_folders(options));
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
  CHECK(json["gates"].empty());
}

TEST_CASE("gates of two folders decide on the whole run, in the words of single summaries") {
  const TempFolder before, again, after;
  FleetPlan plan;
  write_run(before.path(), plan);
  plan.seed = 2;
  write_run(again.path(), plan);
  plan.slow_gpus = {{9, 1.3}};
  write_run(after.path(), plan);
  const auto compared = [&](const TempFolder& to, std::vector<std::string> more) {
    more.insert(more.begin(), {"compare", before.path(), to.path()});
    return answer(more);
  };
  CHECK(compared(again, {"--gate", "step_time=3%"}).code == kDone);
  CHECK(compared(after, {"--gate", "step_time=90%"}).code == kDone);
  const PrintedAnswer failed = compared(after, {"--gate", "step_time=3%"});
  CHECK(failed.code == kGateFailed);
  CHECK_MESSAGE(says(failed.out, "step_time=3%: failed, "), failed.out);
  CHECK_MESSAGE(says(failed.out, "means over the ranks and steps that are in both"), failed.out);
  CHECK(says(failed.errors, "step_time=3%: run B exceeds the limit; see the comparison"));
  const auto json = Json::parse(
      compared(after, {"--json", "--gate", "step_time=3%", "--gate", "op:aten::mm=3%"}).out);
  REQUIRE(json["gates"].size() == 2);
  CHECK(json["gates"][0]["state"] == "failed");
  CHECK(json["gates"][1]["state"] == "missing");
  const PrintedAnswer op = compared(again, {"--gate", "op:aten::mm=3%"});
  CHECK(op.code == kUnusable);
  CHECK(says(op.errors, "a summary has no times per step of single operators and kernels"));
  CHECK(
      says(compared(after, {"--markdown", "--gate", "step_time=3%"}).out, "- gate step\\_time=3"));
  CHECK(compared(after, {"--align", "forward"}).code == kUnusable);
}

TEST_CASE("a folder of summaries is a baseline, and others are compared with it") {
  const TempFolder root;
  const auto run = [&](const std::string& name) {
    std::filesystem::create_directory(root.path() + "/" + name);
    return root.path() + "/" + name;
  };
  FleetPlan plan;
  const std::string before = run("before"), after = run("after");
  write_run(before, plan);
  plan.slow_gpus = {{9, 1.3}};
  write_run(after, plan);
  const PrintedAnswer set = answer({"baseline", "set", "main", before + "/"});
  CHECK_MESSAGE(set.code == kDone, set.errors);
  CHECK(Json::parse(file_text(root.path() + "/baselines.json")) == Json{{"main", "before"}});
  CHECK(says(answer({"baseline", "set", "main", before}).out, "main: " + before));
  CHECK_FALSE(says(answer({"baseline", "set", "main", before}).out, "; was"));
  const PrintedAnswer list = answer({"baseline", "list", root.path()});
  CHECK(list.code == kDone);
  CHECK_MESSAGE(says(list.out, "before, 32 ranks"), list.out);
  const auto json = Json::parse(answer({"baseline", "list", root.path(), "--json"}).out);
  CHECK(json["baselines"][0]["ranks"] == 32);
  CHECK(json["baselines"][0]["step_time_ns"] > 0);

  CHECK(answer({"compare", after, "--gate", "baseline:main"}).code == kGateFailed);
  CHECK(answer({"compare", after + "/", "--gate", "baseline:main"}).code == kGateFailed);
  CHECK(answer({"compare", before, "--gate", "baseline:main"}).code == kDone);
  CHECK(answer({"compare", after, "--gate", "baseline:main", "--gate", "step_time=90%"}).code ==
        kDone);
  CHECK(says(answer({"compare", after, "--gate", "baseline:none"}).errors, "which has main"));
  REQUIRE(answer({"baseline", "set", "rank", before + "/rank0.rank"}).code == kDone);
  const PrintedAnswer all =
      answer({"compare", after, "--gate", "baseline:rank", "--baselines", before});
  CHECK(all.code == kUnusable);
  CHECK_MESSAGE(says(all.errors, "after: has the summaries of all ranks, and the other run is"),
                all.errors);
}

TEST_CASE("a folder without usable summaries is no baseline") {
  const TempFolder root;
  const std::string run = root.path() + "/run";
  std::filesystem::create_directory(run);
  CHECK(says(answer({"baseline", "set", "main", run}).errors, "has no summaries (.rank)"));
  std::ofstream(run + "/rank0.rank") << "no";
  const PrintedAnswer damaged = answer({"baseline", "set", "main", run});
  CHECK(damaged.code == kUnusable);
  CHECK_MESSAGE(says(damaged.errors, "none of its summaries can be compared"), damaged.errors);
  CHECK_FALSE(std::filesystem::exists(root.path() + "/baselines.json"));
}

TEST_CASE("folders are still compared after one of their summaries was named as a baseline") {
  const TempFolder before, after;
  FleetPlan plan;
  plan.data = 2;
  write_run(before.path(), plan);
  write_run(after.path(), plan);
  REQUIRE(answer({"baseline", "set", "main", before.path() + "/rank0.rank"}).code == kDone);
  const PrintedAnswer told = answer({"compare", before.path(), after.path()});
  CHECK_MESSAGE(told.code == kDone, told.errors);
}

TEST_CASE("a folder of summaries beside something else is no pair of folders") {
  const TempFolder one, empty;
  FleetPlan plan;
  plan.data = 1;
  write_run(one.path(), plan);
  CompareOptions options;
  options.a = one.path();
  options.b = empty.path();
  CHECK_FALSE(compared_folders(options));
  const PrintedAnswer told = printed_by([&] { return run_compare(options); });
  CHECK(told.code == 3);
  CHECK_MESSAGE(says(told.errors, "but summaries of ranks"), told.errors);
}
