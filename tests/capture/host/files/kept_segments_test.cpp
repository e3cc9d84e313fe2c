#include "capture/host/files/kept_segments.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include <doctest/doctest.h>

#include "tests/capture/capture_chunks.h"
#include "tests/capture/failing_disk.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"

using namespace lanescope;
using wire::ChunkKind;

namespace {

std::string record(wire::RecordType type, std::int64_t time_ns) {
  wire::MarkRecord record{};
  record.header = {static_cast<std::uint16_t>(type), 3, 0};
  record.time_ns = time_ns;
  return {reinterpret_cast<const char*>(&record), sizeof record};
}

struct Kept {
  Kept(const std::string& folder, KeepLast limit)
      : whole(std::move(ChunkFile::create(folder + "/a.lanes", 0600, disk)).value()),
        segments(whole, limit) {
    wire::FileHeader header{};
    std::memcpy(header.magic, wire::kFileMagic, sizeof header.magic);
    header.major = wire::kFileMajor;
    whole.append_header(header);
  }
  bool append(ChunkKind kind, std::int64_t now_ns, const std::string& payload) {
    return segments.append({kind, 0, 0, wall_ns, std::as_bytes(std::span(payload))}, now_ns);
  }
  CaptureChunks read() { return take_apart(content_of_file(whole.path())); }

  FailingDisk disk;
  std::int64_t wall_ns = 0;  // the time of day, which may be set
  ChunkFile whole;
  KeptSegments segments;
};

std::size_t files_in(const std::string& folder) {
  const std::filesystem::directory_iterator begin(folder);
  return static_cast<std::size_t>(std::distance(begin, {}));
}

}  // namespace

TEST_CASE("of a long capture the last seconds and all definitions are kept, in order") {
  const TempFolder folder;
  Kept kept(folder.path(), {8000, 0});
  kept.append(ChunkKind::Process, 0, "pid=7\n");
  // A mark per ns, a string before every 1000th of them.
  for (std::int64_t i = 0; i < 100'000; ++i) {
    std::string payload = record(wire::RecordType::Mark, i);
    if (i % 1000 == 0) payload = record(wire::RecordType::String, i) + payload;
    REQUIRE(kept.append(ChunkKind::Records, i, payload));
  }
  // Segments of 1000 ns; eight newer ones are needed before the oldest is dropped: never more than
  // ten.
  CHECK(files_in(folder.path()) <= 1 + 10);
  REQUIRE(kept.segments.join());
  CHECK(files_in(folder.path()) == 1);

  const CaptureChunks chunks = kept.read();
  CHECK(chunks.rest == 0);
  CHECK(chunks.texts(ChunkKind::Process).size() == 1);
  const std::string records = chunks.records(0, 0);
  const auto times = mark_times(records);
  CHECK(times.back() == 99'999);
  CHECK(times.size() >= 8000);
  CHECK(times.size() <= 10'000);
  CHECK(times.size() + kept.segments.dropped_records() == 100'000);
  // The first mark was at 0 and one came each ns.
  CHECK(kept.segments.dropped_ns() == times.front());
  for (std::size_t i = 1; i < times.size(); ++i) REQUIRE(times[i] == times[i - 1] + 1);
  CHECK(records.size() == (times.size() + 100) * sizeof(wire::MarkRecord));
}

TEST_CASE("a segment that the disk has damaged costs what is in it, and the capture goes on") {
  const TempFolder folder;
  Kept kept(folder.path(), {8000, 0});
  REQUIRE(kept.append(ChunkKind::Records, 0, record(wire::RecordType::String, 0)));
  {
    std::fstream segment(folder.path() + "/a.lanes.part000001",
                         std::ios::in | std::ios::out | std::ios::binary);
    segment.seekp(sizeof(wire::ChunkHeader) + offsetof(wire::RecordHeader, words));
    segment.write("\0\0", 2);
    REQUIRE(segment.good());
  }
  for (std::int64_t i = 100; i <= 20'000; i += 100)
    REQUIRE(kept.append(ChunkKind::Records, i, record(wire::RecordType::Mark, i)));
  REQUIRE(kept.segments.join());
  CHECK(mark_times(kept.read().records(0, 0)).back() == 20'000);
}

TEST_CASE("tables of a channel stay between the openings they belong to") {
  const TempFolder folder;
  Kept kept(folder.path(), {800, 0});
  using wire::RecordType;
  const std::vector<RecordType> order{
      RecordType::ChannelOpen, RecordType::String, RecordType::Mark,   RecordType::ChannelOpen,
      RecordType::Code,        RecordType::Stack,  RecordType::Kernel, RecordType::ThreadName};
  for (std::size_t i = 0; i < order.size(); ++i)
    kept.append(ChunkKind::Records, static_cast<std::int64_t>(i) * 100,
                record(order[i], static_cast<std::int64_t>(i)));
  kept.append(ChunkKind::Records, 5000, record(RecordType::Mark, 8));
  kept.append(ChunkKind::Records, 5100, record(RecordType::Mark, 9));
  kept.append(ChunkKind::Records, 6100, record(RecordType::Mark, 10));
  kept.segments.join();
  std::vector<std::int64_t> order_found;
  const std::string records = kept.read().records(0, 0);
  for (std::size_t at = 0; at < records.size(); at += sizeof(wire::MarkRecord)) {
    wire::MarkRecord one{};
    std::memcpy(&one, records.data() + at, sizeof one);
    order_found.push_back(one.time_ns);
  }
  // The mark (2) and the kernel (6) are too old, but the definitions around them are kept.
  CHECK(order_found.at(0) == 0);
  CHECK(std::is_sorted(order_found.begin(), order_found.end()));
  CHECK(std::find(order_found.begin(), order_found.end(), 2) == order_found.end());
  CHECK(std::find(order_found.begin(), order_found.end(), 6) == order_found.end());
  for (const std::int64_t kept_one : {1, 3, 4, 5, 7, 10})
    CHECK(std::find(order_found.begin(), order_found.end(), kept_one) != order_found.end());
}

TEST_CASE("a range that began before what is kept is there, begun at its edge") {
  const TempFolder folder;
  Kept kept(folder.path(), {8000, 0});
  const auto append = [&](ChannelBytes& lane, std::int64_t now_ns) {
    kept.wall_ns = now_ns;
    return kept.append(ChunkKind::Records, now_ns, lane.take());
  };
  ChannelBytes lane;
  REQUIRE(append(lane.thread(5).push(10, "short", 1).pop(15).push(20, "step", 2), 100));
  CHECK(kept.segments.begun_earlier().empty());  // all is kept
  std::int64_t now_ns = 200;
  for (; now_ns < 50'000; now_ns += 100)
    REQUIRE(append(lane.push(now_ns - 50, "op", 3).pop(now_ns - 40), now_ns));
  const auto cut = kept.segments.begun_earlier();
  REQUIRE(cut.size() == 1);
  // Nothing of the thread is kept from before the edge.
  REQUIRE(kept.segments.join());
  const std::string records = kept.read().records(0, 0);
  const std::size_t at = records.find(std::string(
      reinterpret_cast<const char*>(cut.front().records.data()), cut.front().records.size()));
  REQUIRE(at != std::string::npos);
  wire::RangePushRecord step{}, next{};
  std::memcpy(&step, records.data() + at + sizeof(wire::BegunEarlierRecord), sizeof step);
  std::memcpy(&next, records.data() + at + cut.front().records.size(), sizeof next);
  CHECK(step.range == 2);
  CHECK(step.time_ns == next.time_ns);
  CHECK(step.time_ns > 50'000 - 11'000);
  CHECK(step.time_ns < 50'000 - 8000);
}

TEST_CASE("a range whose end is not kept either is not there") {
  const TempFolder folder;
  Kept kept(folder.path(), {8000, 0});
  ChannelBytes lane;
  REQUIRE(kept.append(ChunkKind::Records, 0, lane.thread(5).push(10, "step").take()));
  REQUIRE(kept.append(ChunkKind::Records, 5000, lane.pop(5000).take()));
  for (std::int64_t i = 6000; i < 50'000; i += 100)
    REQUIRE(kept.append(ChunkKind::Records, i, record(wire::RecordType::Mark, i)));
  CHECK(kept.segments.begun_earlier().empty());
}

TEST_CASE("a limit of bytes holds the data on the disk below a quarter more") {
  const TempFolder folder;
  Kept kept(folder.path(), {0, 80'000});
  std::uint64_t most = 0;
  for (std::int64_t i = 0; i < 20'000; ++i) {
    REQUIRE(kept.append(ChunkKind::Records, i, record(wire::RecordType::Mark, i)));
    most = std::max(most, kept.segments.bytes());
  }
  // Eight segments of 10,000 bytes cover the limit, plus the one being written and the one about to
  // be dropped, each at most a chunk larger.
  CHECK(most >= 80'000);
  CHECK(most <= 100'000 + 10 * 56);
  // No definitions: only the segment numbers are left of what was dropped.
  const CaptureChunks chunks = kept.read();
  CHECK(chunks.all.size() == chunks.texts(ChunkKind::Segment).size());
}

TEST_CASE("what is kept can be put together by hand after a crash") {
  const TempFolder folder;
  Kept kept(folder.path(), {800, 0});
  for (std::int64_t i = 0; i < 3000; ++i)
    kept.append(ChunkKind::Records, i, record(wire::RecordType::Mark, i));
  std::vector<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(folder.path()))
    files.push_back(file.path().string());
  std::sort(files.begin(), files.end());  // as the shell sorts them
  std::string joined;
  for (const std::string& file : files) joined += content_of_file(file);
  const CaptureChunks chunks = take_apart(joined);
  CHECK(chunks.rest == 0);
  const auto times = mark_times(chunks.records(0, 0));
  CHECK(times.size() >= 800);
  CHECK(times.back() == 2999);
}

TEST_CASE("what is kept goes by the time that passes, whatever is made of the time of day") {
  for (const std::int64_t set_ns : {-3'600'000'000'000, 3'600'000'000'000}) {
    CAPTURE(set_ns);
    const TempFolder folder;
    Kept kept(folder.path(), {8000, 0});
    for (std::int64_t i = 0; i < 40'000; i += 10) {
      kept.wall_ns = i < 20'000 ? i : i + set_ns;
      REQUIRE(kept.append(ChunkKind::Records, i, record(wire::RecordType::Mark, i)));
      REQUIRE(files_in(folder.path()) <= 1 + 10);
    }
    REQUIRE(kept.segments.join());
    const auto times = mark_times(kept.read().records(0, 0));
    CHECK(times.front() >= 40'000 - 10'000);
    CHECK(times.front() <= 40'000 - 8000);
  }
}

TEST_CASE("segments are joined on a disk that has room for a piece of one") {
  const TempFolder folder;
  Kept kept(folder.path(), {8000, 0});
  const std::string large = record(wire::RecordType::Mark, 0) + std::string(3 << 20, '\0');
  for (std::int64_t i = 0; i < 3; ++i) REQUIRE(kept.append(ChunkKind::Records, i, large));
  // The second megabyte does not fit until the first has been freed.
  kept.disk.fail_from = kept.disk.writes() + 4;
  kept.disk.for_a_moment = true;
  REQUIRE(kept.segments.join());
  CHECK(files_in(folder.path()) == 1);
  const CaptureChunks chunks = kept.read();
  CHECK(chunks.rest == 0);
  CHECK(chunks.records(0, 0) == large + large + large);
}

TEST_CASE(
    "segments that cannot be joined stay beside the file and can still be put together by hand") {
  for (const int reason : {ENOSPC, EFBIG}) {
    CAPTURE(reason);
    const TempFolder folder;
    Kept kept(folder.path(), {8000, 0});
    const std::string large = record(wire::RecordType::Mark, 0) + std::string(3 << 20, '\0');
    REQUIRE(kept.append(ChunkKind::Records, 0, large));
    const std::string before = content_of_file(kept.whole.path());
    const std::string segment = content_of_file(folder.path() + "/a.lanes.part000001");
    // The announcement and the first megabyte fit.
    kept.disk.fail_from = kept.disk.writes() + 5;
    kept.disk.reason = reason;
    kept.disk.frees = reason == EFBIG;
    CHECK_FALSE(kept.segments.join());
    CHECK(kept.segments.error() == reason);
    CHECK(content_of_file(kept.whole.path()) == before);
    CHECK(content_of_file(folder.path() + "/a.lanes.part000001") == segment);
  }
}

TEST_CASE("what finds no room when segments are dropped is in the file once or not at all") {
  const auto fill = [](Kept& kept) {
    bool all = kept.append(ChunkKind::Process, 0, "pid=7\n");
    for (std::int64_t i = 0; i < 3000; i += 10) {
      std::string payload = record(wire::RecordType::Mark, i);
      if (i % 100 == 0) payload = record(wire::RecordType::String, i) + payload;
      all = kept.append(ChunkKind::Records, i, payload) && all;
    }
    return all;
  };
  std::uint64_t writes = 0;
  {
    const TempFolder folder;
    Kept kept(folder.path(), {800, 0});
    REQUIRE(fill(kept));
    writes = kept.disk.writes();
  }
  for (std::uint64_t at = 1; at < writes; at += 7) {
    CAPTURE(at);
    const TempFolder folder;
    Kept kept(folder.path(), {800, 0});
    kept.disk.fail_from = at;
    kept.disk.for_a_moment = true;
    CHECK_FALSE(fill(kept));
    CHECK(kept.segments.join());
    const CaptureChunks chunks = kept.read();
    CHECK(chunks.rest == 0);
    CHECK(chunks.texts(ChunkKind::Process).size() <= 1);
    const auto times = mark_times(chunks.records(0, 0));
    CHECK(std::adjacent_find(times.begin(), times.end(), std::greater_equal<>()) == times.end());
  }
}
