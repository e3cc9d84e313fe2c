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

TEST_CASE("A folder that is not there has no traces") {
  CHECK(traces_in_folder("/nonexistent/folder").empty());
}

}  // namespace
}  // namespace lanescope
