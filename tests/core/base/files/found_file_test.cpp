#include "core/base/files/found_file.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

using namespace lanescope;
namespace fs = std::filesystem;

TEST_CASE(
    "a file that is found next to another is there itself, or linked to from its own folder") {
  const TempFolder folder;
  for (const char* const name : {"/runs", "/elsewhere"}) fs::create_directory(folder.path() + name);
  const std::string runs = folder.path() + "/runs/", elsewhere = folder.path() + "/elsewhere/";
  for (const char* const name : {"runs/trace.json", "runs/et.json", "elsewhere/et.json"})
    folder.write(name, "{}");
  fs::create_symlink(elsewhere + "et.json", runs + "out.json");
  fs::create_symlink("et.json", runs + "in.json");
  fs::create_symlink("nothing.json", runs + "dangling.json");
  fs::create_symlink(elsewhere, runs + "folder");
  const std::string trace = runs + "trace.json";
  CHECK(lies_beside(runs + "et.json", trace));
  CHECK(lies_beside(runs + "in.json", trace));
  CHECK_FALSE(lies_beside(runs + "out.json", trace));
  CHECK_FALSE(lies_beside(runs + "dangling.json", trace));
  CHECK_FALSE(lies_beside(runs + "nothing.json", trace));
  // Of a trace that is itself a link, the other may be one to the same place.
  fs::create_symlink(elsewhere + "et.json", runs + "linked.json");
  CHECK(lies_beside(runs + "out.json", runs + "linked.json"));
  // A folder may be named by a link.
  CHECK(lies_beside(runs + "folder/et.json", runs + "folder/trace.json"));
}
