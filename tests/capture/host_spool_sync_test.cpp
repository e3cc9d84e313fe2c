// Which of its files a spool syncs, and what it reports when that fails.
#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "tests/capture/capture_chunks.h"
#include "tests/capture/test_spool.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

/// Records the names of the files that were synced.
class NotingDisk final : public Disk {
 public:
  int sync(int file) override {
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), error);
    const std::lock_guard lock(mutex_);
    names_.insert(path.filename().string());
    if (reason == 0) return 0;
    errno = reason;
    return -1;
  }
  bool has_synced(const std::string& name) {
    for (int tries = 0; tries < 3000; ++tries) {
      {
        const std::lock_guard lock(mutex_);
        if (names_.contains(name)) return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  std::atomic<int> reason{0};

 private:
  std::mutex mutex_;
  std::set<std::string> names_;
};

}  // namespace

TEST_CASE("a recording is synced while it grows, of one in segments the one that grows") {
  const TempFolder folder;
  NotingDisk disk;
  const std::string whole = folder.path() + "/whole.lanes", last = folder.path() + "/last.lanes";
  const auto one = open_spool(whole, {}, {.disk = &disk});
  KeepLast keep;
  keep.bytes = 8 * 1024;
  const auto other = open_spool(last, keep, {.disk = &disk});
  one->begin(1);
  other->begin(1);
  const std::string records = marks(0, 10);
  one->append_records(0, 1, bytes_of(records), 10);
  other->append_records(0, 1, bytes_of(records), 10);
  CHECK(disk.has_synced("whole.lanes"));
  CHECK(disk.has_synced("last.lanes.part000001"));
  // The next segment, once that one is full.
  for (int times = 0; times < 6; ++times) other->append_records(0, 1, bytes_of(records), 10);
  CHECK(disk.has_synced("last.lanes.part000002"));
  CHECK_FALSE(one->take_problem());
  one->end("ended");
  other->end("ended");
  CHECK_FALSE(other->take_problem());
}

TEST_CASE("a disk that does not take what is written is told once, and the recording goes on") {
  const TempFolder folder;
  NotingDisk disk;
  disk.reason = EIO;
  const std::string path = folder.path() + "/run.lanes";
  const auto spool = open_spool(path, {}, {.disk = &disk});
  spool->begin(1);
  REQUIRE(disk.has_synced("run.lanes"));
  std::optional<std::string> problem;
  for (int tries = 0; tries < 1000 && !problem; ++tries) {
    problem = spool->take_problem();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  CHECK(problem == "the recording cannot be written to disk: Input/output error");
  CHECK_FALSE(spool->take_problem());
  const std::string records = marks(0, 4);
  spool->append_records(0, 1, bytes_of(records), 4);
  disk.reason = 0;
  spool->end("ended");
  CHECK(spool->lost_records() == 0);
  CHECK(counts_up_to(mark_times(take_apart(content_of_file(path)).records(0, 1)), 4));
}

TEST_CASE("what is said after the end, or again, is not in the file") {
  const TempFolder folder;
  const std::string path = folder.path() + "/run.lanes";
  const auto spool = open_spool(path);
  spool->append_text(wire::ChunkKind::Session, 0, "early\n");
  spool->append_records(0, 1, {}, 0);
  spool->begin(77);
  spool->begin(88);
  spool->append_text(wire::ChunkKind::Caps, 3, "later\n");
  spool->end("stopped");
  spool->append_text(wire::ChunkKind::Caps, 3, "too late\n");
  const std::string bytes = content_of_file(path);
  wire::FileHeader header{};
  std::memcpy(&header, bytes.data(), sizeof header);
  CHECK(header.start_ns == 77);
  CHECK(header.major == wire::kFileMajor);
  CHECK(header.minor == wire::kFileMinor);
  const CaptureChunks chunks = take_apart(bytes);
  REQUIRE(chunks.all.size() == 3);
  CHECK(chunks.all[0].payload == "early\n");
  CHECK(chunks.all[1].payload == "later\n");
  CHECK(chunks.all[1].header.process == 3);
  CHECK(chunks.all[1].header.channel == 0);
  CHECK(chunks.all[2].payload ==
        "why=stopped\nlast_chunk=2\nfile_lost_records=0\nfile_lost_bytes=0\nfile_dropped_records="
        "0\n");
  CHECK(chunks.all[2].header.process == 0);
  CHECK(chunks.all[2].header.channel == 0);
  CHECK(spool->bytes() == bytes.size());
  CHECK(chunks.all[0].header.time_ns <= chunks.all[1].header.time_ns);
}
