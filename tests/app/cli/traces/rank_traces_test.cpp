// Which files of a run's folders are traces of ranks, and how their summaries are called.
#include "app/cli/traces/rank_traces.h"

#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/rank_set.h"

using namespace lanescope;

TEST_CASE(
    "traces of hosts are found with the prefixes of their summaries, and what is lost beside") {
  const TempFolder run;
  for (const char* host : {"/host0", "/host1", "/host1/worker0"})
    std::filesystem::create_directory(run.path() + host);
  run.write("host0/rank.json", rank_of_usual_set(0, 2));
  run.write("host1/worker0/rank.json", rank_of_usual_set(1, 2));
  run.write("host1/worker0/config.json", "{}");
  run.write("host2", "");
  const auto found = list_rank_traces(run.path());
  REQUIRE(found.ok());
  REQUIRE(found.value().folders.size() == 2);
  const RankTraceFolder& worker = found.value().folders[1];
  CHECK(worker.path == run.path() + "/host1/worker0");
  REQUIRE(worker.list.traces.size() == 1);
  CHECK(summary_stem(worker.list.traces[0].path, worker.prefix) == "host1_worker0_rank");
  CHECK(worker.list.others.size() == 1);
  REQUIRE(found.value().lost.size() == 1);
  CHECK(found.value().lost[0].first == run.path() + "/host2");
  CHECK(found.value().lost[0].second.message == "is a file, where the others have a folder");
}

TEST_CASE("a folder without anything is an error, as everywhere") {
  const TempFolder folder;
  const auto found = list_rank_traces(folder.path());
  REQUIRE_FALSE(found.ok());
  CHECK(found.error().kind == Error::Kind::NotFound);
  CHECK(found.error().message.starts_with("no traces in this folder; "));
}

TEST_CASE("a file by itself is a trace of a rank, a damaged one, or something else") {
  const TempFolder folder;
  const auto is_one = [&](const char* name, const std::string& text, bool alike) {
    return !reason_against_rank(folder.write(name, text), alike);
  };
  CHECK(is_one("a.json", rank_of_usual_set(0, 2), false));
  CHECK(is_one("empty.json", "", false));
  CHECK_FALSE(is_one("settings.json", "{\"rate\": 1}", true));
  CHECK_FALSE(is_one("broken.json", "not JSON", false));
  CHECK(is_one("broken.json", "not JSON", true));
  CHECK(is_one("broken.json.gz", "not gzip", false));
}

TEST_CASE("a summary is called like its trace, without what any trace's name ends with") {
  CHECK(summary_stem("/run/rank3.json.gz", "") == "rank3");
  CHECK(summary_stem("/run/rank3.pt.trace.json.gz", "") == "rank3.pt.trace");
  CHECK(summary_stem("rank3.xplane.pb", "host0_") == "host0_rank3");
}
