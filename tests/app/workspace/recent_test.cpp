// What is among the recent files after it was opened, and that it opens again from there.
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/shell/start/recent_text.h"
#include "app/workspace/files/paths.h"
#include "tests/app/workspace/workspace_stage.h"
#include "tests/core/fixtures/pickle_text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

struct RecentStage : WorkspaceStage {
  [[nodiscard]] std::vector<std::string> listed() const {
    std::vector<std::string> names;
    for (const RecentFile& file : memory.recent) names.push_back(recent_name(file, 0));
    return names;
  }
  void open_both(const std::string& path_a, const std::string& path_b) {
    run(workspace::OpenBoth{path_a, path_b});
    REQUIRE(rest());
    REQUIRE_FALSE(b().empty());
  }
};

/// Memory in use, as of a process that recorded no history.
std::string memory_in_use() {
  const std::string block = pickled::dict({{"address", pickled::integer(1000)},
                                           {"size", pickled::integer(100)},
                                           {"state", pickled::text("active_allocated")}});
  const std::string segment = pickled::dict({{"device", pickled::integer(0)},
                                             {"address", pickled::integer(1000)},
                                             {"total_size", pickled::integer(4096)},
                                             {"allocated_size", pickled::integer(100)},
                                             {"stream", pickled::integer(0)},
                                             {"blocks", pickled::list({block})}});
  return pickled::file(pickled::dict({{"segments", pickled::list({segment})},
                                      {"device_traces", pickled::list({pickled::list({})})}}));
}

}  // namespace

TEST_CASE("what was opened last comes first, and each file once") {
  RecentStage stage;
  const std::string first = stage.trace_file("first.json"), other = stage.trace_file("other.json");
  for (const std::string& path : {first, other, first}) REQUIRE(stage.open(path));
  CHECK(stage.listed() == std::vector<std::string>{"first.json", "other.json"});
}

TEST_CASE("a file that is opened by other paths is one recent file, by the last of them") {
  RecentStage stage;
  const std::string there = stage.folder.path() + "/there";
  fs::create_directory(there);
  const std::string file = stage.trace_file("there/run.json");
  REQUIRE(stage.open(file));
  REQUIRE(stage.open(there + "/../there/./run.json"));
  CHECK(stage.memory.recent.size() == 1);
  CHECK(stage.memory.recent.front().path == file);

  std::error_code none;
  const fs::path from_here = fs::relative(file, fs::current_path(none), none);
  REQUIRE_FALSE(none);
  REQUIRE(from_here.is_relative());
  REQUIRE(stage.open(from_here.string()));
  CHECK(stage.memory.recent.size() == 1);
  CHECK(stage.memory.recent.front().path == file);

  const std::string link = stage.folder.path() + "/latest.json";
  const std::string folder_link = stage.folder.path() + "/runs";
  fs::create_symlink(file, link, none);
  if (!none) fs::create_directory_symlink(there, folder_link, none);
  if (none) return;  // a system without links
  for (const std::string& path : {link, folder_link + "/run.json", file, link}) {
    CAPTURE(path);
    REQUIRE(stage.open(path));
    REQUIRE(stage.memory.recent.size() == 1);
    CHECK(stage.memory.recent.front().path == path);
  }
  // The link leads elsewhere now: what it led to is another file.
  const std::string newer = stage.trace_file("there/newer.json", 5);
  fs::remove(link);
  fs::create_symlink(newer, link);
  REQUIRE(stage.open(file));
  REQUIRE(stage.open(link));
  CHECK(stage.listed() == std::vector<std::string>{"latest.json", "run.json"});
}

TEST_CASE("two files that were compared are a recent entry, which compares them again") {
  RecentStage stage;
  const std::string base = stage.trace_file("base.json"), tuned = stage.trace_file("tuned.json", 5);
  stage.open_both(base, tuned);
  CHECK(stage.listed() ==
        std::vector<std::string>{"base.json vs tuned.json", "tuned.json", "base.json"});
  const RecentFile pair = stage.memory.recent.front();
  stage.run(workspace::Close{});
  REQUIRE(stage.open(tuned));
  REQUIRE(stage.b().empty());
  stage.run(open_again(pair));
  REQUIRE(stage.rest());
  CHECK(stage.a() == "base.json");
  CHECK(stage.b() == "tuned.json");

  // With the runs swapped it is the same pair.
  stage.open_both(tuned, base);
  CHECK(stage.listed() ==
        std::vector<std::string>{"tuned.json vs base.json", "base.json", "tuned.json"});
  stage.memory.forget(stage.memory.recent.front());
  CHECK(stage.listed() == std::vector<std::string>{"base.json", "tuned.json"});
}

TEST_CASE("what has no duration is a recent file too") {
  RecentStage stage;
  REQUIRE(stage.open(stage.folder.write("in_use.pickle", memory_in_use())));
  CHECK(stage.front() == "in_use.pickle");
  REQUIRE(stage.open(stage.folder.write(
      "one.json", R"({"traceEvents": [{"ph":"i","name":"a","pid":1,"tid":1,"ts":5,"s":"t"}]})")));
  CHECK(stage.front() == "one.json");
  CHECK(stage.listed() == std::vector<std::string>{"one.json", "in_use.pickle"});
}

}  // namespace lanescope
