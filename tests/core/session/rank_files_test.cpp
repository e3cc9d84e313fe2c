#include "core/session/rank_files.h"

#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

using namespace lanescope;

TEST_CASE("results beside the ranks of a folder are no ranks, though they are called alike") {
  const TempFolder folder;
  for (const std::string rank : {"0", "1"})
    folder.write("rank" + rank + ".json", R"({"traceEvents": []})");
  folder.write("rank0.expected.json", R"({"kernels": 3})");
  folder.write("rank1.expected.json", R"({"kernels": 4})");
  folder.write("notes.json", R"({"a": 1})");
  const RankFolder found = ranks_by_content(folder.path());
  REQUIRE(found.ranks.size() == 2);
  CHECK(found.ranks[0].ends_with("/rank0.json"));
  CHECK(found.ranks[1].ends_with("/rank1.json"));
  CHECK(found.others == 3);
  const TempFolder results;
  results.write("rank0.json", R"({"kernels": 3})");
  results.write("rank1.json", R"({"kernels": 4})");
  CHECK(ranks_by_content(results.path()).ranks.empty());
  CHECK(ranks_by_content(results.path()).others == 0);
}

TEST_CASE("a folder is a run when its files are called as ranks") {
  const TempFolder folder;
  folder.write("before.json", "{}");
  folder.write("after.json", "{}");
  CHECK(rank_traces_in_folder(folder.path()).empty());
  folder.write("rank0.json", "{}");
  CHECK(rank_traces_in_folder(folder.path()).empty());
  folder.write("rank1.json.gz", "{}");
  CHECK(rank_traces_in_folder(folder.path()).size() == 2);
  const TempFolder hosts;
  hosts.write("node1_12.1700000000000.pt.trace.json", "{}");
  hosts.write("node2_12.1700000000000.pt.trace.json", "{}");
  CHECK(rank_traces_in_folder(hosts.path()).size() == 2);
  const auto files = files_of_run({hosts.path(), folder.path() + "/rank0.json"});
  CHECK(files.size() == 3);
}

TEST_CASE("a folder with the traces of a run in a folder for each host is that run") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.path() + "/a");
  std::filesystem::create_directory(folder.path() + "/b");
  const std::vector<std::string> hosts = {folder.path() + "/a", folder.path() + "/b"};
  CHECK(rank_traces_of_run(folder.path()).empty());
  folder.write("a/rank0.json", "{}");
  CHECK(rank_traces_of_run(folder.path()).empty());
  folder.write("b/rank1.json", "{}");
  const std::vector<std::string> ranks = {hosts[0] + "/rank0.json", hosts[1] + "/rank1.json"};
  CHECK(rank_traces_of_run(folder.path()) == ranks);
  CHECK(ranks_below(folder.path()).ranks == ranks);
  CHECK(ranks_to_offer(folder.path(), hosts).ranks == ranks);
  CHECK(ranks_to_offer(folder.path(), {}).ranks.empty());
  folder.write("notes.json", "{}");
  CHECK(rank_traces_of_run(folder.path()).empty());
}

TEST_CASE("two runs of the same ranks are not one of two hosts") {
  const TempFolder folder;
  for (const std::string run : {"monday", "tuesday"}) {
    std::filesystem::create_directory(folder.path() + "/" + run);
    for (const std::string rank : {"0", "1"})
      folder.write(run + "/rank" + rank + ".json",
                   R"({"distributedInfo": {"rank": )" + rank + R"(}, "traceEvents": []})");
  }
  CHECK(rank_traces_of_run(folder.path()).empty());
  // A host may number its own ranks.
  for (const std::string rank : {"0", "1"})
    folder.write("tuesday/rank" + rank + ".json",
                 R"({"distributedInfo": {"rank": 1)" + rank + R"(}, "traceEvents": []})");
  CHECK(rank_traces_of_run(folder.path()).size() == 4);
}

TEST_CASE("two runs of the same host are not one of two hosts") {
  const TempFolder folder;
  for (const std::string run : {"12", "34"}) {
    std::filesystem::create_directory(folder.path() + "/" + run);
    folder.write(run + "/node1_" + run + ".1700000000000.pt.trace.json", "{}");
  }
  CHECK(rank_traces_of_run(folder.path()).empty());
  std::filesystem::rename(folder.path() + "/34/node1_34.1700000000000.pt.trace.json",
                          folder.path() + "/34/node2_34.1700000000000.pt.trace.json");
  CHECK(rank_traces_of_run(folder.path()).size() == 2);
}
