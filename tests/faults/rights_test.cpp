// What the program writes is no more open than who runs it wants.
#include <filesystem>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "tests/faults/program_run.h"

namespace lanescope {

TEST_CASE("traces and pictures are their user's alone where the umask says so") {
  const TempFolder folder;
  const Ended ended = run(
      folder, fmt::format("umask 077; timeout 100 $L convert '{0}' -o a.json && timeout 100 $L "
                          "convert '{0}' -o a.json.gz && timeout 100 $L screenshot '{0}' -o a.svg "
                          "&& timeout 100 $L screenshot '{0}' -o a.png",
                          example()));
  CAPTURE(ended.errors);
  REQUIRE(ended.code == 0);
  for (const char* const name : {"a.json", "a.json.gz", "a.svg", "a.png"}) {
    CAPTURE(name);
    struct stat facts {};
    REQUIRE(::stat((folder.path() + "/" + name).c_str(), &facts) == 0);
    CHECK((facts.st_mode & 0777) == 0600);
  }
}

}  // namespace lanescope
