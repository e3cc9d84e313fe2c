#include "core/base/bytes/file_stamp.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

void set_later(const std::string& path) {
  std::filesystem::last_write_time(
      path, std::filesystem::last_write_time(path) + std::chrono::seconds(5));
}

TEST_CASE("a file that is left alone, or only touched, holds what it held") {
  const TempFolder folder;
  const std::string path = folder.write("rank0.json", "{\"traceEvents\":[]}");
  const FileStamp stamp = FileStamp::of(path);
  CHECK(stamp.holds(path));
  set_later(path);
  CHECK(stamp.holds(path));
}

TEST_CASE("a file that was rewritten, went on, was replaced or removed holds something else") {
  const TempFolder folder;
  const std::string path = folder.write("rank0.json", std::string(300'000, 'a'));
  const FileStamp stamp = FileStamp::of(path);
  folder.write("rank0.json", std::string(300'000, 'b'));
  set_later(path);
  CHECK_FALSE(stamp.holds(path));
  folder.write("rank0.json", std::string(300'001, 'a'));
  CHECK_FALSE(stamp.holds(path));
  std::filesystem::rename(folder.write("other.json", std::string(300'000, 'c')), path);
  CHECK_FALSE(stamp.holds(path));
  std::filesystem::remove(path);
  CHECK_FALSE(stamp.holds(path));
}

TEST_CASE("what is no file has no stamp to break") {
  const TempFolder folder;
  CHECK(FileStamp::of(folder.path()).holds(folder.path()));
  CHECK(FileStamp().holds("no/such/file"));
}

}  // namespace
}  // namespace lanescope
