#include "core/view/metric_curves.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/analysis/launch_queue.h"
#include "core/view/idle_lane.h"
#include "core/view/insights.h"
#include "core/view/time_text.h"

namespace lanescope {
namespace {

constexpr double kPointPx = 4;

/// The range of time that a point of the utilisation stands for, as far as the device has time.
TimeRange range_around(const IdleLane& idle, const Viewport& viewport, double x_px) {
  const double x0 = std::floor(x_px / kPointPx) * kPointPx;
  const TimeRange window = idle.device().window;
  const Ns begin_ns = viewport.time_at(x0);
  const Ns end_ns = std::max(viewport.time_at(x0 + kPointPx), saturating_add(begin_ns, 1));
  return {std::max(begin_ns, window.begin_ns), std::min(end_ns, window.end_ns)};
}

double busy_share(const IdleLane& idle, TimeRange range) {
  const auto idle_ns = static_cast<double>(idle.idle_in(range));
  return std::clamp(1 - idle_ns / static_cast<double>(range.length_ns()), 0.0, 1.0);
}

/// The lanes' queues added up.
CounterTrack queue_curve(const LaunchQueue& queue, std::int64_t device) {
  std::vector<StepChange> moves;
  for (const QueueLane& lane : queue.lanes) {
    if (lane.device != device) continue;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < lane.time_ns.size(); ++i) {
      moves.push_back({lane.time_ns[i], static_cast<double>(lane.length[i] - before)});
      before = lane.length[i];
    }
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const StepChange& a, const StepChange& b) { return a.time_ns < b.time_ns; });
  std::vector<StepChange> changes;
  double now = 0;
  for (const StepChange& move : moves) {
    now += move.value;
    if (!changes.empty() && changes.back().time_ns == move.time_ns) {
      changes.back().value = now;
    } else {
      changes.push_back({move.time_ns, now});
    }
  }
  return step_curve(changes);
}

}  // namespace

MetricWords words_of(DeviceMetric metric) {
  switch (metric) {
    case DeviceMetric::Utilisation:
      return {"utilisation", "share of the time busy", "nothing runs on this device"};
    case DeviceMetric::Queue:
      break;
  }
  return {"launch queue", "launches that wait", "launch calls are not in the trace"};
}

std::string metric_text(DeviceMetric metric, double value) {
  if (metric != DeviceMetric::Queue) return format_share(value);
  const auto count = static_cast<std::int64_t>(std::llround(value));
  return format_count(count) + (count == 1 ? " launch" : " launches");
}

const DeviceCurves* MetricCurves::of(std::int64_t device) const {
  const auto found = std::ranges::find(devices, device, &DeviceCurves::device);
  return found == devices.end() ? nullptr : &*found;
}

CounterTrack step_curve(const std::vector<StepChange>& changes) {
  constexpr std::size_t kRun = CounterTrack::kRun;
  CounterTrack track;
  track.events = changes.size();
  track.time_ns = Column<Ns>(changes.size());
  track.value = Column<double>(changes.size());
  track.run_min = Column<float>((changes.size() + kRun - 1) / kRun);
  track.run_max = Column<float>((changes.size() + kRun - 1) / kRun);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const double value = changes[i].value;
    const auto rounded = static_cast<float>(value);
    float& low = track.run_min[i / kRun];
    float& high = track.run_max[i / kRun];
    low = i % kRun == 0 ? rounded : std::min(low, rounded);
    high = i % kRun == 0 ? rounded : std::max(high, rounded);
    track.time_ns[i] = changes[i].time_ns;
    track.value[i] = value;
    track.min = i == 0 ? value : std::min(track.min, value);
    track.max = i == 0 ? value : std::max(track.max, value);
  }
  return track;
}

MetricCurves metric_curves_insight(const InsightInput& in) {
  const auto queue = in.of<LaunchQueue>();
  std::map<std::int64_t, DeviceCurves> devices;
  for (const QueueLane& lane : queue->lanes) devices[lane.device].device = lane.device;
  MetricCurves curves;
  for (auto& [number, device] : devices) {
    device.device = number;
    device.queue = queue_curve(*queue, number);
    curves.devices.push_back(std::move(device));
  }
  return curves;
}

void utilisation_curve(const IdleLane& idle, const Viewport& viewport, Curve& out) {
  out.points.clear();
  out.scale_min = 0;
  out.scale_max = 1;
  for (double x = 0; x < viewport.width_px(); x += kPointPx) {
    const TimeRange range = range_around(idle, viewport, x);
    if (range.empty() && out.points.empty()) continue;
    const double share = range.empty() ? 0 : busy_share(idle, range);
    out.points.push_back({static_cast<float>(x), share, share, share});
    if (range.empty()) return;  // the device's time is over
  }
}

std::optional<double> utilisation_at(const IdleLane& idle, const Viewport& viewport, double x_px) {
  const TimeRange range = range_around(idle, viewport, x_px);
  if (range.empty()) return std::nullopt;
  return busy_share(idle, range);
}

}  // namespace lanescope
