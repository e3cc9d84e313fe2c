// `lanescope ranks` on the summaries of a made-up run.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/cli/output/exit_code.h"
#include "app/cli/verbs.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/app/cli/printed_answer.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/fleet/made_fleet.h"

using namespace lanescope;

namespace {

PrintedAnswer answer_to(std::vector<std::string> words) {
  words.insert(words.begin(), "ranks");
  const CliCommand command = command_of(std::move(words));
  REQUIRE(std::holds_alternative<RanksOptions>(command));
  return printed_by([&] { return run_ranks(std::get<RanksOptions>(command)); });
}

void write_ranks(const TempFolder& folder, const FleetPlan& plan) {
  const MadeFleet made(plan);
  for (int replica = 0; replica < plan.data; ++replica) {
    made.summarize(replica, [&](int rank, RankSummary&& summary) {
      if (rank == 6) return;
      const auto problem =
          write_summary(folder.path() + "/rank" + std::to_string(rank) + ".rank", summary);
      REQUIRE_FALSE(problem.has_value());
    });
  }
}

}  // namespace

TEST_CASE("a folder of summaries tells stragglers, links, clocks and missing ranks") {
  const TempFolder folder;
  const FleetPlan plan = with_faults(FleetPlan());
  write_ranks(folder, plan);
  const PrintedAnswer answer = answer_to({folder.path()});
  CHECK(answer.code == kDone);
  CHECK(says(answer.text(), "rank 4 (node0002) is late in ProfilerStep#105"));
  CHECK(says(answer.text(), "rank 6 of the run has no trace\n"));
  CHECK(says(answer.text(), "clocks: 30 ranks aligned with rank 0, within "));
  CHECK(says(answer.text(), "10 of 10 steps"));
  CHECK(says(answer.text(), "more compute in aten::mm"));
  CHECK(says(answer.text(), "node0000 and node0008"));
}

TEST_CASE("its JSON has the keys of the report's ranks, and figures that agree") {
  const TempFolder folder;
  const FleetPlan plan = with_faults(FleetPlan());
  write_ranks(folder, plan);
  const PrintedAnswer answer = answer_to({"--json", folder.path()});
  CHECK(answer.code == kDone);
  const auto found = nlohmann::json::parse(answer.out);
  for (const char* key : {"summary", "world_size", "missing_ranks", "missing_ranks_count",
                          "duplicate_ranks", "rows", "matched", "stragglers"})
    CHECK_MESSAGE(found.contains(key), key);
  CHECK(found["missing_ranks"] == nlohmann::json{6});
  CHECK(found["states"]["compared"] == 31);
  REQUIRE(found["rows"].size() == 31);
  CHECK(found["rows"][0]["clock"]["state"] == "reference");
  CHECK(found["rows"][1]["clock"]["error_ns"] > 0);
  CHECK(found["rows"][1]["clock"]["error_ns"] <= found["max_clock_error_ns"]);
  std::int64_t waited_ns = 0;
  for (const auto& row : found["rows"]) waited_ns += row["waited_ns"].get<std::int64_t>();
  CHECK(waited_ns == found["matched"]["wait_ns"]);
  REQUIRE(found["stragglers"].size() == 3);
  CHECK(found["stragglers"][0]["rank"] == plan.pauses[0].rank);
  CHECK(found["stragglers"][0]["cause"]["class"] == "data_loading");
  CHECK(found["stragglers"][0]["host"] == "node0002");
  REQUIRE(found["slow_links"].size() == 1);
  CHECK(found["slow_links"][0]["hosts"] == nlohmann::json{"node0000", "node0008"});
}

TEST_CASE("what cannot be used is refused, and the rest is compared all the same") {
  const TempFolder folder, empty;
  CHECK(answer_to({empty.path()}).code == kUnusable);
  CHECK(answer_to({"/nonexistent.rank"}).code == kUnusable);
  write_ranks(folder, FleetPlan());
  const std::string damaged = folder.write("damaged.rank", "nothing");
  const PrintedAnswer answer =
      answer_to({folder.path() + "/rank0.rank", folder.path() + "/rank1.rank", damaged});
  CHECK(answer.code == kUnusable);
  CHECK(says(answer.text(), "clocks: 1 rank aligned with rank 0, within "));
}

TEST_CASE("a host whose folder is lost is named, and the others are compared") {
  const TempFolder folder;
  write_ranks(folder, FleetPlan());
  namespace fs = std::filesystem;
  for (int rank = 0; rank < 8; ++rank) {
    if (rank == 6) continue;
    const std::string host = folder.path() + "/run/host" + std::to_string(rank / 4);
    const std::string file = "/rank" + std::to_string(rank) + ".rank";
    fs::create_directories(host);
    fs::rename(folder.path() + file, host + file);
  }
  const std::string run = folder.path() + "/run";
  CHECK(answer_to({run}).code == kDone);
  fs::create_directory_symlink("gone", run + "/host2");
  const PrintedAnswer answer = answer_to({run});
  CHECK(answer.code == kUnusable);
  CHECK_MESSAGE(says(answer.errors, "/run/host2: is a broken link"), answer.errors);
  CHECK_FALSE(answer.out.empty());
}
