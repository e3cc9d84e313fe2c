#include "core/view/lanes/metric_curves.h"

#include <memory>

#include <doctest/doctest.h>

#include "core/view/idle/idle_lane.h"
#include "core/view/results/insights.h"
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
  all->devices.push_back(std::move(device));
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

TEST_CASE("the utilisation has no value in a pause of the recording") {
  auto all = std::make_shared<IdleTime>();
  IdleDevice device;
  device.window = {0, 1000};
  IdleGap gap;
  gap.range = {100, 600};
  gap.pieces = 2;
  device.gaps.push_back(gap);
  device.pieces.add({{100, 200}, IdleClass::Untraced});
  device.pieces.add({{200, 600}, IdleClass::Paused});
  all->devices.push_back(std::move(device));
  const IdleLane idle(all, 0);
  const Viewport near = view_of(0, 10);          // points of 4 px are 40 ns wide
  CHECK(utilisation_at(idle, near, 16) == 0.0);  // 160 to 200
  CHECK_FALSE(utilisation_at(idle, near, 20));
  CHECK_FALSE(utilisation_at(idle, near, 56));
  CHECK(utilisation_at(idle, near, 60) == 1.0);
  // Of 0 to 400 half was recorded, and half of that is idle.
  CHECK(utilisation_at(idle, view_of(0, 100), 0) == doctest::Approx(0.5));
  Curve curve;
  utilisation_curve(idle, near, curve);
  std::vector<float> gaps;
  for (const CurvePoint& point : curve.points) {
    if (point.gap) gaps.push_back(point.x_px);
    CHECK((point.gap || point.x_px < 20 || point.last == 1));
  }
  CHECK(gaps == std::vector<float>{20});
  REQUIRE(curve.points.size() > 6);
  CHECK(curve.points[6].x_px == 60);  // where the gap ends
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
                         .cpu("cuda_runtime", "cudaLaunchKernel", "6", "1", R"("correlation": 4)")
                         .slice("kernel", "of another GPU", "1", "7", "30", "5",
                                R"("device": 1, "stream": 7, "correlation": 4)")
                         .load();
  const ReadEvent read;
  const QueueCurves curves = queue_curves_insight({*trace, whole_window(), read});
  const QueueCurve* device = curves_of(curves, 0);
  REQUIRE(device);
  CHECK(counter_value_at(device->length, 1'000) == 1.0);
  CHECK(counter_value_at(device->length, 2'500) == 2.0);
  CHECK(counter_value_at(device->length, 3'500) == 1.0);
  CHECK(counter_value_at(device->length, 5'000) == 2.0);
  CHECK(counter_value_at(device->length, 12'000) == 1.0);
  CHECK(counter_value_at(device->length, 21'000) == 0.0);
  CHECK(curves_of(curves, 3) == nullptr);
}

TEST_CASE("the mean of a curve is exact over any range") {
  // 1 from 100 to 200, 0.5 to 400, then nothing.
  const MeanCurve curve({{100, 1}, {200, 0.5}, {400, 0}});
  CHECK(curve.mean_in({100, 200}) == doctest::Approx(1));
  CHECK(curve.mean_in({100, 400}) == doctest::Approx(200.0 / 300));
  CHECK(curve.mean_in({0, 400}) == doctest::Approx(0.5));
  CHECK(curve.mean_in({150, 250}) == doctest::Approx(0.75));
  CHECK(curve.mean_in({300, 800}) == doctest::Approx(0.1));
  CHECK(curve.mean_in({500, 600}) == 0);
  // Points of 4 px are 40 ns wide: 160 to 200, 200 to 240.
  const Viewport near = view_of(0, 10);
  CHECK(curve.at(near, 17) == doctest::Approx(1));
  CHECK(curve.at(near, 20) == doctest::Approx(0.5));
  CHECK_FALSE(curve.at(near, 0));
  CHECK_FALSE(curve.at(near, 41));
  Curve drawn;
  curve.points(view_of(0, 10), drawn);
  REQUIRE_FALSE(drawn.points.empty());
  CHECK(drawn.points.front().x_px == 8);
  CHECK(drawn.points.back().last == 0);
  CHECK(MeanCurve().empty());
}

TEST_CASE("multiprocessors that kernels fill are added up, their occupancy is a mean") {
  // a on half of the multiprocessors from 0 to 10, b on all from 5 to 15.
  TraceText text;
  text.kernel("a", "0", "10", "1", "7", R"("blocks per SM": 0.5, "est. achieved occupancy %": 20)");
  text.kernel("b", "5", "10", "2", "8", R"("blocks per SM": 4, "est. achieved occupancy %": 60)");
  const LoadedText loaded = load_with_source(text);
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  const FillCurves curves = fill_curves_insight({*loaded.snapshot, whole_window(), read});
  const FillCurve* device = curves_of(curves, 0);
  REQUIRE(device);
  CHECK(device->sm_efficiency.mean_in({0, 5'000}) == doctest::Approx(0.5));
  CHECK(device->sm_efficiency.mean_in({5'000, 10'000}) == doctest::Approx(1));
  CHECK(device->sm_efficiency.mean_in({0, 15'000}) == doctest::Approx(12.5 / 15));
  CHECK(device->occupancy.mean_in({0, 5'000}) == doctest::Approx(0.2));
  CHECK(device->occupancy.mean_in({5'000, 10'000}) == doctest::Approx(0.4));
  CHECK(device->occupancy.mean_in({10'000, 15'000}) == doctest::Approx(0.6));
}

TEST_CASE("kernels that say nothing of their shape have no curve") {
  const LoadedText loaded = load_with_source(TraceText().kernel("a", "0", "10", "1"));
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  const FillCurves curves = fill_curves_insight({*loaded.snapshot, whole_window(), read});
  REQUIRE(curves.size() == 1);
  CHECK(curves[0].sm_efficiency.empty());
  CHECK(curves[0].occupancy.empty());
}

TEST_CASE("rates of copies are added up by direction") {
  const auto copy = [](TraceText& text, const char* name, const char* ts, const char* stream) {
    text.slice("gpu_memcpy", name, "0", stream, ts, "10",
               std::string(R"("device": 0, "stream": )") + stream + R"(, "bytes": 20000)");
  };
  TraceText text;  // 20,000 bytes in 10 µs: 2 GB/s
  copy(text, "Memcpy HtoD (Pinned -> Device)", "0", "7");
  copy(text, "Memcpy HtoD (Pageable -> Device)", "5", "8");
  copy(text, "Memcpy DtoH (Device -> Pinned)", "30", "7");
  const LoadedText loaded = load_with_source(text);
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  const CopyCurves curves = copy_curves_insight({*loaded.snapshot, whole_window(), read});
  const CopyCurve* device = curves_of(curves, 0);
  REQUIRE(device);
  const CounterTrack& up = device->of(DeviceMetric::CopyToDevice);
  CHECK(counter_value_at(up, 2'000) == doctest::Approx(2));
  CHECK(counter_value_at(up, 7'000) == doctest::Approx(4));
  CHECK(counter_value_at(up, 12'000) == doctest::Approx(2));
  CHECK(counter_value_at(up, 16'000) == 0.0);
  const CounterTrack& down = device->of(DeviceMetric::CopyToHost);
  CHECK(counter_value_at(down, 35'000) == doctest::Approx(2));
  CHECK_FALSE(counter_value_at(down, 5'000));
  CHECK(device->of(DeviceMetric::CopyOnDevice).time_ns.empty());
}

TEST_CASE("values are said with their unit") {
  CHECK(metric_text(DeviceMetric::Occupancy, 0.25) == "25 %");
  CHECK(metric_text(DeviceMetric::CopyToHost, 24.13) == "24.13 GB/s");
  CHECK(metric_text(DeviceMetric::Utilisation, 0.61) == "61 %");
  CHECK(metric_text(DeviceMetric::Queue, 12) == "12 launches");
  CHECK(metric_text(DeviceMetric::Queue, 1) == "1 launch");
}

}  // namespace lanescope
