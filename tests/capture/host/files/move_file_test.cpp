#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "capture/host/files/disk.h"
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
    CHECK(content_of_file(to) == text);
    CHECK(files_in(folder) == 1);
  }
}

TEST_CASE("what appeared at the new name meanwhile is not written over") {
  for (const bool across : {false, true}) {
    CAPTURE(across);
    const TempFolder folder;
    FailingDisk disk;
    disk.renames_fail = across ? EXDEV : 0;
    const std::string from = folder.write("trace.json", "new"),
                      to = folder.write("out.json", "old");
    const auto error = move_file(from, to, disk);
    REQUIRE(error);
    CHECK(error->message == "already exists");
    CHECK(content_of_file(to) == "old");
    CHECK(content_of_file(from) == "new");
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
    CHECK(content_of_file(from) == text);
    CHECK(files_in(folder) == 1);
  }
}

TEST_CASE("a file that is copied keeps its rights, and one that is not there has its reason") {
  const TempFolder folder;
  FailingDisk disk;
  disk.renames_fail = EXDEV;
  const std::string from = folder.write("trace.json", "text"), to = folder.path() + "/out.json";
  fs::permissions(from, fs::perms(0640));
  CHECK_FALSE(move_file(from, to, disk));
  CHECK((fs::status(to).permissions() & fs::perms::mask) == fs::perms(0640));
  for (const int reason : {0, EXDEV}) {
    disk.renames_fail = reason;
    const auto error = move_file(from, folder.path() + "/other.json", disk);
    REQUIRE(error);
    CHECK(error->message == "No such file or directory");
  }
  disk.renames_fail = EXDEV;
  const auto nowhere = move_file(to, folder.path() + "/none/out.json", disk);
  REQUIRE(nowhere);
  CHECK(nowhere->message == "No such file or directory");
  CHECK(content_of_file(to) == "text");
}

namespace {

/// Reads and writes a few bytes at a time, after an interruption.
class SlowDisk final : public Disk {
 public:
  ssize_t write_at(int file, std::span<const std::byte> bytes, std::uint64_t at) override {
    if (interrupts_ = !interrupts_; interrupts_) return errno = EINTR, -1;
    if (is_full) return 0;
    return Disk::write_at(file, bytes.first(std::min<std::size_t>(bytes.size(), 3)), at);
  }
  ssize_t read_at(int file, std::span<std::byte> bytes, std::uint64_t at) override {
    if (interrupts_ = !interrupts_; interrupts_) return errno = EINTR, -1;
    if (fails_to_read) return errno = EIO, -1;
    return Disk::read_at(file, bytes.first(std::min<std::size_t>(bytes.size(), 7)), at);
  }
  int sync(int file) override {
    if (sync_reason == 0) return Disk::sync(file);
    return errno = sync_reason, -1;
  }
  int rename_new(const char* from, const char* to) override {
    if (std::exchange(across_, false)) return errno = EXDEV, -1;
    return Disk::rename_new(from, to);
  }
  bool is_full = false, fails_to_read = false;
  int sync_reason = 0;

 private:
  bool interrupts_ = false, across_ = true;
};

}  // namespace

TEST_CASE("a copy is whole however little the disk takes at a time") {
  const std::string text = "twenty bytes, or more";
  for (const int reason : {0, EINVAL}) {  // EINVAL: syncing is unsupported, which is no failure
    const TempFolder folder;
    SlowDisk disk;
    disk.sync_reason = reason;
    const std::string from = folder.write("trace.json", text), to = folder.path() + "/out.json";
    CHECK_FALSE(move_file(from, to, disk));
    CHECK(content_of_file(to) == text);
    CHECK(files_in(folder) == 1);
  }
}

TEST_CASE("a disk that takes nothing, gives nothing or does not keep has its reason") {
  const auto reason = [](auto spoil) {
    const TempFolder folder;
    SlowDisk disk;
    spoil(disk);
    const std::string from = folder.write("trace.json", "text");
    const auto error = move_file(from, folder.path() + "/out.json", disk);
    CHECK(content_of_file(from) == "text");
    CHECK(files_in(folder) == 1);
    return error ? error->message : "";
  };
  CHECK(reason([](SlowDisk& disk) { disk.is_full = true; }) == "No space left on device");
  CHECK(reason([](SlowDisk& disk) { disk.fails_to_read = true; }) == "Input/output error");
  CHECK(reason([](SlowDisk& disk) { disk.sync_reason = EIO; }) == "Input/output error");
}
