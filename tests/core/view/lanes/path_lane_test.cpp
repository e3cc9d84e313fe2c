#include "core/view/lanes/path_lane.h"

#include <algorithm>
#include <memory>

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "core/view/lanes/model.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// In µs. The path of 0 to 24: mm 0-4, its launch call 4-6, mm 6-10, nothing 10-12, add 12-15, the
/// launch of its kernel 15-20, the kernel 20-24.
std::shared_ptr<const Snapshot> two_kernels() {
  return TraceText()
      .cpu("cpu_op", "aten::mm", "0", "10")
      .cpu("cuda_runtime", "cudaLaunchKernel", "4", "2", R"("correlation": 1)")
      .cpu("cpu_op", "aten::add", "12", "10")
      .cpu("cuda_runtime", "cudaLaunchKernel", "15", "2", R"("correlation": 2)")
      .kernel("gemm", "8", "5", "1")
      .kernel("add_kernel", "20", "4", "2")
      .load();
}

PathLane path_of(const std::shared_ptr<const Snapshot>& trace, TimeRange range) {
  const auto read = [](EventId) -> std::optional<JsonValue> { return std::nullopt; };
  auto path = std::make_shared<const CriticalPath>(
      analyse_critical_path({*trace, range_window(range), read}));
  return {*trace, std::move(path), WindowKind::Range};
}
PathLane path_of(const std::shared_ptr<const Snapshot>& trace) {
  return path_of(trace, {0, 24'000});
}

/// 10 pixels a µs, 24 µs.
Viewport view_of(double ns_per_px = 100) {
  Viewport viewport;
  viewport.set_extent({0, 10'000'000});
  viewport.set_width_px(240);
  viewport.set_view({0, 0, ns_per_px * 240});
  return viewport;
}

SlicePlace place_of(const Snapshot& trace, std::string_view name, std::size_t nth = 0) {
  const auto place = slice_place(trace, event_named(trace, name, nth));
  REQUIRE(place);
  return *place;
}

/// "on 0-40" in pixels, by x.
std::string marks_text(const PathLane& lane, const SlicePlace& place) {
  std::vector<StripRun> runs;
  std::vector<PathMark> marks;
  lane.marks(place.track, place.row, 1, view_of(), runs, marks);
  std::ranges::sort(marks, {}, &PathMark::x0_px);
  std::string text;
  for (const PathMark& mark : marks) {
    text += (text.empty() ? "" : ", ") + std::string(mark.waits ? "waits " : "on ") +
            std::to_string(static_cast<int>(mark.x0_px + 0.5F)) + "-" +
            std::to_string(static_cast<int>(mark.x1_px + 0.5F));
  }
  return text;
}

std::string line_of(const DetailSection& section, std::string_view key) {
  const auto line = std::ranges::find(section.lines, key, &DetailLine::key);
  return line == section.lines.end() ? "" : line->value;
}

}  // namespace

TEST_CASE("the path's classes add up to the window, the largest first") {
  const PathLane lane = path_of(two_kernels());
  // Of 24 µs: operators 4 + 4 + 3, the launch 5, the kernel 4, the call 2, nothing 2.
  REQUIRE(lane.shares().size() == 5);
  CHECK(lane.shares()[0].what == PathClass::CpuOp);
  CHECK(lane.shares()[0].total_ns == 11'000);
  CHECK(lane.shares()[0].share == doctest::Approx(11.0 / 24));
  CHECK(lane.shares()[1].what == PathClass::LaunchLatency);
  CHECK(lane.shares()[2].what == PathClass::GpuCompute);
  Ns sum_ns = 0;
  for (const PathShare& share : lane.shares()) sum_ns += share.total_ns;
  CHECK(sum_ns == 24'000);
}

TEST_CASE("the lane shows each segment, or blocks of those that share a pixel") {
  const PathLane lane = path_of(two_kernels());
  std::vector<StripRun> runs;
  std::vector<PathRect> rects;
  lane.rects(view_of(), runs, rects);
  REQUIRE(rects.size() == 7);
  CHECK(rects[5].what == PathClass::LaunchLatency);
  CHECK(rects[5].x0_px == doctest::Approx(150));
  CHECK(rects[5].x1_px == doctest::Approx(200));
  const auto hit = lane.hit(view_of(), 175);
  REQUIRE(hit);
  CHECK(hit->segment == 5);
  CHECK(hit->count == 1);
  // 24 µs in less than a pixel.
  lane.rects(view_of(100'000), runs, rects);
  REQUIRE(rects.size() == 1);
  CHECK(rects[0].count == 7);
}

TEST_CASE("on the other lanes the path lies on slices, and beside them where it waits") {
  const auto trace = two_kernels();
  const PathLane lane = path_of(trace);
  CHECK(marks_text(lane, place_of(*trace, "aten::mm")) ==
        "on 0-40, on 60-100, waits 100-120, on 120-150");
  // The call is over at 17 µs, its kernel starts at 20.
  CHECK(marks_text(lane, place_of(*trace, "cudaLaunchKernel")) ==
        "on 40-60, on 150-170, waits 170-200");
  CHECK(marks_text(lane, place_of(*trace, "gemm")) == "on 200-240");
}

TEST_CASE("it goes on in another row where one segment hands over to the next") {
  const auto trace = two_kernels();
  const PathLane lane = path_of(trace);
  const auto turns = lane.turns({0, 24'000});
  REQUIRE(turns.size() == 4);
  CHECK(turns[0].time_ns == 4'000);
  CHECK(turns[1].time_ns == 6'000);
  CHECK(turns[2].time_ns == 15'000);
  CHECK(turns[3].time_ns == 20'000);
  CHECK(turns[3].from_track == place_of(*trace, "cudaLaunchKernel", 1).track);
  CHECK(turns[3].to_track == place_of(*trace, "add_kernel").track);
  CHECK(lane.turns({5'000, 14'000}).size() == 1);
}

TEST_CASE("an event is on the path when a segment is its, or is not") {
  const auto trace = two_kernels();
  const PathLane lane = path_of(trace);
  CHECK(lane.any_of(event_named(*trace, "add_kernel")));
  CHECK_FALSE(lane.any_of(event_named(*trace, "gemm")));
  // A block of all events holds some.
  CHECK(lane.any_of(EventId{0}, static_cast<std::uint32_t>(trace->counts.total)));
}

TEST_CASE("Details say what share of the window an event has, and all of its name") {
  const auto trace = two_kernels();
  const PathLane lane = path_of(trace);
  const DetailSection kernel = path_section(*trace, lane, event_named(*trace, "add_kernel"));
  CHECK(kernel.title == "CRITICAL PATH");
  CHECK(line_of(kernel, "Of the range") == "4.000 µs · 17 %");
  CHECK(line_of(kernel, "Spent on") == "GPU compute");
  CHECK(line_of(kernel, "All with this name").empty());
  // The first call 2 µs as a call, the second 5 as the launch of a kernel.
  const DetailSection call = path_section(*trace, lane, event_named(*trace, "cudaLaunchKernel"));
  CHECK(line_of(call, "Spent on") == "runtime calls");
  CHECK(line_of(call, "All with this name") == "7.000 µs · 29 %");
  const DetailSection beside = path_section(*trace, lane, event_named(*trace, "gemm"));
  REQUIRE(beside.lines.size() == 1);
  CHECK(beside.lines[0].value.starts_with("Not on the path"));
  CHECK(path_section(*trace, lane, EventId::None).lines.empty());
}

TEST_CASE("a path over two devices, without GPU events, and without any events") {
  const auto two = TraceText()
                       .kernel("a", "0", "10", "1")
                       .slice("kernel", "b", "1", "7", "12", "8",
                              R"("device": 1, "stream": 7, "correlation": 2)")
                       .load();
  const PathLane both = path_of(two, {0, 20'000});
  CHECK(both.any_of(event_named(*two, "a")));
  CHECK(both.any_of(event_named(*two, "b")));
  const auto host = TraceText().cpu("cpu_op", "aten::mm", "0", "10").load();
  const PathLane alone = path_of(host, {0, 10'000});
  REQUIRE(alone.shares().size() == 1);
  CHECK(alone.shares()[0].what == PathClass::CpuOp);
  const PathLane none = path_of(host, {5'000, 5'000});
  CHECK(none.empty());
  std::vector<StripRun> runs;
  std::vector<PathRect> rects;
  none.rects(view_of(), runs, rects);
  CHECK(rects.empty());
  CHECK(path_section(*host, none, event_named(*host, "aten::mm")).lines.empty());
}

TEST_CASE("the lane of the path stands on top of the devices, without any under the steps") {
  LaneTree tree = build_lane_tree(*two_kernels());
  add_path_lane(tree);
  const auto path = tree.find(kPathLaneKey);
  REQUIRE(path);
  REQUIRE(path->group + 1 < tree.groups.size());
  CHECK(tree.groups[path->group + 1].kind == GroupKind::Device);
  LaneTree host = build_lane_tree(*TraceText()
                                       .cpu("user_annotation", "ProfilerStep#1", "0", "10")
                                       .cpu("cpu_op", "aten::mm", "0", "5")
                                       .load());
  add_path_lane(host);
  CHECK(host.find(kPathLaneKey)->group == 1);
}

}  // namespace lanescope
