// `lanescope history`, `baseline` and `compare` on summaries of made-up runs.
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/output/exit_code.h"
#include "app/cli/traces/baselines.h"
#include "app/cli/verbs.h"
#include "core/base/files/small_file.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/app/cli/printed_answer.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/history/made_history.h"
#include "tests/core/ranks/summary/made_summary.h"

using namespace lanescope;

namespace {

PrintedAnswer answer(std::vector<std::string> words) {
  return printed_by([&] {
    const CliCommand command = command_of(std::move(words));
    if (const auto* verb = std::get_if<HistoryOptions>(&command)) return run_history(*verb);
    if (const auto* verb = std::get_if<BaselineOptions>(&command)) return run_baseline(*verb);
    if (const auto* verb = std::get_if<CompareOptions>(&command)) return run_compare(*verb);
    return std::get<AlreadyAnswered>(command).exit_code;
  });
}

HistoryPlan changed_plan() {
  HistoryPlan plan;
  plan.runs = 30;
  plan.run_noise = plan.drift = plan.disturbed = 0;
  plan.changes = {{20, MadePart::Gemm, 0.06}};
  return plan;
}

void write_runs(const TempFolder& folder, const HistoryPlan& plan) {
  for (std::size_t run = 0; run < plan.runs; ++run)
    REQUIRE_FALSE(
        write_summary(fmt::format("{}/run{:02}.rank", folder.path(), run), made_run(plan, run))
            .has_value());
}

}  // namespace

TEST_CASE("history says at which run and commit the step got slower, and by what") {
  const TempFolder folder;
  write_runs(folder, changed_plan());
  const PrintedAnswer text = answer({"history", folder.path()});
  CHECK(text.code == kDone);
  CHECK_MESSAGE(says(text.text(), "step time rose "), text.out);
  CHECK(says(text.text(), "at run 21 of 30 (2026-01-25, commit abc0014): GEMM kernels +"));
  CHECK(says(text.text(), "NVIDIA H100 80GB HBM3, rank 0 of 8; 30 runs, 2026-01-05 to 2026-02-03"));
  CHECK(says(text.text(), "5 % are given one"));
  const PrintedAnswer page = answer({"history", folder.path(), "--markdown"});
  CHECK(page.out.starts_with("**step time rose "));
  CHECK(says(page.text(), "| step time | 21 | 2026-01-25 | `abc0014` |"));
}

TEST_CASE("its JSON has the runs, their values, and the changes with what moved") {
  const TempFolder folder;
  write_runs(folder, changed_plan());
  const auto found = nlohmann::json::parse(answer({"history", "--json", folder.path()}).out);
  REQUIRE(found["series"].size() == 1);
  const auto& series = found["series"][0];
  REQUIRE(series["runs"].size() == 30);
  CHECK(series["runs"][0]["values"]["step_time"] > 100'000'000);
  CHECK(series["runs"][0]["values"]["idle.sync"] == 0);
  CHECK(series["runs"][0]["commit"] == "abc0000");
  const auto& change = series["changes"][0];
  CHECK(change["metric"] == "step_time");
  CHECK(change["run"] == 20);
  CHECK(change["run_number"] == 21);
  CHECK(change["unit"] == "ns");
  CHECK(change["delta"] ==
        change["after"].get<std::int64_t>() - change["before"].get<std::int64_t>());
  CHECK(change["p"] <= 0.0023);
  CHECK(change["moved"][0]["metric"] == "kernels.gemm");
  const auto one = nlohmann::json::parse(
      answer({"history", "--json", folder.path(), "--metric", "peak_memory"}).out);
  CHECK(one["series"][0]["changes"].empty());
  CHECK(one["series"][0]["runs"][0]["values"].size() == 1);
}

TEST_CASE("the picture is written beside the text, for no more readers than the summaries have") {
  const TempFolder folder;
  write_runs(folder, changed_plan());
  std::filesystem::permissions(
      folder.path() + "/run03.rank",
      std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const std::string file = folder.path() + "/trend.svg";
  CHECK(answer({"history", folder.path(), "--svg", file, "--theme", "dark"}).code == kDone);
  CHECK(read_small_file(file, 1U << 24U).value().starts_with("<svg "));
  CHECK((std::filesystem::status(file).permissions() & std::filesystem::perms::others_read) ==
        std::filesystem::perms::none);
}

TEST_CASE("history refuses what it cannot use, and uses the rest") {
  const TempFolder folder, empty;
  CHECK(answer({"history", empty.path()}).code == kUnusable);
  CHECK(answer({"history", "/nonexistent.rank"}).code == kUnusable);
  CHECK(answer({"history", "x.rank", "--metric", "speed"}).code == kWrongUsage);
  CHECK(answer({"history", "x.rank", "--svg", "x.png"}).code == kWrongUsage);
  CHECK(answer({"history", "x.rank", "--markdown", "--json"}).code == kWrongUsage);
  write_runs(folder, changed_plan());
  folder.write("damaged.rank", "nothing");
  const PrintedAnswer text = answer({"history", folder.path()});
  CHECK(text.code == kUnusable);
  CHECK(says(text.text(), "damaged.rank: is not the summary of a rank"));
  CHECK(says(text.text(), "at run 21"));
}

TEST_CASE("a baseline is named in a file beside its summary, and listed") {
  const TempFolder folder;
  write_runs(folder, changed_plan());
  const std::string first = folder.path() + "/run00.rank";
  CHECK(answer({"baseline", "list", folder.path()}).code == kUnusable);
  CHECK(answer({"baseline", "set", "main", first}).code == kDone);
  CHECK(answer({"baseline", "set", "old", first}).code == kDone);
  const auto kept =
      nlohmann::json::parse(read_small_file(folder.path() + "/baselines.json", 1U << 20U).value());
  CHECK(kept == nlohmann::json{{"main", "run00.rank"}, {"old", "run00.rank"}});
  const PrintedAnswer again = answer({"baseline", "set", "main", folder.path() + "/run05.rank"});
  CHECK(says(again.text(), "run05.rank; was "));
  const PrintedAnswer list = answer({"baseline", "list", folder.path()});
  CHECK(list.code == kDone);
  CHECK(says(list.text(), "abc0005"));
  CHECK(says(list.text(), "2026-01-05"));
  const auto json =
      nlohmann::json::parse(answer({"baseline", "list", folder.path(), "--json"}).out);
  CHECK(json["baselines"][0]["name"] == "main");
  CHECK(json["baselines"][0]["commit"] == "abc0005");
  CHECK(answer({"baseline", "set", "x", folder.write("x.rank", "no")}).code == kUnusable);
  CHECK(answer({"baseline", "set", "x"}).code == kWrongUsage);
  const PrintedAnswer unnamed = answer({"baseline", "set", "", first});
  CHECK(unnamed.code == kWrongUsage);
  CHECK(unnamed.out.empty());
  CHECK(answer({"baseline", "delete", "x"}).code == kWrongUsage);
}

TEST_CASE("baselines that are set at the same time are all kept") {
  const TempFolder folder;
  const std::string run = folder.write("run.rank", "");
  constexpr int kWriters = 24;
  {
    std::vector<std::jthread> writers;
    for (int i = 0; i < kWriters; ++i)
      writers.emplace_back([&run, i] { CHECK_FALSE(set_baseline("b" + std::to_string(i), run)); });
  }
  const auto all = read_baselines(folder.path());
  REQUIRE(all.ok());
  CHECK(all.value().size() == kWriters);
}

TEST_CASE("a baseline that cannot be written names the file") {
  const TempFolder folder;
  const std::string run = folder.write("run.rank", "");
  std::filesystem::create_directory(folder.path() + "/baselines.json.lock");
  const auto problem = set_baseline("main", run);
  REQUIRE(problem);
  CHECK(says(problem->message, "/baselines.json cannot be written: "));
}

TEST_CASE("runs without a date give one line why there is no history") {
  const TempFolder folder;
  RankSummary run = made_run(changed_plan(), 0);
  run.claim.unix_time.reset();
  run.base_ns.reset();
  REQUIRE_FALSE(write_summary(folder.path() + "/a.rank", run).has_value());
  const PrintedAnswer told = answer({"history", folder.path(), "--json"});
  CHECK(told.code == kUnusable);
  CHECK_MESSAGE(says(told.errors, "no run says when it was recorded"), told.errors);
}

TEST_CASE("summaries and baselines are compared, and their gates decide") {
  const TempFolder folder;
  write_runs(folder, changed_plan());
  const auto run = [&](int number) {
    return fmt::format("{}/run{:02}.rank", folder.path(), number);
  };
  const PrintedAnswer slower = answer({"compare", run(0), run(25)});
  CHECK(slower.code == kDone);
  CHECK_MESSAGE(says(slower.text(), "chiefly GEMM kernels +"), slower.out);
  CHECK(says(slower.text(), "are known of traces only"));
  REQUIRE(answer({"baseline", "set", "main", run(0)}).code == kDone);
  CHECK(answer({"compare", "baseline:main", run(25), "--gate", "step_time=3%"}).code ==
        kGateFailed);
  CHECK(answer({"compare", run(25), "--gate", "baseline:main"}).code == kGateFailed);
  CHECK(answer({"compare", run(10), "--gate", "baseline:main"}).code == kDone);
  CHECK(answer({"compare", run(25), "--gate", "baseline:main", "--gate", "step_time=20%"}).code ==
        kDone);
  const PrintedAnswer unknown = answer({"compare", run(25), "--gate", "baseline:none"});
  CHECK(unknown.code == kUnusable);
  CHECK(says(unknown.text(), "which has main"));
  CHECK(answer({"compare", run(0), run(1), "--gate", "baseline:main"}).code == kWrongUsage);
  CHECK(answer({"compare", run(0)}).code == kWrongUsage);
  const PrintedAnswer module = answer({"compare", run(0), run(1), "--by", "module"});
  CHECK(module.code == kUnusable);
  CHECK(says(module.text(), "cannot be answered by a summary; name two traces"));
  const PrintedAnswer op = answer({"compare", run(0), run(1), "--gate", "op:aten::mm=3%"});
  CHECK(op.code == kUnusable);
  CHECK(says(op.text(), "no times per step of single operators"));
}

TEST_CASE("a comparison of summaries has the keys of that of traces") {
  const TempFolder folder;
  write_runs(folder, changed_plan());
  const PrintedAnswer failed =
      answer({"compare", folder.path() + "/run00.rank", folder.path() + "/run25.rank", "--json",
              "--gate", "gpu_busy=3%"});
  CHECK(failed.code == kGateFailed);
  const auto found = nlohmann::json::parse(failed.out);
  for (const char* key :
       {"a", "b", "aligned_by", "steps", "gpus", "headline", "metrics", "environment", "warnings",
        "classes", "rows_by", "rows", "tables", "gates"})
    CHECK_MESSAGE(found.contains(key), key);
  CHECK(found["headline"]["significant"] == true);
  CHECK(found["gates"][0]["state"] == "failed");
  CHECK(found["rows"][0]["delta_ns"] > 0);
  CHECK(found["by_summaries"] == true);
}
