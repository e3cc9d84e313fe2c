// What a killed process leaves of the files that it writes.
#include "core/base/files/abandoned_files.h"

#include <filesystem>
#include <optional>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "core/base/files/replace_file.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

std::size_t files_in(const std::string& folder) {
  const std::filesystem::directory_iterator all(folder);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// Begins to write a file in another process, which ends without a word.
void write_and_die(const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    auto file = FileReplacement::begin(path);
    const bool begun = file.ok() && !file.value().write("half of it");
    ::_exit(begun ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  REQUIRE(status == 0);
}

}  // namespace

TEST_CASE("what a killed process left is removed, and nothing else") {
  const TempFolder folder;
  write_and_die(folder.path() + "/rank0.rank");
  write_and_die(folder.path() + "/table.csv");
  folder.write("rank1.rank", "a summary");
  folder.write("rank1.rank.tmp", "of somebody else");
  folder.write("rank1.rank.ABCDEF.tmp", "of somebody else");
  REQUIRE(files_in(folder.path()) == 5);
  CHECK(remove_abandoned(folder.path(), ".rank") == 1);
  CHECK(files_in(folder.path()) == 4);
  CHECK(remove_abandoned(folder.path(), ".csv") == 1);
  CHECK(remove_abandoned(folder.path() + "/nothing", ".rank") == 0);
}

TEST_CASE("a file that is being written stays") {
  const TempFolder folder;
  const std::string path = folder.path() + "/rank0.rank";
  auto file = FileReplacement::begin(path);
  REQUIRE(file.ok());
  CHECK(remove_abandoned(folder.path(), ".rank") == 0);
  CHECK_FALSE(file.value().write("all of it"));
  CHECK_FALSE(file.value().commit());
  CHECK(std::filesystem::exists(path));
  CHECK(files_in(folder.path()) == 1);
}
