// Recordings that were damaged after they were written, or of which parts are missing.
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <sys/file.h>

#include "core/base/bytes/crc32c.h"
#include "core/base/files/file_descriptor.h"
#include "core/view/overview/load_report_model.h"
#include "tests/core/readers/capture/loaded_capture.h"

using namespace lanescope;

namespace {

constexpr Ns kMillisecondNs = 1'000'000;

/// Chunks of one thread with a range each, 10 ms apart, within a range over all of them.
CaptureBytes ranges(int count) {
  ChannelBytes lane;
  CaptureBytes capture;
  capture.numbered().chunk(wire::ChunkKind::Process, "pid=70\n", 0, 0, 1);
  lane.thread(7).push(1 * kMillisecondNs, "all", 999);
  const auto write = [&](Ns time_ns) {
    capture.chunk(wire::ChunkKind::Records, lane.take(), 0, 1, time_ns);
  };
  for (int i = 1; i <= count; ++i) {
    const std::string name = "range " + std::string(1, static_cast<char>('a' + i - 1));
    lane.push(i * 10 * kMillisecondNs, name, static_cast<std::uint32_t>(i))
        .pop(i * 10 * kMillisecondNs + kMillisecondNs);
    write(i * 10 * kMillisecondNs + 2 * kMillisecondNs);
  }
  lane.add(wire::RecordType::RangePop, 999, wire::RangePopRecord{{}, 1'000 * kMillisecondNs});
  write(1'001 * kMillisecondNs);
  return capture.unnumbered().chunk(wire::ChunkKind::End,
                                    "last_chunk=" + std::to_string(count + 2) + "\n", 0, 0,
                                    1'002 * kMillisecondNs);
}

std::vector<std::string> chunks_of(std::string_view bytes) {
  bytes.remove_prefix(sizeof(wire::FileHeader));
  std::vector<std::string> chunks;
  while (!bytes.empty()) {
    wire::ChunkHeader header{};
    std::memcpy(&header, bytes.data(), sizeof header);
    const std::size_t size = sizeof header + (header.bytes + std::size_t{7}) / 8 * 8;
    chunks.emplace_back(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
  return chunks;
}

std::string file_of(const std::vector<std::string>& chunks) {
  std::string bytes = CaptureBytes().bytes();
  for (const std::string& chunk : chunks) bytes += chunk;
  return bytes;
}

Ns end_of(const LoadedCapture& loaded, std::string_view name) {
  const SliceRef slice = loaded.slice(name);
  return slice.chunk->end_ns(slice.slice);
}

bool is_called_damaged(const LoadedCapture& loaded) {
  const LoadReport& report = loaded.trace().report;
  CHECK(report.kept + report.listed == loaded.trace().counts.total);
  return report.damaged && !report.complete;
}

LoadIssue lost_chunk(const LoadedCapture& loaded) {
  for (const LoadIssue& issue : loaded.trace().report.issues) {
    if (issue.kind == "lost_chunk") return issue;
  }
  return {};
}

/// As earlier versions wrote them.
std::string in_version_1(const CaptureBytes& capture) {
  std::string bytes = capture.bytes().substr(0, sizeof(wire::FileHeader));
  bytes[8] = 1;
  for (std::string chunk : chunks_of(capture.bytes())) {
    wire::ChunkHeader header{};
    std::memcpy(&header, chunk.data(), sizeof header);
    const std::string_view payload = std::string_view(chunk).substr(sizeof header, header.bytes);
    const wire::ChunkHeader1 old{header.magic,   header.kind,
                                 header.process, header.channel,
                                 header.bytes,   crc32c(std::as_bytes(std::span(payload))),
                                 header.time_ns};
    std::memcpy(chunk.data(), &old, sizeof old);
    bytes += chunk;
  }
  return bytes;
}

}  // namespace

TEST_CASE("a launch whose stack was damaged has no Python frames") {
  for (const bool whole : {true, false}) {
    ChannelBytes lane;
    ChannelBytes gpu;
    const std::uint32_t code = lane.thread(7).code("train.py", "step", 3, 0x030C, "");
    const std::uint32_t known = lane.stack({{code, 0}});
    const std::uint32_t used = whole ? known : known + 1;
    lane.begin(10, {.correlation = 1, .stack = used}).end(20, 1);
    CaptureBytes capture;
    capture.hello("pid=70\n")
        .records(lane, 1)
        .records(gpu.gpu().kernel(30, 40, {.correlation = 1}), 2);
    const LoadedCapture loaded(capture.end());
    CHECK(loaded.trace().kernel_links.with_launch == 1);
    CHECK(loaded.trace().kernel_links.with_python == (whole ? 1 : 0));
  }
}

TEST_CASE("a whole recording has no damage") {
  const LoadedCapture loaded(ranges(5));
  CHECK(loaded.trace().report.complete);
  CHECK(loaded.trace().report.issues.empty());
  CHECK(loaded.trace().slice_count == 6);
}

TEST_CASE("recordings of version 1 open as before") {
  const LoadedCapture loaded(in_version_1(ranges(5)));
  CHECK(loaded.trace().report.complete);
  CHECK(loaded.trace().report.issues.empty());
  CHECK(loaded.trace().slice_count == 6);
  CHECK(end_of(loaded, "all") == 1'000 * kMillisecondNs);
  std::string damaged = in_version_1(ranges(5));
  damaged[damaged.find("range c")] ^= 1;
  const LoadedCapture other(damaged);
  CHECK(is_called_damaged(other));
  CHECK(other.issues("lost_chunk") == 1);
  CHECK(end_of(other, "all") == 22 * kMillisecondNs);
}

TEST_CASE("what was open where a recording is damaged lasts until there, and is no known length") {
  std::string bytes = ranges(5).bytes();
  bytes[bytes.find("range c")] ^= 1;
  const LoadedCapture loaded(bytes);
  CHECK(is_called_damaged(loaded));
  CHECK(loaded.issues("lost_chunk") == 1);
  CHECK(lost_chunk(loaded).lost);
  CHECK(end_of(loaded, "all") == 22 * kMillisecondNs);  // its last chunk before
  CHECK(end_of(loaded, "range d") == 41 * kMillisecondNs);
  CHECK(loaded.issues("end_without_begin") == 1);
  const SliceRef mark = loaded.slice("The recording is damaged");
  CHECK(mark.chunk->range(mark.slice) == TimeRange{22 * kMillisecondNs, 42 * kMillisecondNs});
  CHECK(loaded.args("The recording is damaged") == "{}");
}

TEST_CASE("each damaged chunk of a recording counts, and so does each next to it") {
  std::string bytes = ranges(8).bytes();
  for (const char* name : {"range b", "range c", "range f"}) bytes[bytes.find(name)] ^= 1;
  CHECK(LoadedCapture(bytes).issues("lost_chunk") == 3);
}

TEST_CASE("a changed bit anywhere in a recording is noticed") {
  const std::string whole = ranges(3).bytes();
  for (std::size_t at = sizeof(wire::FileHeader); at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] ^= 1;
    const LoadedCapture loaded(bytes);
    CAPTURE(at);
    const bool is_padding =
        loaded.trace().report.complete && whole[at] == 0 && loaded.trace().slice_count == 4;
    if (!is_padding) CHECK_FALSE(loaded.trace().report.complete);
  }
}

TEST_CASE("chunks that are deleted, swapped or in the file twice are noticed") {
  std::vector<std::string> chunks = chunks_of(ranges(5).bytes());
  SUBCASE("deleted") {
    chunks.erase(chunks.begin() + 3);
    const LoadedCapture loaded(file_of(chunks));
    CHECK(is_called_damaged(loaded));
    CHECK(loaded.issues("lost_chunk") == 1);
    CHECK(lost_chunk(loaded).example == "0 bytes skipped");
    CHECK(end_of(loaded, "all") == 22 * kMillisecondNs);
  }
  SUBCASE("deleted before the end") {
    chunks.erase(chunks.end() - 3, chunks.end() - 1);
    const LoadedCapture loaded(file_of(chunks));
    CHECK(is_called_damaged(loaded));
    CHECK(loaded.issues("lost_chunk") == 2);
    CHECK(end_of(loaded, "all") == 42 * kMillisecondNs);  // its last chunk that is left
  }
  SUBCASE("swapped") {
    std::swap(chunks[3], chunks[4]);
    const LoadedCapture loaded(file_of(chunks));
    CHECK(is_called_damaged(loaded));
    CHECK(loaded.issues("lost_chunk") == 1);
  }
  SUBCASE("twice") {
    chunks.insert(chunks.begin() + 5, chunks[3]);
    const LoadedCapture loaded(file_of(chunks));
    CHECK(is_called_damaged(loaded));
    CHECK(loaded.issues("lost_chunk") == 0);
    CHECK(loaded.issues("damaged_chunk") == 1);
    CHECK(loaded.trace().slice_count == 6);
    CHECK(end_of(loaded, "all") == 1'000 * kMillisecondNs);
  }
}

TEST_CASE("what a thread was sampled in does not last over damage") {
  ChannelBytes lane;
  CaptureBytes capture;
  capture.numbered().chunk(wire::ChunkKind::Process, "pid=70\nwhy=sampled\n", 0, 0, 1);
  lane.samples().sample_stats({.time_ns = kMillisecondNs, .period_ns = 10 * kMillisecondNs});
  const std::uint32_t stack = lane.stack({{lane.code("a.py", "work", 1, 0x030C, ""), 0}});
  const auto write = [&](Ns from_ns) {
    for (Ns at = from_ns; at < from_ns + 100 * kMillisecondNs; at += 10 * kMillisecondNs)
      lane.sample(at, {.tid = 5, .stack = stack});
    capture.chunk(wire::ChunkKind::Records, lane.take(), 0, 0, from_ns + 100 * kMillisecondNs);
  };
  write(10 * kMillisecondNs);
  capture.numbered(2 + 1);  // the chunk of the next 100 ms is missing
  write(210 * kMillisecondNs);
  lane.sample(320 * kMillisecondNs, {.tid = 5, .stack = stack + 1});  // defined in it
  capture.chunk(wire::ChunkKind::Records, lane.take(), 0, 0, 321 * kMillisecondNs);
  const LoadedCapture loaded(capture.end());
  CHECK(loaded.issues("missing_text") == 1);
  CHECK(loaded.issues("torn_samples") == 0);
  const SliceRef first = loaded.slice("a.py(1): work");
  CHECK(first.chunk->range(first.slice) == TimeRange{10 * kMillisecondNs, 110 * kMillisecondNs});
}

TEST_CASE("a recording that is cut within its first bytes is truncated, not of another version") {
  TempFolder folder;
  const auto result = load_trace(folder.write("run.lanes", ranges(1).bytes().substr(0, 20)));
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().message.find("is truncated") != std::string::npos);
}

TEST_CASE("a recording that its recorder still writes is not called stopped") {
  TempFolder folder;
  const std::string bytes = ranges(3).bytes();
  const std::string path = folder.write("run.lanes", bytes.substr(0, bytes.size() - 60));
  const auto warning = [&] {
    return build_load_report(*load_trace(path).value().snapshot).warning;
  };
  {
    const FileDescriptor recorder(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    REQUIRE(::flock(recorder.get(), LOCK_EX) == 0);
    CHECK(warning().starts_with("The recording is still running."));
  }
  CHECK(warning().starts_with("The file is truncated"));
}

TEST_CASE("of the parts of a killed recorder that kept the last seconds, a missing one is told") {
  TempFolder folder;
  const std::vector<std::string> chunks = chunks_of(ranges(6).bytes());
  const auto part = [&](const std::string& name, std::size_t first, std::size_t last) {
    std::string bytes;
    for (std::size_t at = first; at < last; ++at) bytes += chunks[at];
    folder.write("run.lanes.part00000" + name, bytes);
  };
  // Chunks 1 and 2 are gone, but for their definitions.
  CaptureBytes file;
  file.chunk(wire::ChunkKind::Segment, "number=1\nwhat=definitions\nnext=3\n");
  const std::string path = folder.write("run.lanes", file.bytes() + chunks[0]);
  const auto lost = [&] {
    const auto loaded = load_trace(path);
    std::uint64_t count = 0;
    for (const LoadIssue& issue : loaded.value().snapshot->report.issues)
      count += issue.kind == "lost_chunk" ? issue.count : 0;
    CHECK(loaded.value().snapshot->report.damaged == (count != 0));
    return count;
  };
  CHECK(lost() == 1);  // there is nothing but the file
  part("2", 2, 4);
  part("3", 4, 5);
  part("4", 5, 6);
  CHECK(lost() == 0);
  SUBCASE("in the middle") {
    std::filesystem::remove(path + ".part000003");
    CHECK(lost() == 1);
  }
  SUBCASE("emptied") {
    part("3", 0, 0);
    CHECK(lost() == 1);
  }
  SUBCASE("the first") {
    std::filesystem::remove(path + ".part000002");
    CHECK(lost() == 2);
  }
}
