#include "core/view/metric_curves.h"

#include <memory>

#include <doctest/doctest.h>

#include "core/view/idle_lane.h"
#include "core/view/insights.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// Idle from 100 to 400 and from 700 to 900, seen from 0 to 1000.
IdleLane two_gaps() {
  auto all = std::make_shared<IdleTime>();
  IdleDevice device;
  device.window = {0, 1000};
  for (const TimeRange range : {TimeRange{100, 400}, TimeRange{700, 900}}) {
    IdleGap gap;
    gap.range = range;
    device.gaps.push_back(gap);
  }
  all->devices.push_back(device);
  return {all, 0};
}

Viewport view_of(Ns begin_ns, double ns_per_px) {
  Viewport viewport;
  viewport.set_extent({0, 100'000});
  viewport.set_width_px(100);
  viewport.set_view({begin_ns, 0, ns_per_px * 100});
  return viewport;
}

}  // namespace

TEST_CASE("utilisation is the share of the time that is busy, at any zoom") {
  const IdleLane idle = two_gaps();
  // Points of 4 px are 40 ns wide.
  const Viewport near = view_of(0, 10);
  CHECK(utilisation_at(idle, near, 0) == 1.0);
  CHECK(utilisation_at(idle, near, 8) == doctest::Approx(0.5));  // 80 to 120
  CHECK(utilisation_at(idle, near, 20) == 0.0);
  // 400 ns wide: 0 to 400, 400 to 800.
  const Viewport far = view_of(0, 100);
  CHECK(utilisation_at(idle, far, 0) == doctest::Approx(0.25));
  CHECK(utilisation_at(idle, far, 4) == doctest::Approx(0.75));
  CHECK_FALSE(utilisation_at(idle, far, 40));  // behind the last event
}

TEST_CASE("the curve of the utilisation ends with the device's time") {
  const IdleLane idle = two_gaps();
  Curve curve;
  utilisation_curve(idle, view_of(0, 100), curve);
  REQUIRE(curve.points.size() == 4);
  CHECK(curve.points[0].last == doctest::Approx(0.25));
  CHECK(curve.points[1].last == doctest::Approx(0.75));
  CHECK(curve.points[2].last == doctest::Approx(0.5));  // 800 to 1000
  CHECK(curve.points[3].last == 0);
  CHECK(curve.scale_max == 1);
}

TEST_CASE("a curve of changes knows its ends and sums up its runs") {
  std::vector<StepChange> changes;
  for (int i = 0; i < 40; ++i) changes.push_back({i * 10, i == 20 ? 7.0 : 1.0});
  const CounterTrack track = step_curve(changes);
  CHECK(track.min == 1);
  CHECK(track.max == 7);
  REQUIRE(track.run_max.size() == 3);
  CHECK(track.run_max[0] == 1);
  CHECK(track.run_max[1] == 7);
  CHECK(counter_value_at(track, 205) == 7.0);
  CHECK(counter_value_at(track, 212) == 1.0);
  CHECK_FALSE(counter_value_at(track, -1));
}

TEST_CASE("the queues of a device's streams are added up") {
  // Launched at 0, 2 and 4 µs; they start at 10 (stream 7), 3 (stream 8) and 20 µs (stream 7).
  const auto trace = TraceText()
                         .cpu("cuda_runtime", "cudaLaunchKernel", "0", "1", R"("correlation": 1)")
                         .cpu("cuda_runtime", "cudaLaunchKernel", "2", "0.5", R"("correlation": 2)")
                         .cpu("cuda_runtime", "cudaLaunchKernel", "4", "1", R"("correlation": 3)")
                         .kernel("a", "10", "5", "1")
                         .kernel("b", "3", "5", "2", "8")
                         .kernel("c", "20", "5", "3")
                         .load();
  const ReadEvent read;
  const MetricCurves curves = metric_curves_insight({*trace, whole_window(), read});
  const DeviceCurves* device = curves.of(0);
  REQUIRE(device);
  CHECK(counter_value_at(device->queue, 1'000) == 1.0);
  CHECK(counter_value_at(device->queue, 2'500) == 2.0);
  CHECK(counter_value_at(device->queue, 3'500) == 1.0);
  CHECK(counter_value_at(device->queue, 5'000) == 2.0);
  CHECK(counter_value_at(device->queue, 12'000) == 1.0);
  CHECK(counter_value_at(device->queue, 21'000) == 0.0);
  CHECK(curves.of(3) == nullptr);
}

TEST_CASE("values are said with their unit") {
  CHECK(metric_text(DeviceMetric::Utilisation, 0.61) == "61 %");
  CHECK(metric_text(DeviceMetric::Queue, 12) == "12 launches");
  CHECK(metric_text(DeviceMetric::Queue, 1) == "1 launch");
}

}  // namespace lanescope
