#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "capture/host/message_text.h"
#include "capture/host/spool.h"
#include "tests/capture/capture_chunks.h"
#include "tests/capture/failing_disk.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;
using wire::ChunkKind;

namespace {

/// Whole records: marks with times from..to - 1.
std::string marks(std::int64_t from, std::int64_t to) {
  std::string bytes;
  for (std::int64_t i = from; i < to; ++i) {
    wire::MarkRecord mark{};
    mark.header = {static_cast<std::uint16_t>(wire::RecordType::Mark), 3, 0};
    mark.time_ns = i;
    bytes.append(reinterpret_cast<const char*>(&mark), sizeof mark);
  }
  return bytes;
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::unique_ptr<Spool> open_spool(const std::string& path, KeepLast keep = {},
                                  const RecordingFileWish& wish = {}) {
  auto spool = Spool::open(path, keep, wish);
  REQUIRE_MESSAGE(spool.ok(), (spool.ok() ? "" : spool.error().message));
  return std::move(spool).value();
}

/// A small capture with a chunk of each kind.
void write_capture(const std::string& path, const RecordingFileWish& wish = {}) {
  auto spool = open_spool(path, {}, wish);
  spool->begin(123);
  spool->append_text(ChunkKind::Session, 0, "command=train\n");
  spool->append_text(ChunkKind::Process, 0, "pid=7\n");
  const std::string records = marks(0, 4);
  spool->append_records(0, 5, bytes_of(records), 4);
  spool->append_text(ChunkKind::Left, 0, "reason=exit\n");
  spool->end("ended");
}

}  // namespace

TEST_CASE("a capture file holds what was put in, in its order") {
  const TempFolder folder;
  const std::string path = folder.path() + "/a.lanes";
  write_capture(path);
  const std::string bytes = bytes_of_file(path);
  CHECK(bytes.size() % 8 == 0);
  wire::FileHeader header{};
  std::memcpy(&header, bytes.data(), sizeof header);
  CHECK(header.major == wire::kMajor);
  CHECK(header.start_ns == 123);
  const CaptureChunks chunks = take_apart(bytes);
  REQUIRE(chunks.all.size() == 5);
  CHECK(chunks.rest == 0);
  CHECK(chunks.all[0].is(ChunkKind::Session));
  CHECK(chunks.all[1].payload == "pid=7\n");
  CHECK(chunks.all[2].header.lane == 5);
  CHECK(chunks.all[2].payload == marks(0, 4));
  CHECK(chunks.all[3].is(ChunkKind::Left));
  CHECK(chunks.all[4].is(ChunkKind::End));
  CHECK(chunks.all[4].header.time_ns >= chunks.all[0].header.time_ns);
}

TEST_CASE("a capture file is whole up to wherever it was cut") {
  const TempFolder folder;
  const std::string path = folder.path() + "/a.lanes";
  write_capture(path);
  const std::string bytes = bytes_of_file(path);
  std::size_t chunks_before = 0;
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    const CaptureChunks chunks = take_apart(bytes.substr(0, size));
    REQUIRE(chunks.header == (size >= sizeof(wire::FileHeader)));
    REQUIRE(chunks.all.size() >= chunks_before);  // and never one that is not there
    REQUIRE(chunks.all.size() <= chunks_before + 1);
    chunks_before = chunks.all.size();
  }
  CHECK(chunks_before == 5);
}

TEST_CASE("a recording that is there is refused, and replaced only where that is wanted") {
  const TempFolder folder;
  const std::string path = folder.path() + "/run.lanes";
  write_capture(path);
  const std::string before = bytes_of_file(path);
  const auto refused = Spool::open(path, {});
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message == "is there already; choose another name, or replace it with "
                                   "--force");
  CHECK(bytes_of_file(path) == before);
  // Nothing has been captured until begin().
  { const auto spool = open_spool(path, {}, {.there = FileThere::Replace}); }
  CHECK(bytes_of_file(path) == before);
  {
    const auto spool = open_spool(path, {}, {.there = FileThere::Replace});
    spool->end("ended");
  }
  CHECK(bytes_of_file(path) == before);
  const std::string records = marks(0, 4);
  {
    const auto spool = open_spool(path, {}, {.there = FileThere::Replace});
    spool->append_text(ChunkKind::Process, 0, "pid=8\n");
    spool->append_records(0, 5, bytes_of(records), 4);
    CHECK(bytes_of_file(path) == before);
    spool->begin(124);
    spool->end("ended");
  }
  const CaptureChunks chunks = take_apart(bytes_of_file(path));
  REQUIRE(chunks.all.size() == 3);
  CHECK(chunks.all[0].payload == "pid=8\n");
  CHECK(chunks.records(0, 5) == records);
}

TEST_CASE("a file that nobody looks for goes with its spool, one that was there before stays") {
  const TempFolder folder;
  const std::string path = folder.path() + "/run.lanes";
  const auto write_unwanted = [&path] {
    const auto spool = open_spool(path, {}, {.there = FileThere::Replace});
    spool->begin(1);
    spool->end("ended");
    spool->remove_at_last();
    CHECK(std::filesystem::exists(path));
  };
  write_unwanted();
  CHECK_FALSE(std::filesystem::exists(path));
  write_capture(path);
  write_unwanted();
  CHECK(std::filesystem::exists(path));
}

TEST_CASE("an empty file may be given a recording") {
  const TempFolder folder;
  const std::string path = folder.write("empty.lanes", "");
  write_capture(path);
  CHECK(take_apart(bytes_of_file(path)).all.size() == 5);
}

TEST_CASE("two recordings of one name in one second take two names") {
  const TempFolder folder;
  const std::string path = folder.path() + "/train.lanes";
  const RecordingFileWish next{.there = FileThere::NextNumber};
  const auto first = open_spool(path, {}, next), second = open_spool(path, {}, next);
  write_capture(path, next);
  CHECK(first->path() == path);
  CHECK(second->path() == folder.path() + "/train-2.lanes");
  CHECK(std::filesystem::exists(folder.path() + "/train-3.lanes"));
}

TEST_CASE("where files cannot be locked no two recorders write to one") {
  const TempFolder folder;
  FailingDisk disk;
  disk.has_locks = false;
  const std::string path = folder.path() + "/train.lanes";
  const RecordingFileWish next{.there = FileThere::NextNumber, .disk = &disk};
  const auto first = open_spool(path, {}, next), second = open_spool(path, {}, next);
  CHECK(first->path() != second->path());
  const auto replaced = Spool::open(path, {}, {.there = FileThere::Replace, .disk = &disk});
  REQUIRE_FALSE(replaced.ok());
  CHECK(replaced.error().message.find("cannot be locked") != std::string::npos);
}

TEST_CASE("what a killed recorder left beside a name is kept, whatever is recorded next") {
  const TempFolder folder;
  const std::string path = folder.path() + "/run.lanes";
  {
    const auto killed = open_spool(path, {1, 0});
    killed->begin(1);
    const std::string records = marks(0, 4);
    killed->append_records(0, 0, bytes_of(records), 4);
  }
  const std::string part = path + ".part000001", bytes = bytes_of_file(part);
  REQUIRE_FALSE(bytes.empty());
  std::filesystem::remove(path);
  CHECK(Spool::open(path, {}).error().message.find("(run.lanes.part000001)") != std::string::npos);
  CHECK(open_spool(path, {}, {.there = FileThere::NextNumber})->path() ==
        folder.path() + "/run-2.lanes");
  std::string kept;
  {
    const auto spool = open_spool(path, {1, 0}, {.there = FileThere::Replace});
    spool->begin(2);
    kept = spool->set_aside();
    const std::string records = marks(0, 4);
    spool->append_records(0, 0, bytes_of(records), 4);
    spool->end("ended");
  }
  CHECK(kept == folder.path() + "/run-2.lanes");
  CHECK(bytes_of_file(kept + ".part000001") == bytes);
  CHECK_FALSE(std::filesystem::exists(part));
  CHECK(mark_times(take_apart(bytes_of_file(path)).records(0, 0)).size() == 4);
}

TEST_CASE("a recording is its user's alone, unless it is to be shared") {
  const TempFolder folder;
  const mode_t before = ::umask(022);
  const auto rights = [&](const std::string& name, bool shared) {
    const auto spool = open_spool(folder.path() + "/" + name, {1, 0}, {.shared = shared});
    spool->begin(1);
    spool->append_text(ChunkKind::Process, 0, "pid=7\n");
    std::vector<mode_t> found;
    for (const std::string ending : {"", ".part000001"}) {
      struct stat facts {};
      REQUIRE(::stat((spool->path() + ending).c_str(), &facts) == 0);
      found.push_back(facts.st_mode & 0777);
    }
    spool->end("ended");
    return found;
  };
  CHECK(rights("own.lanes", false) == std::vector<mode_t>{0600, 0600});
  CHECK(rights("shared.lanes", true) == std::vector<mode_t>{0644, 0644});
  ::umask(before);
}

TEST_CASE("a recording has its own rights, also where it takes the place of a file") {
  const TempFolder folder;
  const mode_t before = ::umask(022);
  const auto rights_over = [&](const std::string& old_text, mode_t old, bool shared) {
    const std::string path = folder.write("run.lanes", old_text);
    REQUIRE(::chmod(path.c_str(), old) == 0);
    write_capture(path, {.there = FileThere::Replace, .shared = shared});
    struct stat facts {};
    REQUIRE(::stat(path.c_str(), &facts) == 0);
    return facts.st_mode & 0777;
  };
  write_capture(folder.path() + "/old.lanes");
  const std::string recording = bytes_of_file(folder.path() + "/old.lanes");
  for (const std::string& old_text : {recording, std::string()}) {
    CHECK(rights_over(old_text, 0644, false) == 0600);
    CHECK(rights_over(old_text, 0600, true) == 0644);
    ::umask(027);
    CHECK(rights_over(old_text, 0600, true) == 0640);
    ::umask(022);
  }
  ::umask(before);
}

TEST_CASE("a recording that is not replaced keeps its rights") {
  const TempFolder folder;
  const std::string path = folder.path() + "/run.lanes";
  write_capture(path);
  { const auto spool = open_spool(path, {}, {.there = FileThere::Replace, .shared = true}); }
  struct stat facts {};
  REQUIRE(::stat(path.c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0600);
}

TEST_CASE("what belongs to another user does not become a recording, which they could read") {
  const TempFolder folder;
  if (::geteuid() != 0) skip_case("only root can become somebody else");
  const std::string path = folder.write("run.lanes", "");
  REQUIRE(::chmod(path.c_str(), 0666) == 0);
  REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
  REQUIRE(::seteuid(54'321) == 0);
  const auto refused = Spool::open(path, {});
  const auto replaced = Spool::open(path, {}, {.there = FileThere::Replace});
  REQUIRE(::seteuid(0) == 0);
  REQUIRE_FALSE(refused.ok());
  REQUIRE_FALSE(replaced.ok());
  CHECK(replaced.error().message ==
        "is there already and belongs to another user; choose another name");
}

TEST_CASE("a file that is no recording is not written over") {
  const TempFolder folder;
  const std::string path = folder.write("train.py", "print(1)\n");
  CHECK_FALSE(Spool::open(path, {}).ok());
  const auto spool = Spool::open(path, {}, {.there = FileThere::Replace});
  REQUIRE(!spool.ok());
  CHECK(spool.error().message.find("not a recording") != std::string::npos);
  CHECK(std::filesystem::file_size(path) == 9);
}

TEST_CASE("of a capture that does not begin no file is left") {
  const TempFolder folder;
  const std::string path = folder.path() + "/new.lanes";
  { const auto spool = open_spool(path); }
  CHECK_FALSE(std::filesystem::exists(path));
  {
    const auto spool = open_spool(path);
    spool->append_text(ChunkKind::Session, 0, "command=train\n");
    spool->end("ended");
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("what is said before a capture begins is in its file") {
  const TempFolder folder;
  const std::string path = folder.path() + "/new.lanes";
  const auto spool = open_spool(path);
  spool->append_text(ChunkKind::Session, 0, "command=train\n");
  CHECK(std::filesystem::file_size(path) == 0);
  spool->begin(1);
  spool->append_text(ChunkKind::Process, 0, "pid=7\n");
  const CaptureChunks chunks = take_apart(bytes_of_file(path));
  REQUIRE(chunks.all.size() == 2);
  CHECK(chunks.all[0].is(ChunkKind::Session));
}

TEST_CASE("records that came before a capture begins are in its file, in their order") {
  const TempFolder folder;
  const std::string path = folder.path() + "/new.lanes";
  const auto spool = open_spool(path);
  const std::string before = marks(0, 4), after = marks(4, 9);
  spool->append_records(3, 5, bytes_of(before), 4);
  spool->append_text(ChunkKind::Caps, 3, "level=1\n");
  spool->begin(1);
  spool->append_records(3, 5, bytes_of(after), 5);
  const CaptureChunks chunks = take_apart(bytes_of_file(path));
  REQUIRE(chunks.all.size() == 3);
  CHECK(chunks.all[0].header.process == 3);
  CHECK(chunks.all[1].is(ChunkKind::Caps));
  CHECK(chunks.all[0].header.time_ns <= chunks.all[2].header.time_ns);
  CHECK(counts_up_to(mark_times(chunks.records(3, 5)), 9));
}

TEST_CASE("a capture file that can not be is an error with a reason") {
  const TempFolder folder;
  CHECK(Spool::open(folder.path() + "/none/a.lanes", {}).error().message.find("another folder") !=
        std::string::npos);
  CHECK_FALSE(Spool::open(folder.path(), {}).ok());
  CHECK_FALSE(Spool::open("/dev/null", {}).ok());
  const auto first = open_spool(folder.path() + "/a.lanes");
  const auto second = Spool::open(folder.path() + "/a.lanes", {});
  REQUIRE_FALSE(second.ok());
  CHECK(second.error().message.find("another capture") != std::string::npos);
}

TEST_CASE("what a full disk does not take is counted and said once") {
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
  CHECK(problem->find("File too large") != std::string::npos);
  CHECK_FALSE(spool->take_problem().has_value());
  // 32 + 4 * 2432 = 9760 bytes fit; records behind a gap stay out, though there is room again.
  spool->append_records(0, 0, bytes_of(records), 100);
  CHECK(spool->lost_records() == 700);
  CHECK(spool->lost_bytes() == 7 * 2400);
  spool->end("ended");
  const CaptureChunks chunks = take_apart(bytes_of_file(path));
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
      const CaptureChunks chunks = take_apart(bytes_of_file(path));
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
  const CaptureChunks chunks = take_apart(bytes_of_file(folder.path() + "/a.lanes"));
  CHECK(chunks.all.size() >= 5);
  CHECK(chunks.rest == 0);
  ::umount(folder.path().c_str());
}

TEST_CASE("what was appended before the writer is killed is in the file") {
  const TempFolder folder;
  const std::string path = folder.path() + "/a.lanes";
  const pid_t child = ::fork();
  if (child == 0) {
    auto spool = std::move(Spool::open(path, {})).value();
    spool->begin(1);
    for (int i = 0; i < 100; ++i) {
      const std::string records = marks(10 * i, 10 * (i + 1));
      spool->append_records(0, 0, bytes_of(records), 10);
    }
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  CHECK(counts_up_to(mark_times(take_apart(bytes_of_file(path)).records(0, 0)), 1000));
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
  const std::size_t before = take_apart(bytes_of_file(path)).all.size();
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
  const CaptureChunks whole = take_apart(bytes_of_file(path));
  CHECK(whole.texts(ChunkKind::End).empty());
  CHECK(whole.all.size() == before);
  const std::vector<std::string> segments = segments_beside(path);
  CHECK(segments.size() == spool->left_segments());
  std::string joined = bytes_of_file(path);
  for (const std::string& segment : segments) joined += bytes_of_file(segment);
  const CaptureChunks all = take_apart(joined);
  CHECK(all.rest == 0);
  CHECK(all.texts(ChunkKind::End).size() == (disk.for_a_moment ? 1 : 0));
  CHECK(mark_times(all.records(0, 0)).back() == 1999);
}
