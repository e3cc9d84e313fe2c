// Opening the summaries of a run on another thread.
#include "core/session/fleet_run.h"

#include <filesystem>
#include <latch>
#include <string>
#include <thread>

#include "core/session/rank_files.h"
#include "core/view/fleet/wall_text.h"
#include "tests/core/history/written_history.h"
#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

TEST_CASE("a folder of summaries is read and compared, and says what could not be read") {
  const TempFolder folder;
  write_summaries(folder, with_faults(FleetPlan()));
  folder.write("damaged.rank", "no summary");
  const std::vector<std::string> files = summaries_of_run({folder.path()});
  REQUIRE(files.size() == 33);
  FleetRun run(files, {});
  run.wait();
  CHECK(run.state() == FleetRun::State::Ready);
  CHECK(run.done() == 33);
  CHECK(run.folder() == folder.path());
  const auto contents = run.contents();
  REQUIRE(contents != nullptr);
  CHECK(contents->run.ranks().size() == 32);
  CHECK(contents->run.analysis.stragglers.size() == 3);
  CHECK(summaries_problem(contents->run)
            .starts_with("1 summary could not be read (the others are shown): damaged.rank: "));
}

TEST_CASE("a few ranks are compared as exactly as their traces would be") {
  const TempFolder folder;
  FleetPlan plan;
  plan.tensor = plan.pipeline = 1;
  plan.data = 4;
  plan.slow_gpus = {{1, 1.3}};
  write_summaries(folder, plan);
  FleetRun run(summaries_of_run({folder.path()}), {});
  run.wait();
  const auto contents = run.contents();
  REQUIRE(contents != nullptr);
  CHECK(contents->run.sentence.starts_with("Rank 1 arrived last at "));
  REQUIRE(contents->tables.stragglers.rows.size() == 1);
  CHECK(contents->tables.stragglers.rows.front().name == "rank 1");
}

TEST_CASE("a load of summaries that is stopped keeps what was read") {
  const TempFolder folder;
  FleetPlan plan;
  plan.data = 64;
  write_summaries(folder, plan);
  const std::vector<std::string> files = summaries_of_run({folder.path()});
  REQUIRE(files.size() == 256);
  FleetRun run(files, {});
  while (run.done() == 0 && run.state() == FleetRun::State::Loading) std::this_thread::yield();
  run.cancel();
  run.wait();
  if (run.done() == files.size()) return;  // it was faster than this test
  CHECK(run.state() == FleetRun::State::Cancelled);
  const auto contents = run.contents();
  REQUIRE(contents != nullptr);
  CHECK(contents->run.stopped);
  CHECK(contents->run.ranks().size() == run.done());
}

TEST_CASE("summaries of many runs of a rank are read as their history") {
  const TempFolder folder;
  HistoryPlan plan;
  plan.runs = 12;
  write_history(folder, plan);
  folder.write("damaged.rank", "no summary");
  FleetRun run(summaries_of_run({folder.path()}), {});
  run.wait();
  CHECK(run.state() == FleetRun::State::Ready);
  CHECK(run.of_history());
  CHECK(run.contents() == nullptr);
  const auto history = run.history();
  REQUIRE(history != nullptr);
  REQUIRE(history->history.series.size() == 1);
  CHECK(history->history.series.front().runs.size() == 12);
  CHECK_FALSE(history->stopped);
  CHECK(history_problem(history->problems)
            .starts_with("1 summary could not be read (the others are shown): damaged.rank: "));
}

TEST_CASE("a load of a history that is stopped keeps what was read, and says that it is not all") {
  const TempFolder folder;
  HistoryPlan plan;
  plan.runs = 12;
  write_history(folder, plan);
  FleetRun* waked = nullptr;
  std::latch made(1);
  FleetRun run(summaries_of_run({folder.path()}), [&] {
    made.wait();
    if (waked->of_history()) waked->cancel();  // all is read, and nothing compared
  });
  waked = &run;
  made.count_down();
  run.wait();
  CHECK(run.state() == FleetRun::State::Cancelled);
  REQUIRE(run.history());
  CHECK(run.history()->stopped);
}

TEST_CASE("without a usable summary there is nothing but the reason") {
  const TempFolder folder;
  folder.write("rank0.rank", "no summary");
  FleetRun run(summaries_of_run({folder.path()}), {});
  run.wait();
  CHECK(run.state() == FleetRun::State::Failed);
  CHECK(run.contents() == nullptr);
  CHECK(run.failure().file == folder.path() + "/rank0.rank");
  CHECK_FALSE(run.failure().what.empty());
}

TEST_CASE("summaries beside the traces of a few ranks are not opened in their place") {
  const TempFolder folder;
  folder.write("rank0.rank", "");
  folder.write("rank1.rank", "");
  folder.write("notes.txt", "");
  CHECK(summaries_of_run({folder.path()}).size() == 2);
  folder.write("rank0.json", "{}");
  folder.write("rank1.json", "{}");
  CHECK(summaries_of_run({folder.path()}).empty());
  for (int rank = 2; rank < 20; ++rank) folder.write("rank" + std::to_string(rank) + ".json", "{}");
  CHECK(summaries_of_run({folder.path()}).size() == 2);
  // Named one by one, they are meant; each once.
  const std::string first = folder.path() + "/rank0.rank";
  CHECK(summaries_of_run({first, first}) == std::vector{first});
  CHECK(summaries_of_run({first, folder.path() + "/rank0.json"}).empty());
}

TEST_CASE("of separate runs with a summary each, all are meant, as those of a history") {
  const TempFolder folder;
  for (const char* run : {"/monday", "/tuesday"}) {
    std::filesystem::create_directory(folder.path() + run);
    folder.write(std::string(run) + "/rank0.rank", "");
  }
  CHECK(summaries_of_run({folder.path()}).size() == 2);
  // With several ranks, each is a run of its own.
  folder.write("monday/rank1.rank", "");
  CHECK(summaries_of_run({folder.path()}).empty());
  CHECK(summaries_of_run({folder.path() + "/monday"}).size() == 2);
  // Traces in the folder itself are what it is of.
  const TempFolder run;
  std::filesystem::create_directory(run.path() + "/summaries");
  run.write("summaries/rank0.rank", "");
  CHECK(summaries_of_run({run.path()}).size() == 1);
  run.write("rank0.json", "{}");
  CHECK(summaries_of_run({run.path()}).empty());
}
