#include "core/view/timeline/curve_model.h"

#include <functional>
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

Viewport viewport_of(TimeRange extent, double width_px) {
  Viewport viewport;
  viewport.set_width_px(width_px);
  viewport.set_extent(extent);
  viewport.fit();
  return viewport;
}

/// A sample each microsecond, a saw of period 10 with one spike.
std::shared_ptr<const Snapshot> saw() {
  TraceText trace;
  for (int i = 0; i < 3000; ++i) {
    trace.event(fmt::format(R"({{"ph":"C","name":"saw","pid":1,"ts":{},"args":{{"v":{}}}}})", i,
                            i == 1234 ? 99 : i % 10));
  }
  return trace.load();
}

std::string memory_args(int bytes, int allocated, int reserved) {
  return fmt::format(
      R"("Device Type":1,"Device Id":0,"Addr":1,"Bytes":{},"Total Allocated":{},"Total Reserved":{})",
      bytes, allocated, reserved);
}

}  // namespace

TEST_CASE("far out, every pixel has the smallest and the largest of its samples") {
  const auto snapshot = saw();
  Curve curve;
  counter_curve(*snapshot->counters[0], viewport_of({0, 3'000'000}, 100), curve);
  REQUIRE(curve.points.size() == 100);
  for (const CurvePoint& point : curve.points) {
    CHECK(point.min == 0);
    CHECK(point.max == (point.x_px == 41 ? 99 : 9));
    CHECK(point.last == 9);
  }
  CHECK(curve.scale_min == 0);
  CHECK(curve.scale_max == 99);
}

TEST_CASE("close up, the value before the view holds at its left edge") {
  const auto snapshot = saw();
  Viewport viewport = viewport_of({0, 3'000'000}, 1000);
  viewport.show({7'500, 9'500});
  Curve curve;
  counter_curve(*snapshot->counters[0], viewport, curve);
  REQUIRE(curve.points.size() == 3);
  CHECK(curve.points[0].x_px == 0);
  CHECK(curve.points[0].last == 7);
  CHECK(curve.points[1].x_px == doctest::Approx(250));
  CHECK(curve.points[1].last == 8);
}

TEST_CASE("nothing holds before the first sample") {
  TraceText trace;
  trace.cpu("cpu_op", "op", "0", "100");
  trace.event(R"({"ph":"C","name":"c","pid":1,"ts":50,"args":{"v":-3}})");
  const auto snapshot = trace.load();
  const CounterTrack& counter = *snapshot->counters[0];
  Curve curve;
  counter_curve(counter, viewport_of({0, 100'000}, 100), curve);
  REQUIRE(curve.points.size() == 1);
  CHECK(curve.points[0].x_px == 50);
  CHECK(curve.scale_min == -3);
  CHECK(curve.scale_max == 0);
  CHECK_FALSE(counter_value_at(counter, 49'999));
  CHECK(counter_value_at(counter, 50'000) == -3);
}

TEST_CASE("a counter's values are written in its unit") {
  TraceText trace;
  trace.event(
      R"json({"ph":"C","name":"Read (bytes/s)","pid":1,"ts":1,"args":{"v":10219400.5}})json");
  trace.event(
      R"json({"ph":"C","name":"Resident memory (bytes)","pid":1,"ts":1,"args":{"v":2048}})json");
  trace.event(R"json({"ph":"C","name":"Written (bytes/s)","pid":1,"ts":1,"args":{"v":0}})json");
  trace.event(R"json({"ph":"C","name":"Faults (per s)","pid":1,"ts":1,"args":{"v":10746.9}})json");
  trace.event(R"json({"ph":"C","name":"Power (W)","pid":1,"ts":1,"args":{"v":18.6579}})json");
  trace.event(
      R"json({"ph":"C","name":"FETCH_SIZE (kilobytes)","pid":1,"ts":1,"args":{"v":2048.5}})json");
  const auto snapshot = trace.load();
  std::map<std::string, std::string, std::less<>> top;
  for (const auto& counter : snapshot->counters)
    top[std::string(snapshot->text(counter->name))] = counter_top_text(*snapshot, *counter);
  CHECK(top["Read (bytes/s)"] == "9.746 MiB/s");
  CHECK(top["Resident memory (bytes)"] == "2.000 KiB");
  CHECK(top["Written (bytes/s)"] == "0 B/s");
  CHECK(top["Faults (per s)"] == "10,747");
  CHECK(top["Power (W)"] == "18.66");
  CHECK(top["FETCH_SIZE (kilobytes)"] == "2.000 MiB");
}

TEST_CASE("allocated and reserved memory share a scale") {
  TraceText trace;
  trace.instant("[memory]", "10", memory_args(512, 512, 2048));
  trace.instant("[memory]", "20", memory_args(-512, 0, 2048));
  const auto snapshot = trace.load();
  REQUIRE(snapshot->memory.size() == 1);
  const MemoryTrack& memory = *snapshot->memory[0];
  Curve allocated;
  Curve reserved;
  const Viewport viewport = viewport_of({0, 30'000}, 30);
  memory_curve(memory, MemorySeries::Allocated, viewport, allocated);
  memory_curve(memory, MemorySeries::Reserved, viewport, reserved);
  CHECK(allocated.scale_max == 2048);
  CHECK(reserved.scale_max == 2048);
  REQUIRE(allocated.points.size() == 2);
  CHECK(allocated.points[0].last == 512);
  CHECK(allocated.points[1].last == 0);
  CHECK(reserved.points[1].last == 2048);
  const auto value = memory_value_at(memory, 15'000);
  REQUIRE(value);
  CHECK(value->allocated_bytes == 512);
  CHECK(value->event == event_named(*snapshot, "[memory]", 0));
  CHECK_FALSE(memory_value_at(memory, 9'999));
}

TEST_CASE("old files without totals have no reserved curve") {
  TraceText trace;
  trace.instant("[memory]", "10", R"("Device Type":0,"Device Id":-1,"Bytes":64)");
  const auto snapshot = trace.load();
  Curve curve;
  memory_curve(*snapshot->memory[0], MemorySeries::Reserved, viewport_of({0, 30'000}, 30), curve);
  CHECK(curve.points.empty());
  CHECK(curve.scale_max > curve.scale_min);
}

}  // namespace lanescope
