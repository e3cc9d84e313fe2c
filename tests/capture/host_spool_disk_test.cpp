// The contents of a recording, and the problems reported, when the disk is full or fails.
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include "capture/host/files/spool.h"
#include "core/base/text/message_text.h"
#include "tests/capture/capture_chunks.h"
#include "tests/capture/failing_disk.h"
#include "tests/capture/test_spool.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;
using wire::ChunkKind;

TEST_CASE("what a limit of file sizes leaves out is counted and said once") {
  const TempFolder folder;
  const std::string path = folder.path() + "/a.lanes";
  struct rlimit before {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto old_action = ::signal(SIGXFSZ, SIG_IGN);
  struct rlimit small = before;
  small.rlim_cur = 10'000;
  auto spool = open_spool(path);
  spool->begin(1);
  ::setrlimit(RLIMIT_FSIZE, &small);
  const std::string records = marks(0, 100);  // 2400 bytes; with its chunk 2432
  for (int i = 0; i < 10; ++i) spool->append_records(0, 0, bytes_of(records), 100);
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, old_action);
  const auto problem = spool->take_problem();
  REQUIRE(problem.has_value());
  // The space on the disk is another matter.
  CHECK(problem->find("its size has reached the limit of 9.766 KiB set with `ulimit -f`") !=
        std::string::npos);
  CHECK(spool->advice() == "raise the limit and start again");
  CHECK_FALSE(spool->take_problem().has_value());
  // 32 + 4 * 2432 = 9760 bytes fit; records after a gap are left out even though there is room
  // again.
  spool->append_records(0, 0, bytes_of(records), 100);
  CHECK(spool->lost_records() == 700);
  CHECK(spool->lost_bytes() == 7 * 2400);
  spool->end("ended");
  const CaptureChunks chunks = take_apart(content_of_file(path));
  CHECK(chunks.rest == 0);
  REQUIRE(chunks.all.size() == 5);
  CHECK(chunks.all.back().is(ChunkKind::End));
  const MessageText last(chunks.all.back().payload);
  CHECK(last.number("file_lost_records") == 700);
  CHECK(last.number("file_lost_bytes") == 7 * 2400);
}

TEST_CASE("wherever the disk fails, what is in the file is whole, and the rest is counted") {
  const TempFolder folder;
  const auto capture = [&](FailingDisk& disk, const std::string& path) {
    const auto spool = open_spool(path, {}, {.disk = &disk});
    spool->begin(1);
    spool->append_text(ChunkKind::Process, 0, "pid=7\n");
    for (std::int64_t i = 0; i < 5; ++i) {
      const std::string records = marks(10 * i, 10 * (i + 1));
      spool->append_records(0, 0, bytes_of(records), 10);
    }
    spool->end("ended");
    return spool->lost_records();
  };
  FailingDisk sound;
  CHECK(capture(sound, folder.path() + "/sound.lanes") == 0);
  for (const bool for_a_moment : {false, true}) {
    for (std::uint64_t at = 0; at < sound.writes(); ++at) {
      CAPTURE(at);
      CAPTURE(for_a_moment);
      FailingDisk disk;
      disk.fail_from = at;
      disk.for_a_moment = for_a_moment;
      const std::string path = folder.path() + "/" + std::to_string(at) + (for_a_moment ? "m" : "");
      const std::uint64_t lost = capture(disk, path);
      const CaptureChunks chunks = take_apart(content_of_file(path));
      CHECK(chunks.rest == 0);
      const auto times = mark_times(chunks.records(0, 0));
      CHECK(times.size() + lost == 50);
      CHECK(counts_up_to(times, std::ssize(times)));
      const auto ends = chunks.texts(ChunkKind::End);
      if (!ends.empty())
        CHECK(MessageText(ends[0]).number("file_lost_records") == static_cast<std::int64_t>(lost));
    }
  }
}

TEST_CASE("tables without an event are no recording where the disk did not take the rest") {
  const TempFolder folder;
  const std::string path = folder.path() + "/a.lanes";
  const wire::RecordHeader open{static_cast<std::uint16_t>(wire::RecordType::ChannelOpen), 1, 0};
  const std::string records = marks(0, 10);
  for (const bool event_before : {false, true}) {
    CAPTURE(event_before);
    {
      FailingDisk disk;
      const auto spool = open_spool(path, {}, {.disk = &disk});
      spool->begin(1);
      spool->append_text(ChunkKind::Process, 0, "pid=7\n");
      spool->append_records(0, 0, std::as_bytes(std::span(&open, 1)), 1);
      if (event_before) spool->append_records(0, 0, bytes_of(records), 10);
      CHECK_FALSE(spool->lost_everything());
      disk.fail_from = disk.writes();
      spool->append_records(0, 0, bytes_of(records), 10);
      CHECK(spool->lost_records() == 10);
      CHECK(spool->lost_everything() == !event_before);
      spool->end("ended");
    }
    std::filesystem::remove(path);
  }
}

TEST_CASE("a disk without room leaves whole chunks") {
  const TempFolder folder;
  if (::mount("none", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0)
    skip_case("only root can mount a small disk");
  {
    auto spool = open_spool(folder.path() + "/a.lanes");
    spool->begin(1);
    const std::string records = marks(0, 500);
    for (int i = 0; i < 20; ++i) spool->append_records(0, 0, bytes_of(records), 500);
    CHECK(spool->lost_records() > 0);
    CHECK(spool->take_problem()->find("No space left") != std::string::npos);
    spool->end("ended");
  }
  const CaptureChunks chunks = take_apart(content_of_file(folder.path() + "/a.lanes"));
  CHECK(chunks.all.size() >= 5);
  CHECK(chunks.rest == 0);
  ::umount(folder.path().c_str());
}

TEST_CASE("segments that find no room in the file stay beside it, and the file is not closed") {
  const TempFolder folder;
  const std::string path = folder.path() + "/a.lanes";
  FailingDisk disk;
  auto spool = open_spool(path, {0, 8000}, {.disk = &disk});
  spool->begin(1);
  spool->append_text(ChunkKind::Process, 0, "pid=7\n");
  for (std::int64_t i = 0; i < 20; ++i) {
    const std::string records = marks(100 * i, 100 * (i + 1));
    spool->append_records(0, 0, bytes_of(records), 100);
  }
  const std::size_t before = take_apart(content_of_file(path)).all.size();
  disk.fail_from = disk.writes();
  SUBCASE("the last words find room") {
    disk.for_a_moment = true;
  }
  SUBCASE("nothing does") {}
  spool->end("ended");
  CHECK(spool->left_segments() > 1);
  CHECK(spool->lost_records() == 0);
  CHECK(spool->take_problem()->find("cannot be joined: No space left on device") !=
        std::string::npos);
  const CaptureChunks whole = take_apart(content_of_file(path));
  CHECK(whole.texts(ChunkKind::End).empty());
  CHECK(whole.all.size() == before);
  const std::vector<std::string> segments = segments_beside(path);
  CHECK(segments.size() == spool->left_segments());
  std::string joined = content_of_file(path);
  for (const std::string& segment : segments) joined += content_of_file(segment);
  const CaptureChunks all = take_apart(joined);
  CHECK(all.rest == 0);
  CHECK(all.texts(ChunkKind::End).size() == (disk.for_a_moment ? 1 : 0));
  CHECK(mark_times(all.records(0, 0)).back() == 1999);
}
