// `lanescope ranks` on the summaries of a made-up run.
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/cli/arguments/command_line.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/verbs.h"
#include "core/base/files/small_file.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/fleet/made_fleet.h"

using namespace lanescope;

namespace {

struct Answer {
  int code = 0;
  std::string out;
};

/// What a command prints on stdout.
Answer answer_to(const TempFolder& folder, std::vector<std::string> words) {
  words.insert(words.begin(), {"lanescope", "ranks"});
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const CliCommand command =
      parse_command_line(static_cast<int>(arguments.size()), arguments.data());
  REQUIRE(std::holds_alternative<RanksOptions>(command));
  const std::string path = folder.path() + "/printed.txt";
  std::fflush(stdout);
  const int usual = ::dup(STDOUT_FILENO);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  ::dup2(file, STDOUT_FILENO);
  Answer answer;
  answer.code = run_ranks(std::get<RanksOptions>(command));
  std::fflush(stdout);
  ::dup2(usual, STDOUT_FILENO);
  for (const int open : {file, usual}) ::close(open);
  answer.out = read_small_file(path, 1U << 24U).value();
  return answer;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
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
  const Answer answer = answer_to(folder, {folder.path()});
  CHECK(answer.code == kDone);
  CHECK(says(answer.out, "rank 4 (node0002) is late in ProfilerStep#105"));
  CHECK(says(answer.out, "rank 6 of the run has no trace\n"));
  CHECK(says(answer.out, "clocks: 30 ranks aligned with rank 0, within "));
  CHECK(says(answer.out, "10 of 10 steps"));
  CHECK(says(answer.out, "more compute in aten::mm"));
  CHECK(says(answer.out, "node0000 and node0008"));
}

TEST_CASE("its JSON has the keys of the report's ranks, and figures that agree") {
  const TempFolder folder;
  const FleetPlan plan = with_faults(FleetPlan());
  write_ranks(folder, plan);
  const Answer answer = answer_to(folder, {"--json", folder.path()});
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
  CHECK(answer_to(folder, {empty.path()}).code == kUnusable);
  CHECK(answer_to(folder, {"/nonexistent.rank"}).code == kUnusable);
  write_ranks(folder, FleetPlan());
  const std::string damaged = folder.write("damaged.rank", "nothing");
  const Answer answer =
      answer_to(folder, {folder.path() + "/rank0.rank", folder.path() + "/rank1.rank", damaged});
  CHECK(answer.code == kUnusable);
  CHECK(says(answer.out, "clocks: 1 rank aligned with rank 0, within "));
}
