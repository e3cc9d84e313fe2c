#include "capture/host/files/spool.h"

#include <csignal>
#include <filesystem>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "core/base/text/message_text.h"
#include "tests/capture/capture_chunks.h"
#include "tests/capture/failing_disk.h"
#include "tests/capture/test_spool.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;
using wire::ChunkKind;

TEST_CASE("a capture file holds what was put in, in its order") {
  const TempFolder folder;
  const std::string path = folder.path() + "/a.lanes";
  write_capture(path);
  const std::string bytes = content_of_file(path);
  CHECK(bytes.size() % 8 == 0);
  wire::FileHeader header{};
  std::memcpy(&header, bytes.data(), sizeof header);
  CHECK(header.major == wire::kFileMajor);
  CHECK(header.start_ns == 123);
  const CaptureChunks chunks = take_apart(bytes);
  REQUIRE(chunks.all.size() == 5);
  CHECK(chunks.rest == 0);
  CHECK(chunks.all[0].is(ChunkKind::Session));
  CHECK(chunks.all[1].payload == "pid=7\n");
  CHECK(chunks.all[2].header.channel == 5);
  CHECK(chunks.all[2].payload == marks(0, 4));
  CHECK(chunks.all[3].is(ChunkKind::Left));
  CHECK(chunks.all[4].is(ChunkKind::End));
  CHECK(chunks.all[4].header.time_ns >= chunks.all[0].header.time_ns);
  for (std::uint32_t i = 0; i < 4; ++i) CHECK(chunks.all[i].header.number == i + 1);
  CHECK(MessageText(chunks.all[4].payload).value("last_chunk") == "4");
}

TEST_CASE("a capture file is whole up to wherever it was cut") {
  const TempFolder folder;
  const std::string path = folder.path() + "/a.lanes";
  write_capture(path);
  const std::string bytes = content_of_file(path);
  std::size_t chunks_before = 0;
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    const CaptureChunks chunks = take_apart(bytes.substr(0, size));
    REQUIRE(chunks.header == (size >= sizeof(wire::FileHeader)));
    REQUIRE(chunks.all.size() >= chunks_before);  // and never a missing one
    REQUIRE(chunks.all.size() <= chunks_before + 1);
    chunks_before = chunks.all.size();
  }
  CHECK(chunks_before == 5);
}

TEST_CASE("a recording that is there is refused, and replaced only where that is wanted") {
  const TempFolder folder;
  const std::string path = folder.path() + "/run.lanes";
  write_capture(path);
  const std::string before = content_of_file(path);
  const auto refused = Spool::open(path, {});
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message ==
        "already exists; choose another name, or replace it with --force");
  CHECK(content_of_file(path) == before);
  // Nothing is captured before begin().
  { const auto spool = open_spool(path, {}, {.there = FileThere::Replace}); }
  CHECK(content_of_file(path) == before);
  {
    const auto spool = open_spool(path, {}, {.there = FileThere::Replace});
    spool->end("ended");
  }
  CHECK(content_of_file(path) == before);
  const std::string records = marks(0, 4);
  {
    const auto spool = open_spool(path, {}, {.there = FileThere::Replace});
    spool->append_text(ChunkKind::Process, 0, "pid=8\n");
    spool->append_records(0, 5, bytes_of(records), 4);
    CHECK(content_of_file(path) == before);
    spool->begin(124);
    spool->end("ended");
  }
  const CaptureChunks chunks = take_apart(content_of_file(path));
  REQUIRE(chunks.all.size() == 3);
  CHECK(chunks.all[0].payload == "pid=8\n");
  CHECK(chunks.records(0, 5) == records);
}

TEST_CASE("a file that another program truncates is given up and said, not filled up again") {
  const TempFolder folder;
  const std::string path = folder.path() + "/run.lanes";
  const std::string records = marks(0, 4);
  for (const bool goes_on : {true, false}) {
    const auto spool = open_spool(path, {}, {.there = FileThere::Replace});
    spool->begin(123);
    spool->append_records(0, 5, bytes_of(records), 4);
    CHECK_FALSE(spool->take_problem());
    std::filesystem::resize_file(path, 0);
    if (goes_on) {
      spool->append_records(0, 5, bytes_of(records), 4);
      CHECK(spool->lost_records() == 4);
    }
    spool->end("ended");
    CHECK_FALSE(spool->in_place());
    CHECK(spool->take_problem().value_or("").starts_with("the recording was truncated by another"));
    CHECK(spool->advice().empty());
    CHECK(content_of_file(path).empty());
  }
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
  CHECK(take_apart(content_of_file(path)).all.size() == 5);
}

TEST_CASE("two recordings of one name in one second take two names") {
  const TempFolder folder;
  const std::string path = folder.path() + "/train.lanes";
  const RecordingFileRequest next{.there = FileThere::NextNumber};
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
  const RecordingFileRequest next{.there = FileThere::NextNumber, .disk = &disk};
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
  const std::string part = path + ".part000001", bytes = content_of_file(part);
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
  CHECK(content_of_file(kept + ".part000001") == bytes);
  CHECK_FALSE(std::filesystem::exists(part));
  CHECK(mark_times(take_apart(content_of_file(path)).records(0, 0)).size() == 4);
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
  const CaptureChunks chunks = take_apart(content_of_file(path));
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
  const CaptureChunks chunks = take_apart(content_of_file(path));
  REQUIRE(chunks.all.size() == 3);
  CHECK(chunks.all[0].header.process == 3);
  CHECK(chunks.all[1].is(ChunkKind::Caps));
  CHECK(chunks.all[0].header.time_ns <= chunks.all[2].header.time_ns);
  CHECK(counts_up_to(mark_times(chunks.records(3, 5)), 9));
}

TEST_CASE("a capture file that can not be is an error with a reason") {
  const TempFolder folder;
  const auto below_file = Spool::open(folder.write("file", "") + "/a.lanes", {});
  REQUIRE_FALSE(below_file.ok());
  CHECK(below_file.error().message.find("Not a directory") != std::string::npos);
  CHECK_FALSE(Spool::open(folder.path(), {}).ok());
  CHECK_FALSE(Spool::open("/dev/null", {}).ok());
  const auto first = open_spool(folder.path() + "/a.lanes");
  const auto second = Spool::open(folder.path() + "/a.lanes", {});
  REQUIRE_FALSE(second.ok());
  CHECK(second.error().message.find("another recorder") != std::string::npos);
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
  CHECK(counts_up_to(mark_times(take_apart(content_of_file(path)).records(0, 0)), 1000));
}
