#include "core/ranks/trace_idle.h"

#include <algorithm>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/results.h"
#include "core/analysis/steps/gpu_periods.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// From the first to the last GPU event or step.
TimeRange extent_of(const AnalysisResults& in, std::span<const DeviceTimeline> timelines) {
  TimeRange all{kMaxNs, kMinNs};
  for (const DeviceTimeline& timeline : timelines) all.include(timeline.window);
  for (const StepRange& step : in.of<StepRanges>()->steps) all.include(step.range);
  for (const TimeRange& period : in.of<GpuPeriods>()->of_steps) all.include(period);
  return all;
}

}  // namespace

TraceIdle::TraceIdle(const AnalysisResults& in) {
  AnalysisWindow everything = whole_window();
  everything.device = in.window.device;
  const auto timelines = in.about(everything).of<DeviceTimelines>();
  const TimeRange all = extent_of(in, timelines->devices);
  if (all.begin_ns > all.end_ns) return;
  const auto part = [&](TimeRange range) -> std::shared_ptr<const IdleTime> {
    if (range.empty()) return nullptr;
    AnalysisWindow window = range_window(range);
    window.device = in.window.device;
    window.thresholds = in.window.thresholds;
    return std::make_shared<const IdleTime>(idle_in(in, window, timelines->devices));
  };
  if (in.window.kind == WindowKind::Whole && in.of<StepRanges>()->steps.empty()) {
    parts_ = {in.of<IdleTime>()};
    return;
  }
  // Of the other windows, Hta leaves out events inside of it.
  const TimeRange inner = in.window.range;
  if (in.window.kind != WindowKind::Steps || inner.empty() || !inner.overlaps(all)) {
    parts_ = {part(all)};
    return;
  }
  parts_ = {part({all.begin_ns, std::min(inner.begin_ns, all.end_ns)}), in.of<IdleTime>(),
            part({std::max(inner.end_ns, all.begin_ns), all.end_ns})};
  LANESCOPE_CHECK(parts_[1] != nullptr, "no idle time of the steps");
}

std::size_t TraceIdle::most_pieces(std::int64_t device) const {
  std::size_t most = 0;
  for (const auto& part : parts_) {
    if (!part) continue;
    const auto own = std::ranges::find(part->devices, device, &IdleDevice::device);
    if (own != part->devices.end()) most += own->pieces.size();
  }
  return most;
}

TraceIdle trace_idle(const AnalysisResults& in) {
  return TraceIdle(in);
}

}  // namespace lanescope
