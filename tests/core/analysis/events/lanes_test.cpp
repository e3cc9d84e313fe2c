#include "core/analysis/events/lanes.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/events/flow_counts.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

TEST_CASE("a stream's kernels and annotations are one lane of the text face") {
  const HandMadeTrace trace({
      gpu_slice("gpu_user_annotation", "step", "0", "20.5"),
      gpu_slice("kernel", "a", "1", "10"),
      gpu_slice("kernel", "b", "5", "10"),
      slice("cpu_op", "op", "0", "5"),
  });
  const TrackList list = list_tracks(*trace);
  REQUIRE(list.lanes.size() == 2);
  const TrackSummary& stream = list.lanes[list.lanes[0].kind == TrackKind::GpuStream ? 0 : 1];
  CHECK(trace->text(stream.thread) == "7");
  CHECK(stream.slices == 3);
  CHECK(stream.depth == 3);
  CHECK(stream.rows == 3);  // one of the annotations, and two of kernels that overlap
  CHECK(stream.crossings == 1);
  CHECK(stream.stream == 7);
  CHECK(list.lane_of_track.size() == trace->tracks.size());
}

TEST_CASE("a stream is one however many annotations lie over its kernels") {
  const auto note = [](const char* from) {
    return gpu_slice("gpu_user_annotation", "step", from, "2");
  };
  for (const bool kernel_first : {false, true}) {
    CAPTURE(kernel_first);
    const std::string kernel = gpu_slice("kernel", "a", "1", "10");
    const HandMadeTrace trace(
        kernel_first ? std::vector<std::string>{kernel, note("1"), note("4"), note("8")}
                     : std::vector<std::string>{note("1"), note("4"), note("8"), kernel});
    const TrackList list = list_tracks(*trace);
    REQUIRE(list.lanes.size() == 1);
    CHECK(list.lanes[0].kind == TrackKind::GpuStream);
  }
}

TEST_CASE("samples are a part of their thread's lane, and cross nothing that it recorded") {
  const HandMadeTrace trace(
      {slice("cpu_op", "op", "5", "10"), slice("python_sample", "a.py(1): f", "0", "10"),
       slice("python_line", "a.py:2", "0", "10"), slice("thread_state", "running", "0", "12"),
       slice("python_sample", "a.py(1): f", "0", "10", "", "1", "2"),
       slice("thread_state", "running", "0", "12", "", "1", "2")});
  const TrackList list = list_tracks(*trace);
  REQUIRE(list.lanes.size() == 2);
  CHECK(list.lanes[0].slices == 4);
  CHECK(list.lanes[0].depth == 2);
  CHECK(list.lanes[0].crossings == 0);
  CHECK(list.lanes[0].tracks.size() == 3);
  CHECK(list.lanes[1].slices == 2);
  CHECK(list.lanes[1].depth == 1);
}

TEST_CASE("a lane of instants alone has no depth") {
  const HandMadeTrace trace(
      {R"({"ph": "i", "name": "mark", "cat": "cpu_instant_event", "pid": 1, "tid": 1, "ts": 5})"});
  const TrackList list = list_tracks(*trace);
  REQUIRE(list.lanes.size() == 1);
  CHECK(list.lanes[0].depth == 0);
  CHECK(list.lanes[0].rows == 0);
}

TEST_CASE("flows pair by category and id") {
  const auto flow = [](const char* ph, const char* cat, int id) {
    return std::string(R"({"ph": ")") + ph + R"(", "cat": ")" + cat +
           R"(", "name": "f", "pid": 1, "tid": 1, "ts": 1, "id": )" + std::to_string(id) + "}";
  };
  const HandMadeTrace trace({flow("s", "ac2g", 1), flow("f", "ac2g", 1), flow("f", "ac2g", 1),
                             flow("s", "ac2g", 2), flow("f", "fwdbwd", 2), flow("t", "ac2g", 2)});
  const auto flows = count_flows(*trace);
  REQUIRE(flows.size() == 2);
  CHECK(flows[0].category == "ac2g");
  CHECK(flows[0].starts == 2);
  CHECK(flows[0].steps == 1);
  CHECK(flows[0].ends == 2);
  CHECK(flows[0].paired == 1);
  CHECK(flows[1].paired == 0);
}
