// A recording of which the last stretch is kept: segments that come and go.
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "core/readers/capture_live.h"
#include "core/readers/capture_loader.h"
#include "core/readers/capture_stream.h"
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

  void append(int segment, LaneBytes& lane, std::int64_t now_ns) {
    CaptureBytes bytes;
    bytes.chunk(wire::ChunkKind::Records, lane.take(), 0, 1, now_ns);
    std::ofstream(file(segment), std::ios::app | std::ios::binary) << headless(bytes);
  }
  /// As the recorder does: the definitions move into the file.
  void drop(int segment, LaneBytes& definitions, std::int64_t now_ns) {
    CaptureBytes bytes;
    bytes.chunk(wire::ChunkKind::Records, definitions.take(), 0, 1, now_ns);
    std::ofstream(path_, std::ios::app | std::ios::binary) << headless(bytes);
    fs::remove(file(segment));
  }
  std::shared_ptr<const Snapshot> read() { return followed_.read(); }
  LoadedTrace settle() { return followed_.settle(); }
  std::shared_ptr<const Snapshot> go_on_from(const LoadedTrace& settled) {
    followed_.live->go_on_from(settled.snapshot, followed_.mark, settled.snapshot->extent.begin_ns);
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
  LaneBytes lane;
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
  LaneBytes lane;
  lane.thread(5, "main").push(1000, "forward").pop(1010);
  run.append(1, lane, 1020);
  lane.push(1100, "forward").pop(1110).push(1150, "backward").pop(1160);
  run.append(2, lane, 1170);
  run.read();
  LaneBytes definitions;
  definitions.thread(5, "main");
  definitions.string("forward");
  run.drop(1, definitions, 1020);
  lane.push(1200, "backward").pop(1210);
  run.append(3, lane, 1220);
  run.read();
  const LoadedTrace settled = run.settle();
  CHECK(settled.snapshot->slice_count == 3);
  CHECK(settled.snapshot->extent.begin_ns == 1100);
  CHECK(settled.texts
            ->json_of(*settled.snapshot->place_of(event_named(*settled.snapshot, "forward", 0)))
            .ok());
  const auto newest = run.go_on_from(settled);
  CHECK(newest->tracks.at(0).slices == 3);
  CHECK(newest->extent.begin_ns == 1100);
  lane.push(1300, "forward").pop(1310);
  run.append(3, lane, 1320);
  const auto later = run.read();
  CHECK(later->tracks.at(0).slices == 4);
  CHECK(later->find_slice(event_named(*later, "forward", 1))->chunk->start_ns[0] == 1300);
}

TEST_CASE("a segment that was dropped before it was read is left out, and the rest goes on") {
  Segmented run;
  LaneBytes lane;
  lane.thread(5).push(1000, "a").pop(1010);
  run.append(1, lane, 1020);
  run.read();
  lane.push(1300, "a").pop(1310);
  run.append(4, lane, 1320);
  std::shared_ptr<const Snapshot> trace;
  for (int i = 0; i < 100; ++i) trace = run.read();
  CHECK(trace->tracks.at(0).slices == 2);
}

TEST_CASE("segments that a killed recorder left are read with their file, until that is closed") {
  const TempFolder folder;
  LaneBytes lane;
  lane.thread(5, "main").push(1'000, "first").pop(2'000);
  CaptureBytes whole, segment, next;
  whole.hello("pid=100\nexe=python\n");
  segment.records(lane, 1);
  lane.push(3'000, "second").pop(4'000);
  next.records(lane, 1);
  const std::string path = folder.write("run.lanes", whole.bytes());
  folder.write("run.lanes.part000008", headless(segment));
  folder.write("run.lanes.part000010", headless(next));
  folder.write("run.lanes.partner", "something else");
  const auto loaded = load_trace(path);
  REQUIRE(loaded.ok());
  CHECK(loaded.value().snapshot->slice_count == 2);
  CHECK_FALSE(loaded.value().snapshot->report.complete);
  // Of another recording, once this one says that it is whole.
  folder.write("run.lanes", whole.end().bytes());
  const auto closed = load_trace(path);
  REQUIRE(closed.ok());
  CHECK(closed.value().snapshot->slice_count == 0);
}
