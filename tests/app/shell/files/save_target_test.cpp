#include "app/shell/files/save_target.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

using Kind = SaveTarget::Kind;

TEST_CASE("a name gets the folder and, without an ending, the usual one") {
  const TempFolder folder;
  const SaveTarget plain = judge_target(folder.path(), "kernels", ".csv");
  CHECK(plain.kind == Kind::File);
  CHECK(plain.path == folder.path() + "/kernels.csv");
  CHECK(judge_target(folder.path(), "kernels.txt", ".csv").path == folder.path() + "/kernels.txt");
}

TEST_CASE("a name with the ending of another format is refused, with the one to write") {
  const TempFolder folder;
  const SaveTarget png = judge_target(folder.path(), "v.png", ".svg");
  CHECK(png.kind == Kind::Wrong);
  CHECK(png.message == "A name ending in .png is for another format; end it with .svg");
  CHECK(judge_target(folder.path(), "v.PNG", ".svg").kind == Kind::Wrong);
  CHECK(judge_target(folder.path(), "ops.md", ".csv").kind == Kind::Wrong);
  CHECK(judge_target(folder.path(), "ops.speedscope.json", ".json.gz").kind == Kind::Wrong);
  CHECK(judge_target(folder.path(), "ops.json.gz", ".speedscope.json").kind == Kind::Wrong);
  CHECK(judge_target(folder.path(), "v.PNG", ".png").kind == Kind::File);
  CHECK(judge_target(folder.path(), "run.json", ".json.gz").kind == Kind::File);
  CHECK(judge_target(folder.path(), "run.json", ".speedscope.json").kind == Kind::File);
  CHECK(judge_target(folder.path(), "run.v2", ".lanes").kind == Kind::File);
}

TEST_CASE("a file that is there is asked about, a folder is gone into") {
  const TempFolder folder;
  folder.write("old.csv", "1");
  std::filesystem::create_directory(folder.path() + "/runs");
  const SaveTarget old = judge_target(folder.path(), "old", ".csv");
  CHECK(old.kind == Kind::Exists);
  CHECK(old.message == "old.csv already exists. Replace it?");
  CHECK(judge_target(folder.path(), "runs", ".csv").kind == Kind::Folder);
  CHECK(judge_target(folder.path() + "/runs", "..", ".csv").kind == Kind::Folder);
  CHECK(judge_target(folder.path(), "runs/a", ".csv").path == folder.path() + "/runs/a.csv");
}

TEST_CASE("what can not be written is told before it is tried") {
  const TempFolder folder;
  CHECK(judge_target(folder.path(), "", ".csv").kind == Kind::Wrong);
  const SaveTarget nowhere = judge_target(folder.path(), "nowhere/a.csv", ".csv");
  CHECK(nowhere.kind == Kind::Wrong);
  CHECK(nowhere.message.find("There is no folder") == 0);
  const SaveTarget device = judge_target("/dev", "null", "");
  CHECK(device.kind == Kind::Wrong);
  CHECK(device.message == "That name exists but is not a file");
}

}  // namespace
}  // namespace lanescope
