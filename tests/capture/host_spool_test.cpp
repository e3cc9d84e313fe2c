#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "capture/host/message_text.h"
#include "capture/host/spool.h"
#include "tests/capture/capture_chunks.h"
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

std::unique_ptr<Spool> open_spool(const std::string& path) {
  auto spool = Spool::open(path, {});
  REQUIRE(spool.ok());
  return std::move(spool).value();
}

/// A small capture with a chunk of each kind.
void write_capture(const std::string& path) {
  auto spool = open_spool(path);
  spool->begin(123);
  spool->append_text(ChunkKind::Session, 0, "command=train\n");
  spool->append_text(ChunkKind::Process, 0, "pid=7\n");
  const std::string records = marks(0, 4);
  spool->append_records(0, 5, bytes_of(records), 4);
  spool->append_text(ChunkKind::Left, 0, "reason=exit\n");
  spool->end("why=ended\n");
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

TEST_CASE("a file that was there is replaced when the capture begins, not before") {
  const TempFolder folder;
  const std::string path = folder.write("old.lanes", "LANESCAP" + std::string(9'992, 'x'));
  const std::string left = folder.write("old.lanes.part000003", "of a recorder that was killed");
  { const auto spool = open_spool(path); }
  CHECK(std::filesystem::file_size(path) == 10'000);
  CHECK(std::filesystem::exists(left));
  write_capture(path);
  CHECK(take_apart(bytes_of_file(path)).all.size() == 5);
  CHECK_FALSE(std::filesystem::exists(left));
}

TEST_CASE("a file that is no recording is not written over") {
  const TempFolder folder;
  const std::string path = folder.write("train.py", "print(1)\n");
  const auto spool = Spool::open(path, {});
  REQUIRE(!spool.ok());
  CHECK(spool.error().message.find("not a recording") != std::string::npos);
  CHECK(std::filesystem::file_size(path) == 9);
}

TEST_CASE("of a capture that does not begin no file is left") {
  const TempFolder folder;
  const std::string path = folder.path() + "/new.lanes";
  { const auto spool = open_spool(path); }
  CHECK_FALSE(std::filesystem::exists(path));
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
  spool->end("");
  const CaptureChunks chunks = take_apart(bytes_of_file(path));
  CHECK(chunks.rest == 0);
  REQUIRE(chunks.all.size() == 5);
  CHECK(chunks.all.back().is(ChunkKind::End));
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
    spool->end("");
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
