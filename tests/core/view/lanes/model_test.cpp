#include "core/view/lanes/model.h"

#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

Viewport viewport_of(const Snapshot& snapshot, double width_px = 1000) {
  Viewport viewport;
  viewport.set_width_px(width_px);
  viewport.set_extent(snapshot.extent);
  viewport.fit();
  return viewport;
}

TrackId track_of(const Snapshot& snapshot, std::string_view thread) {
  for (const Track& track : snapshot.tracks) {
    if (snapshot.text(track.thread) == thread) return track.id;
  }
  FAIL("no such thread");
  return TrackId::None;
}

/// 20,000 nested pairs of operators and one long one.
TraceText crowded() {
  TraceText trace;
  trace.cpu("cpu_op", "aten::long", "0", "1000");
  for (int i = 0; i < 20'000; ++i) {
    trace.cpu("cpu_op", fmt::format("aten::op{}", i % 7), fmt::format("{}", 2000 + i), "0.8");
    trace.cpu("cpu_op", "inner", fmt::format("{}.100", 2000 + i), "0.2");
  }
  return trace;
}

}  // namespace

TEST_CASE("rectangles lie where their slices are, row by row") {
  TraceText trace;
  trace.cpu("cpu_op", "outer", "0", "100").cpu("cpu_op", "inner", "25", "50");
  trace.kernel("sgemm", "0", "1", "1");
  const auto snapshot = trace.load();
  const Viewport viewport = viewport_of(*snapshot);
  RoleTable roles(snapshot->strings);
  LaneModel model;
  const auto rects = model.slices(*snapshot, track_of(*snapshot, "100"), 10, viewport, roles);
  REQUIRE(rects.size() == 2);
  CHECK(rects[0].x0_px == doctest::Approx(0));
  CHECK(rects[0].x1_px == doctest::Approx(1000));
  CHECK(rects[0].row == 0);
  CHECK(rects[1].x0_px == doctest::Approx(250));
  CHECK(rects[1].x1_px == doctest::Approx(750));
  CHECK(rects[1].row == 1);
  CHECK(rects[1].count == 1);
  CHECK(rects[1].event == event_named(*snapshot, "inner"));
  CHECK(rects[1].role == ColorRole::CpuOp);
  CHECK(rects[1].shade == shade_of("inner"));
}

TEST_CASE("rows beyond those asked for are not drawn") {
  TraceText trace;
  trace.cpu("cpu_op", "outer", "0", "100").cpu("cpu_op", "inner", "25", "50");
  const auto snapshot = trace.load();
  RoleTable roles(snapshot->strings);
  LaneModel model;
  const auto rects =
      model.slices(*snapshot, track_of(*snapshot, "100"), 1, viewport_of(*snapshot), roles);
  CHECK(rects.size() == 1);
}

TEST_CASE("a crowded lane is drawn with a few rectangles a pixel that hold every slice") {
  const auto snapshot = crowded().load();
  RoleTable roles(snapshot->strings);
  LaneModel model;
  const Viewport viewport = viewport_of(*snapshot, 500);
  const auto rects = model.slices(*snapshot, track_of(*snapshot, "100"), 2, viewport, roles);
  std::map<int, std::uint64_t> in_row;
  std::map<std::pair<int, int>, int> in_pixel;
  for (const LaneRect& rect : rects) {
    in_row[rect.row] += rect.count;
    ++in_pixel[{rect.row, static_cast<int>(rect.x0_px)}];
    CHECK(rect.x1_px - rect.x0_px >= 0.999);
    CHECK(rect.x1_px <= 510);
    CHECK(rect.busy > 0);
    CHECK(rect.busy <= 1);
    CHECK(rect.event != EventId::None);
  }
  CHECK(in_row[0] == 20'001);
  CHECK(in_row[1] == 20'000);
  for (const auto& [pixel, count] : in_pixel) CHECK(count <= 3);
}

TEST_CASE("rectangles of slices that reach far out of view are cut off just outside of it") {
  TraceText trace;
  trace.cpu("cpu_op", "long", "0", "1000000");
  const auto snapshot = trace.load();
  Viewport viewport = viewport_of(*snapshot);
  viewport.show({500'000'000, 500'000'100});
  RoleTable roles(snapshot->strings);
  LaneModel model;
  const auto rects = model.slices(*snapshot, track_of(*snapshot, "100"), 1, viewport, roles);
  REQUIRE(rects.size() == 1);
  CHECK(rects[0].x0_px == doctest::Approx(-8));
  CHECK(rects[0].x1_px == doctest::Approx(1008));
}

TEST_CASE("the slice under the mouse is found, also by a near miss") {
  TraceText trace;
  trace.cpu("cpu_op", "a", "0", "100").cpu("cpu_op", "b", "500", "1");
  trace.cpu("cpu_op", "end", "999", "1");
  const auto snapshot = trace.load();
  const Viewport viewport = viewport_of(*snapshot);
  const TrackId track = track_of(*snapshot, "100");
  LaneModel model;
  CHECK(model.hit(*snapshot, track, 0, viewport, 50)->event == event_named(*snapshot, "a"));
  CHECK(model.hit(*snapshot, track, 0, viewport, 503)->event == event_named(*snapshot, "b"));
  CHECK_FALSE(model.hit(*snapshot, track, 0, viewport, 300));
  CHECK_FALSE(model.hit(*snapshot, track, 1, viewport, 50));
  CHECK_FALSE(model.hit(*snapshot, TrackId{77}, 0, viewport, 50));
}

TEST_CASE("a block under the mouse tells how many it is and which one is the longest") {
  TraceText trace;
  trace.cpu("cpu_op", "early", "0", "1");
  for (int i = 0; i < 5; ++i) {
    trace.cpu("cpu_op", i == 3 ? "longest" : "short", fmt::format("550.{}00", i),
              i == 3 ? "0.09" : "0.05");
  }
  trace.cpu("cpu_op", "late", "100000", "1");
  const auto snapshot = trace.load();
  const Viewport viewport = viewport_of(*snapshot);
  LaneModel model;
  const auto hit =
      model.hit(*snapshot, track_of(*snapshot, "100"), 0, viewport, viewport.x_of(550'000));
  REQUIRE(hit);
  CHECK(hit->count == 5);
  CHECK(hit->event == event_named(*snapshot, "longest"));
  CHECK(hit->busy_ns == 4 * 50 + 90);
}

TEST_CASE("instants melt into marks that say how many they are") {
  TraceText trace;
  trace.cpu("cpu_op", "op", "0", "1000");
  for (int i = 0; i < 50; ++i) trace.instant("mark", fmt::format("500.{:03}", i));
  trace.instant("alone", "900");
  const auto snapshot = trace.load();
  const Viewport viewport = viewport_of(*snapshot);
  const TrackId track = track_of(*snapshot, "100");
  LaneModel model;
  const auto marks = model.instants(*snapshot, track, viewport);
  REQUIRE(marks.size() == 2);
  CHECK(marks[0].count == 50);
  CHECK(marks[0].x_px == doctest::Approx(500));
  CHECK(marks[1].event == event_named(*snapshot, "alone"));
  const auto hit = model.hit_instant(*snapshot, track, viewport, 902);
  REQUIRE(hit);
  CHECK(hit->event == event_named(*snapshot, "alone"));
  CHECK_FALSE(model.hit_instant(*snapshot, track, viewport, 700));
  CHECK(model.hit_instant(*snapshot, track, viewport, 500)->count == 50);
}

TEST_CASE("steps are rectangles of their own that alternate in shade") {
  TraceText trace;
  for (int i = 0; i < 4; ++i) {
    trace.cpu("user_annotation", fmt::format("ProfilerStep#{}", i), fmt::format("{}", i * 250),
              "250");
  }
  const auto snapshot = trace.load();
  const Viewport viewport = viewport_of(*snapshot);
  LaneModel model;
  const auto rects = model.steps(*snapshot, viewport);
  REQUIRE(rects.size() == 4);
  CHECK(rects[2].x0_px == doctest::Approx(500));
  CHECK(rects[0].shade != rects[1].shade);
  CHECK(rects[0].shade == rects[2].shade);
  CHECK(model.hit_step(*snapshot, viewport, 600)->event ==
        event_named(*snapshot, "ProfilerStep#2"));
}

TEST_CASE("a slice knows its row, an unknown id has none") {
  TraceText trace;
  trace.cpu("cpu_op", "outer", "0", "100").cpu("cpu_op", "inner", "25", "50");
  const auto snapshot = trace.load();
  const auto place = slice_place(*snapshot, event_named(*snapshot, "inner"));
  REQUIRE(place);
  CHECK(place->row == 1);
  CHECK(place->range.length_ns() == 50'000);
  CHECK_FALSE(slice_place(*snapshot, EventId::None));
}

}  // namespace lanescope
