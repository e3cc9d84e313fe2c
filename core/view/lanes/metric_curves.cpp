#include "core/view/lanes/metric_curves.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/copies/copies.h"
#include "core/analysis/copies/series.h"
#include "core/analysis/gpu_time/util.h"
#include "core/analysis/launch/queue.h"
#include "core/view/details/facts.h"
#include "core/view/idle/idle_lane.h"
#include "core/view/results/insights.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// The busy share of the recorded part of a range; nullopt if none was recorded.
std::optional<double> busy_share(const IdleLane& idle, TimeRange range) {
  const Ns paused_ns = idle.paused_in(range);
  const auto recorded_ns = static_cast<double>(range.length_ns() - paused_ns);
  if (!(recorded_ns > 0)) return std::nullopt;
  const auto idle_ns = static_cast<double>(idle.idle_in(range) - paused_ns);
  return std::clamp(1 - idle_ns / recorded_ns, 0.0, 1.0);
}

/// The sum of the queues of all streams.
CounterTrack queue_curve(const LaunchQueue& queue, std::int64_t device) {
  std::vector<StepChange> moves;
  for (const StreamQueue& lane : queue.lanes) {
    if (lane.device != device) continue;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < lane.time_ns.size(); ++i) {
      moves.push_back({lane.time_ns[i], static_cast<double>(lane.length[i] - before)});
      before = lane.length[i];
    }
  }
  std::ranges::stable_sort(moves, {}, &StepChange::time_ns);
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

/// When kernels start and end, and the value while each is running.
class RunningKernels {
 public:
  void add(TimeRange range, double value) {
    if (range.empty()) return;
    moves_.push_back({range.begin_ns, value, 1});
    moves_.push_back({range.end_ns, -value, -1});
  }
  /// The sum of the values, at most 1; or their mean.
  std::vector<StepChange> changes(bool mean) {
    std::ranges::stable_sort(moves_, {}, &Move::time_ns);
    std::vector<StepChange> changes;
    double sum = 0;
    std::int64_t count = 0;
    for (std::size_t i = 0; i < moves_.size();) {
      const Ns time_ns = moves_[i].time_ns;
      for (; i < moves_.size() && moves_[i].time_ns == time_ns; ++i) {
        sum += moves_[i].value;
        count += moves_[i].count;
      }
      if (count == 0) sum = 0;  // rounding errors
      const double value = mean && count > 1 ? sum / static_cast<double>(count) : sum;
      changes.push_back({time_ns, std::clamp(value, 0.0, 1.0)});
    }
    return changes;
  }

 private:
  struct Move {
    Ns time_ns = 0;
    double value = 0;
    std::int64_t count = 0;
  };
  std::vector<Move> moves_;
};

DeviceMetric metric_of(const CopyRoute& route) {
  if (route.kind == "HtoD") return DeviceMetric::CopyToDevice;
  return route.kind == "DtoH" ? DeviceMetric::CopyToHost : DeviceMetric::CopyOnDevice;
}

std::size_t copy_index(DeviceMetric metric) {
  return static_cast<std::size_t>(metric) - static_cast<std::size_t>(DeviceMetric::CopyToDevice);
}

}  // namespace

MetricWords words_of(DeviceMetric metric) {
  static constexpr std::array kWords{
      MetricWords{"utilization", "share of time busy", "nothing runs on this GPU"},
      MetricWords{"launch queue", "waiting launches", "launch calls are not in the trace"},
      MetricWords{"SM efficiency", "SMs with work, estimated",
                  "no blocks per SM in this trace (torch.profiler records them on NVIDIA GPUs), or "
                  "too many kernels"},
      MetricWords{"occupancy", "share of warps, estimated",
                  "no est. occupancy in this trace (torch.profiler records it on NVIDIA GPUs), or "
                  "too many kernels"},
      MetricWords{"copies to device", "from the host", "no copies of known size from the host"},
      MetricWords{"copies to host", "from this device", "no copies of known size to the host"},
      MetricWords{"copies on device", "between devices, with memsets",
                  "no copies or memsets of known size on the device"}};
  return kWords[static_cast<std::size_t>(metric)];
}

ColorRole metric_role(DeviceMetric metric) {
  return metric >= DeviceMetric::CopyToDevice ? ColorRole::Copy : ColorRole::Compute;
}

std::string metric_text(DeviceMetric metric, double value) {
  if (metric >= DeviceMetric::CopyToDevice) return format_rate(value);
  if (metric != DeviceMetric::Queue) return format_share(value);
  const auto count = static_cast<std::int64_t>(std::llround(value));
  return counted(static_cast<std::uint64_t>(count), "launch", "launches");
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

QueueCurves queue_curves_insight(const AnalysisResults& in) {
  const auto queue = in.of<LaunchQueue>();
  QueueCurves curves;
  for (const StreamQueue& lane : queue->lanes) {
    if (curves_of(curves, lane.device) != nullptr) continue;
    curves.push_back({lane.device, queue_curve(*queue, lane.device)});
  }
  return curves;
}

FillCurves fill_curves_insight(const AnalysisResults& in) {
  const auto util = in.of<UtilTable>();
  FillCurves curves;
  for (const UtilDevice& device : util->devices) {
    RunningKernels efficiency, occupancy;
    for (const KernelFill& fill : device.fills) {
      if (fill.multiprocessors) efficiency.add(fill.range, *fill.multiprocessors);
      if (fill.occupancy) occupancy.add(fill.range, *fill.occupancy);
    }
    curves.push_back(
        {device.device, MeanCurve(efficiency.changes(false)), MeanCurve(occupancy.changes(true))});
  }
  return curves;
}

const CounterTrack& CopyCurve::of(DeviceMetric metric) const {
  return rates.at(copy_index(metric));
}

CopyCurves copy_curves_insight(const AnalysisResults& in) {
  const auto copies = in.of<CopyTable>();
  CopyCurves curves;
  for (const CopyDevice& device : copies->devices) {
    std::array<std::vector<RatedCopy>, kCopyMetrics> rated;
    for (const CopyRow& row : device.rows) {
      auto& its = rated.at(copy_index(metric_of(row.route)));
      its.insert(its.end(), row.rated.begin(), row.rated.end());
    }
    CopyCurve& curve = curves.emplace_back();
    curve.device = device.device;
    for (std::size_t i = 0; i < kCopyMetrics; ++i) {
      std::vector<StepChange> changes;
      for (const CopyRate& rate : copy_rates(rated[i]))
        changes.push_back({rate.time_ns, rate.gb_per_s});
      curve.rates[i] = step_curve(changes);
    }
  }
  return curves;
}

void utilisation_curve(const IdleLane& idle, const Viewport& viewport, Curve& out) {
  out.points.clear();
  out.scale_min = 0;
  out.scale_max = 1;
  for (double x = 0; x < viewport.width_px(); x += kPointPx) {
    const TimeRange range = point_range(viewport, x, idle.device().window);
    if (range.empty() && out.points.empty()) continue;
    const auto at_px = static_cast<float>(x);
    if (range.empty()) {  // after the end of the device's time
      out.points.push_back({at_px, 0, 0, 0});
      return;
    }
    if (const auto share = busy_share(idle, range)) {
      out.points.push_back({at_px, *share, *share, *share});
    } else if (out.points.empty() || !out.points.back().gap) {
      out.points.push_back({.x_px = at_px, .gap = true});
    }
  }
}

std::optional<double> utilisation_at(const IdleLane& idle, const Viewport& viewport, double x_px) {
  const TimeRange range = point_range(viewport, x_px, idle.device().window);
  if (range.empty()) return std::nullopt;
  return busy_share(idle, range);
}

}  // namespace lanescope
