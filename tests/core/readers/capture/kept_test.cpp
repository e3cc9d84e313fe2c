// A recording of which the last stretch is kept: segments that come and go.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "core/readers/capture/live.h"
#include "core/readers/capture/loader.h"
#include "core/readers/capture/stream.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/followed_capture.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

namespace fs = std::filesystem;

std::string headless(const CaptureBytes& bytes) {
  return bytes.bytes().substr(sizeof(wire::FileHeader));
}

class Segmented {
 public:
  Segmented()
      : path_(folder_.write("run.lanes", CaptureBytes().bytes())),
        followed_(path_, follow_kept_capture(path_)) {}

  void append(int segment, ChannelBytes& lane, std::int64_t now_ns) {
    CaptureBytes bytes;
    bytes.chunk(wire::ChunkKind::Records, lane.take(), 0, 1, now_ns);
    std::ofstream(file(segment), std::ios::app | std::ios::binary) << headless(bytes);
  }
  /// As the recorder does: the definitions move into the file.
  void drop(int segment, ChannelBytes& definitions, std::int64_t now_ns) {
    CaptureBytes bytes;
    bytes.chunk(wire::ChunkKind::Records, definitions.take(), 0, 1, now_ns);
    std::ofstream(path_, std::ios::app | std::ios::binary) << headless(bytes);
    fs::remove(file(segment));
  }
  std::shared_ptr<const Snapshot> read() { return followed_.read(); }
  LoadedTrace settle() { return followed_.settle(); }
  std::shared_ptr<const Snapshot> go_on_from(const LoadedTrace& complete) {
    followed_.live->go_on_from(complete.snapshot, followed_.mark,
                               complete.snapshot->extent.begin_ns);
    return followed_.live->publish();
  }

 private:
  [[nodiscard]] std::string file(int segment) const {
    return path_ + ".part00000" + std::to_string(segment);
  }

  TempFolder folder_;
  std::string path_;
  FollowedCapture followed_;
};

}  // namespace

TEST_CASE("segments are followed one behind the other") {
  Segmented run;
  CHECK(run.read()->slice_count == 0);
  ChannelBytes lane;
  lane.thread(5, "main").push(1000, "a").pop(1010);
  run.append(1, lane, 1020);
  CHECK(run.read()->slice_count == 1);
  lane.push(1100, "b").pop(1110);
  run.append(1, lane, 1120);
  lane.push(1200, "a").push(1210, "c").pop(1220).pop(1230);
  run.append(2, lane, 1240);
  const auto trace = run.read();
  CHECK(trace->tracks.at(0).slices == 4);
  CHECK(trace->extent.begin_ns == 1000);
}

TEST_CASE("what is not kept any more leaves the lanes, and later events keep its names") {
  Segmented run;
  ChannelBytes lane;
  lane.thread(5, "main").push(1000, "forward").pop(1010);
  run.append(1, lane, 1020);
  lane.push(1100, "forward").pop(1110).push(1150, "backward").pop(1160);
  run.append(2, lane, 1170);
  run.read();
  ChannelBytes definitions;
  definitions.thread(5, "main");
  definitions.string("forward");
  run.drop(1, definitions, 1020);
  lane.push(1200, "backward").pop(1210);
  run.append(3, lane, 1220);
  run.read();
  const LoadedTrace complete = run.settle();
  CHECK(complete.snapshot->slice_count == 3);
  CHECK(complete.snapshot->extent.begin_ns == 1100);
  CHECK(complete.texts
            ->json_of(*complete.snapshot->place_of(event_named(*complete.snapshot, "forward", 0)))
            .ok());
  const auto newest = run.go_on_from(complete);
  CHECK(newest->tracks.at(0).slices == 3);
  CHECK(newest->extent.begin_ns == 1100);
  lane.push(1300, "forward").pop(1310);
  run.append(3, lane, 1320);
  const auto later = run.read();
  CHECK(later->tracks.at(0).slices == 4);
  CHECK(later->find_slice(event_named(*later, "forward", 1))->chunk->start_ns[0] == 1300);
}

TEST_CASE("a sampled function that goes on loses the time that is no longer kept") {
  Segmented run;
  ChannelBytes lane, definitions;
  for (ChannelBytes* one : {&lane, &definitions}) {
    one->samples();
    one->sample_stats({.time_ns = 900'000, .period_ns = 100'000});
    const std::uint32_t hot = one->code("/app/hot.py", "hot", 1, 0x030B, "");
    one->stack({{hot, 0}});
    one->stack({{one->code("/app/hot.py", "brief", 9, 0x030B, ""), 0}, {hot, 0}});
  }
  const auto samples_until = [&](std::int64_t from_ns, std::int64_t to_ns) {
    for (std::int64_t at = from_ns; at < to_ns; at += 100'000) lane.sample(at, {.stack = 1});
  };
  lane.sample(1000'000, {.stack = 2});  // opens what goes on and what does not
  samples_until(1100'000, 2000'000);
  run.append(1, lane, 2000'000);
  samples_until(2000'000, 3000'000);
  run.append(2, lane, 3000'000);
  CHECK(run.read()->extent.begin_ns == 1000'000);
  run.drop(1, definitions, 3000'000);
  samples_until(3000'000, 3500'000);
  run.append(3, lane, 3500'000);
  run.read();
  const LoadedTrace complete = run.settle();
  REQUIRE(complete.snapshot->extent.begin_ns == 2000'000);
  CHECK(run.go_on_from(complete)->extent.begin_ns == 2000'000);
  samples_until(3500'000, 4000'000);
  lane.sample(4000'000, {.state = wire::SampledState::Ended});
  run.append(3, lane, 4000'000);
  const auto later = run.read();
  CHECK(later->extent.begin_ns == 2000'000);
  CHECK(later->extent.end_ns == 4000'000);
}

TEST_CASE("a segment that was dropped before it was read is left out, and the rest goes on") {
  Segmented run;
  ChannelBytes lane;
  lane.thread(5).push(1000, "a").pop(1010);
  run.append(1, lane, 1020);
  run.read();
  lane.push(1300, "a").pop(1310);
  run.append(4, lane, 1320);
  std::shared_ptr<const Snapshot> trace;
  for (int i = 0; i < 100; ++i) trace = run.read();
  CHECK(trace->tracks.at(0).slices == 2);
}

/// What a recorder leaves that is killed: a file, and two segments of a range each.
struct LeftSegments {
  LeftSegments() {
    ChannelBytes lane;
    lane.thread(5, "main").push(1'000, "first").pop(2'000);
    whole.hello("pid=100\nexe=python\n");
    segment.records(lane, 1);
    lane.push(3'000, "second").pop(4'000);
    next.records(lane, 1);
  }
  CaptureBytes whole, segment, next;
};

TEST_CASE("segments that a killed recorder left are read with their file") {
  const TempFolder folder;
  const LeftSegments left;
  const std::string path = folder.write("run.lanes", left.whole.bytes());
  folder.write("run.lanes.part000008", headless(left.segment));
  folder.write("run.lanes.part000010", headless(left.next));
  folder.write("run.lanes.partner", "something else");
  const auto loaded = load_trace(path);
  REQUIRE(loaded.ok());
  CHECK(loaded.value().snapshot->slice_count == 2);
  CHECK_FALSE(loaded.value().snapshot->report.complete);
}

TEST_CASE(
    "segments that are cut in place while they are open are told of, and nothing is invented") {
  const TempFolder folder;
  const LeftSegments left;
  const std::string path = folder.write("run.lanes", left.whole.bytes());
  const std::string cut = folder.write("run.lanes.part000008", headless(left.segment));
  folder.write("run.lanes.part000009", headless(left.next));
  const auto loaded = load_trace(path);
  REQUIRE(loaded.ok());
  REQUIRE(loaded.value().snapshot->slice_count == 2);
  const auto place =
      loaded.value().snapshot->place_of(event_named(*loaded.value().snapshot, "second", 0));
  REQUIRE(place);
  CHECK(loaded.value().texts->json_of(*place).ok());

  const std::shared_ptr<ByteSource> source = open_left_segments(path);
  REQUIRE(source);
  CHECK_FALSE(source->changed());
  // A recorder that goes on appends.
  std::ofstream(cut, std::ios::app | std::ios::binary) << "more";
  CHECK_FALSE(source->changed());
  fs::resize_file(cut, headless(left.segment).size() / 2);
  CHECK(source->changed());
  CHECK(loaded.value().texts->json_of(*place).error().message ==
        "the file has changed since it was loaded");
  const auto cut_short = load_capture(source, {.file = path}, {});
  REQUIRE(cut_short.ok());
  const auto& issues = cut_short.value().snapshot->report.issues;
  CHECK(std::ranges::count(issues, std::string_view("file_changed"), &LoadIssue::kind) == 1);
}

TEST_CASE(
    "segments beside a closed file are read with it where they are its own, and it is not whole") {
  // As a recorder once did whose disk had no room to put them together.
  const TempFolder folder;
  ChannelBytes lane;
  lane.thread(5, "main").push(1'000, "first").pop(2'000);
  CaptureBytes whole;
  whole.hello("pid=100\nexe=python\n").chunk(wire::ChunkKind::End, "why=ended\n", 0, 0, 5'000);
  const std::string path = folder.write("run.lanes", whole.bytes());
  for (const auto& [time_ns, own] : {std::pair{2'500, true}, std::pair{6'000, false}}) {
    CAPTURE(time_ns);
    ChannelBytes again = lane;
    CaptureBytes beside;
    beside.chunk(wire::ChunkKind::Records, again.take(), 0, 1, time_ns);
    folder.write("run.lanes.part000008", headless(beside));
    const auto loaded = load_trace(path);
    REQUIRE(loaded.ok());
    CHECK(loaded.value().snapshot->slice_count == (own ? 1 : 0));
    CHECK(loaded.value().snapshot->report.complete == !own);
  }
}

namespace {

/// A file with a Segment chunk, and what its recorder had done by then.
struct LeftFiles {
  TempFolder folder;
  std::string path = folder.path() + "/run.lanes";

  void write(const std::string& ending, const std::string& bytes) const {
    std::ofstream(path + ending, std::ios::binary) << bytes;
  }
  [[nodiscard]] std::vector<std::string> names() const {
    const auto loaded = load_trace(path);
    REQUIRE(loaded.ok());
    const Snapshot& trace = *loaded.value().snapshot;
    CHECK(trace.report.issues.empty());
    std::vector<std::string> found;
    for (const Track& track : trace.tracks) {
      for (const auto& chunk : track.chunks) {
        for (std::uint32_t i = 0; i < chunk->size(); ++i)
          found.emplace_back(trace.text(chunk->name[i]));
      }
    }
    return found;
  }
};

CaptureBytes mark(std::string_view what, int number) {
  CaptureBytes bytes;
  bytes.hello("pid=100\n");
  bytes.chunk(wire::ChunkKind::Segment,
              "number=" + std::to_string(number) + "\nwhat=" + std::string(what) + "\n");
  return bytes;
}

}  // namespace

TEST_CASE("a recorder that was killed while it dropped a segment leaves nothing twice") {
  const LeftFiles left;
  ChannelBytes lane;
  CaptureBytes dropped, next, definitions;
  dropped.records(lane.thread(5).push(10, "old").pop(20), 1);
  dropped.chunk(wire::ChunkKind::Problem, "text=told once\n");
  next.records(lane.push(30, "new").pop(40), 1);
  ChannelBytes known;
  known.thread(5);
  known.string("old");
  definitions.records(known, 1).chunk(wire::ChunkKind::Problem, "text=told once\n");
  const std::string moved = headless(definitions);
  left.write(".part000005", headless(next));
  // All of it has moved, the segment is gone.
  left.write("", mark("definitions", 4).bytes() + moved);
  const auto after = load_trace(left.path);
  CHECK(after.value().snapshot->slice_count == 1);
  const std::vector<LoadIssue>& issues = after.value().snapshot->report.issues;
  CHECK(issues.size() == 2);
  // How many records that were, only a recorder that ends could have told.
  const auto not_kept = std::ranges::find(issues, "not_kept", &LoadIssue::kind);
  REQUIRE(not_kept != issues.end());
  CHECK(not_kept->example == "the first part of the recording, of unknown length");
  // It is still there, whatever has moved.
  left.write(".part000004", headless(dropped));
  for (std::size_t bytes = 0; bytes <= moved.size(); bytes += 4) {
    CAPTURE(bytes);
    left.write("", mark("definitions", 4).bytes() + moved.substr(0, bytes));
    const auto loaded = load_trace(left.path);
    REQUIRE(loaded.ok());
    CHECK(loaded.value().snapshot->slice_count == 2);
    REQUIRE(loaded.value().snapshot->report.issues.size() == 1);
    CHECK(loaded.value().snapshot->report.issues[0].count == 1);
  }
  // One before it that could not be removed is not read again.
  left.write(".part000003", headless(dropped));
  CHECK(load_trace(left.path).value().snapshot->slice_count == 2);
}

TEST_CASE("a recorder that was killed while it joined a segment leaves nothing twice") {
  const LeftFiles left;
  ChannelBytes lane;
  CaptureBytes first, next;
  first.records(lane.thread(5).push(10, "first").pop(20), 1);
  first.records(lane.push(22, "second").pop(24), 1);
  next.records(lane.push(30, "third").pop(40), 1);
  const std::string moved = headless(first);
  left.write(".part000004", moved);
  left.write(".part000005", headless(next));
  const std::vector<std::string> all{"first", "second", "third"};
  for (std::size_t bytes = 0; bytes <= moved.size(); ++bytes) {
    CAPTURE(bytes);
    left.write("", mark("all", 4).bytes() + moved.substr(0, bytes));
    CHECK(left.names() == all);
  }
  // The front of it was given up for want of room.
  left.write(".part000004", std::string(64, '\0') + moved.substr(64));
  left.write("", mark("all", 4).bytes() + moved.substr(0, 72));
  CHECK(left.names() == all);
  fs::remove(left.path + ".part000004");
  left.write("", mark("all", 4).bytes() + moved);
  CHECK(left.names() == all);
}
