#include "core/readers/trace_folder.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

TEST_CASE("A folder lists its traces in the order of their ranks") {
  const TempFolder folder;
  for (const char* name : {"rank10.json.gz", "rank2.json.gz", "rank1.json",
                           "host_9.1.pt.trace.json.zst", "rank02.json", "notes.txt", ".hidden.json",
                           "rank3.pt.trace.json.tmp", "a.pt.trace.json.7"}) {
    folder.write(name, "{}");
  }
  std::filesystem::create_directory(folder.path() + "/sub.json");
  std::vector<std::string> names;
  for (const std::string& path : traces_in_folder(folder.path())) {
    CHECK(path.starts_with(folder.path() + "/"));
    names.push_back(path.substr(folder.path().size() + 1));
  }
  CHECK(names == std::vector<std::string>{"a.pt.trace.json.7", "host_9.1.pt.trace.json.zst",
                                          "rank1.json", "rank02.json", "rank2.json.gz",
                                          "rank10.json.gz"});
}

TEST_CASE("Reports of Nsight Systems are a folder's traces where no other traces are") {
  const TempFolder folder;
  const auto names = [&] {
    std::vector<std::string> found;
    for (const std::string& path : traces_in_folder(folder.path()))
      found.push_back(path.substr(folder.path().size() + 1));
    return found;
  };
  for (const char* name : {"rank10.nsys-rep", "rank1.nsys-rep", "rank0.qdrep", "notes.txt"})
    folder.write(name, "report");
  CHECK(names() == std::vector<std::string>{"rank0.qdrep", "rank1.nsys-rep", "rank10.nsys-rep"});
  folder.write("rank1.sqlite", "export");
  CHECK(names() == std::vector<std::string>{"rank0.qdrep", "rank1.sqlite", "rank10.nsys-rep"});
  CHECK(files_in_folder(folder.path()).others.size() == 2);
  folder.write("rank0.json", "{}");
  CHECK(names() == std::vector<std::string>{"rank0.json", "rank1.sqlite"});
}

TEST_CASE("Compressed files of other profilers are traces of their folder too") {
  const TempFolder folder;
  for (const char* name : {"rank0.sqlite.gz", "rank1.rpd.gz", "rank2.db.zst", "rank3.pftrace.gz",
                           "rank4.xplane.pb.gz", "notes.txt.gz", "rank1.nsys-rep"})
    folder.write(name, "x");
  CHECK(traces_in_folder(folder.path()).size() == 5);
  CHECK(files_in_folder(folder.path()).others.size() == 2);
}

TEST_CASE("Named baselines beside summaries are no trace of their folder") {
  const TempFolder folder;
  for (const char* name : {"baselines.json", "rank0.rank"}) folder.write(name, "{}");
  const FolderFiles files = files_in_folder(folder.path());
  CHECK(files.traces.empty());
  CHECK(files.others == std::vector<std::string>{folder.path() + "/rank0.rank"});
}

TEST_CASE("By names alone, the same files are traces") {
  using Names = std::vector<std::string>;
  CHECK(traces_among({"b.json.gz", "a.lanes", "notes.txt", ".a.json", "baselines.json",
                      "x.qdrep"}) == Names{"b.json.gz", "a.lanes"});
  CHECK(traces_among({"rank0.nsys-rep", "rank1.sqlite", "rank1.nsys-rep"}) ==
        Names{"rank1.sqlite", "rank0.nsys-rep"});
}

TEST_CASE("A folder that is not there has no traces") {
  CHECK(traces_in_folder("/nonexistent/folder").empty());
}

}  // namespace
}  // namespace lanescope
