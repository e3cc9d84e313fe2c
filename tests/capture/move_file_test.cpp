#include "capture/host/move_file.h"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "tests/capture/capture_chunks.h"
#include "tests/capture/failing_disk.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;
namespace fs = std::filesystem;

namespace {

std::size_t files_in(const TempFolder& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder.path()), {}));
}

}  // namespace

TEST_CASE("a file is moved to a free name, on the same disk and onto another") {
  const std::string text = std::string(3 << 20, 'x') + "end";
  for (const bool across : {false, true}) {
    CAPTURE(across);
    const TempFolder folder;
    FailingDisk disk;
    disk.renames_fail = across ? EXDEV : 0;
    const std::string from = folder.write("trace.json", text), to = folder.path() + "/out.json";
    CHECK_FALSE(move_file(from, to, disk));
    CHECK(bytes_of_file(to) == text);
    CHECK(files_in(folder) == 1);
  }
}

TEST_CASE("what appeared at the new name meanwhile is not written over") {
  for (const bool across : {false, true}) {
    CAPTURE(across);
    const TempFolder folder;
    FailingDisk disk;
    disk.renames_fail = across ? EXDEV : 0;
    const std::string from = folder.write("trace.json", "new"), to = folder.write("out.json", "old");
    const auto error = move_file(from, to, disk);
    REQUIRE(error);
    CHECK(error->message == "is there already");
    CHECK(bytes_of_file(to) == "old");
    CHECK(bytes_of_file(from) == "new");
    CHECK(files_in(folder) == 2);
  }
}

TEST_CASE("where the other disk fills up, what is to be moved stays, and nothing half is left") {
  const std::string text(3 << 20, 'x');
  for (std::uint64_t at = 0; at < 3; ++at) {
    CAPTURE(at);
    const TempFolder folder;
    FailingDisk disk;
    disk.renames_fail = EXDEV;
    disk.fail_from = at;
    const std::string from = folder.write("trace.json", text), to = folder.path() + "/out.json";
    const auto error = move_file(from, to, disk);
    REQUIRE(error);
    CHECK(error->message == "No space left on device");
    CHECK(bytes_of_file(from) == text);
    CHECK(files_in(folder) == 1);
  }
}
