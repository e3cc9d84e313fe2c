#include "capture/host/files/part_saver.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/capture/capture_chunks.h"
#include "tests/capture/failing_disk.h"
#include "tests/capture/test_spool.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;
using wire::ChunkKind;

namespace {

constexpr KeepLast kLong{3'600'000'000'000, 0};

void append_marks(Spool& spool, std::int64_t from, std::int64_t to) {
  const std::string records = marks(from, to);
  spool.append_records(0, 5, bytes_of(records), static_cast<std::uint64_t>(to - from));
}

void start(PartSaver& saver, const Spool& spool) {
  SavedPart part = spool.part();
  part.trigger = "what=it took long\n";
  const auto error = saver.start(std::move(part));
  REQUIRE_FALSE(error.has_value());
}

}  // namespace

TEST_CASE("what is kept is saved as a file of its own while more is written") {
  const TempFolder folder;
  const std::string path = folder.path() + "/a.lanes";
  auto spool = open_spool(path, kLong);
  spool->begin(123);
  spool->append_text(ChunkKind::Session, 0, "command=train\n");
  append_marks(*spool, 0, 4);
  PartSaver saver;
  start(saver, *spool);
  append_marks(*spool, 4, 8);
  const auto saved = saver.wait();
  REQUIRE(saved.has_value());
  CHECK(saved->problem.empty());
  CHECK(saved->path == folder.path() + "/a.1.lanes");
  CHECK(saved->bytes == std::filesystem::file_size(saved->path));
  CHECK_FALSE(saver.is_busy());

  const CaptureChunks chunks = take_apart(content_of_file(saved->path));
  CHECK(chunks.header);
  CHECK(chunks.rest == 0);
  CHECK(mark_times(chunks.records(0, 5)) == std::vector<std::int64_t>{0, 1, 2, 3});
  CHECK(chunks.texts(ChunkKind::Session).size() == 1);
  CHECK(chunks.texts(ChunkKind::Trigger) == std::vector<std::string>{"what=it took long\n"});
  CHECK(chunks.all.back().is(ChunkKind::End));

  spool->end("ended");
  CHECK(mark_times(take_apart(content_of_file(path)).records(0, 5)).size() == 8);
}

TEST_CASE("each file that is saved has the next number") {
  const TempFolder folder;
  auto spool = open_spool(folder.path() + "/a.lanes", kLong);
  spool->begin(123);
  append_marks(*spool, 0, 4);
  PartSaver saver;
  for (const char* name : {"/a.1.lanes", "/a.2.lanes"}) {
    start(saver, *spool);
    CHECK(saver.wait()->path == folder.path() + name);
  }
  spool->end("ended");
}

TEST_CASE("a disk without room for a file leaves no part of it, and it is said") {
  const TempFolder folder;
  FailingDisk disk;
  RecordingFileRequest request;
  request.disk = &disk;
  auto spool = open_spool(folder.path() + "/a.lanes", kLong, request);
  spool->begin(123);
  append_marks(*spool, 0, 1000);
  disk.fail_from = disk.writes();
  PartSaver saver;
  start(saver, *spool);
  const auto saved = saver.wait();
  REQUIRE(saved.has_value());
  CHECK(saved->problem == "No space left on device");
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/a.1.lanes"));
}

TEST_CASE("a recording that is given up leaves neither file nor segments") {
  const TempFolder folder;
  auto spool = open_spool(folder.path() + "/a.lanes", kLong);
  spool->begin(123);
  append_marks(*spool, 0, 4);
  spool->give_up();
  CHECK_FALSE(spool->left_recording());
  spool.reset();
  CHECK(std::filesystem::is_empty(folder.path()));
}
