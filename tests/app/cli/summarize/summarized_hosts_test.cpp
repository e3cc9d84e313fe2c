// `lanescope summarize` of a run with a folder for each host.
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "app/cli/output/exit_code.h"
#include "tests/app/cli/summarize/summarized.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/rank_set.h"

using namespace lanescope;

TEST_CASE("folders of hosts and workers are one run, and a loop of links ends") {
  const TempFolder folder;
  for (const char* host : {"/run", "/run/h0", "/run/h0/w0", "/run/h1", "/run/h1/w0"})
    std::filesystem::create_directory(folder.path() + host);
  folder.write("run/h0/w0/trace.json", rank_of_usual_set(0, 2));
  folder.write("run/h1/w0/trace.json", rank_of_usual_set(1, 2));
  std::filesystem::create_directory_symlink(folder.path() + "/run", folder.path() + "/run/h0/up");
  const std::string out = folder.path() + "/out";
  CHECK(run({"summarize", folder.path() + "/run", "-o", out}) == kDone);
  CHECK(summary_in(out + "/h0_w0_trace.rank").claim.rank == 0);
  CHECK(summary_in(out + "/h1_w0_trace.rank").claim.rank == 1);
  CHECK(std::distance(std::filesystem::directory_iterator(out), {}) == 2);
}

TEST_CASE("hosts' files of equal names are told apart by their folders, and a lost host is named") {
  const TempFolder folder;
  const std::string run = folder.path() + "/run", out = folder.path() + "/out";
  for (const char* host : {"/host0", "/host2"}) std::filesystem::create_directories(run + host);
  folder.write("run/host0/rank.json", rank_of_usual_set(0, 2));
  folder.write("run/host0/config.json", "{\"learning_rate\": 1}");
  folder.write("run/host2/rank.json", rank_of_usual_set(2, 2));
  std::filesystem::create_directory_symlink("gone", run + "/host1");
  const PrintedAnswer told = answer({"summarize", run, "-o", out});
  CHECK(told.code == kUnusable);
  CHECK_MESSAGE(says(told.errors, "/run/host1: is a broken link"), told.errors);
  CHECK(summary_in(out + "/host0_rank.rank").claim.rank == 0);
  CHECK(summary_in(out + "/host2_rank.rank").claim.rank == 2);
  CHECK(std::distance(std::filesystem::directory_iterator(out), {}) == 2);
}

TEST_CASE("a run whose only host is lost says so, and that there are no traces") {
  const TempFolder folder;
  const std::string run = folder.path() + "/run";
  std::filesystem::create_directory(run);
  std::filesystem::create_directory_symlink("gone", run + "/host0");
  const PrintedAnswer told = answer({"summarize", run, "-o", folder.path() + "/out"});
  CHECK(told.code == kUnusable);
  CHECK(says(told.errors, "/run/host0: is a broken link"));
  CHECK(says(told.errors, "/run: no traces in this folder"));
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/out"));
}
