#include "core/base/files/user_folders.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {

namespace fs = std::filesystem;

TEST_CASE("a folder is private only where nobody else can put another in its place") {
  const TempFolder folder;
  const fs::path around = fs::path(folder.path()) / "around";
  CHECK_FALSE(make_private_folder(around / "own"));
  CHECK(fs::is_directory(around / "own"));
  fs::permissions(around, fs::perms::all);
  CHECK(make_private_folder(around / "own"));
  CHECK(make_private_folder(around / "deeper" / "own"));
  // Where each may remove only what is his own, as in /tmp.
  fs::permissions(around, fs::perms::all | fs::perms::sticky_bit);
  CHECK_FALSE(make_private_folder(around / "own"));
}

}  // namespace lanescope
