#include "core/analysis/steps/gpu_periods.h"

#include <algorithm>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/statistics.h"

namespace lanescope {
namespace {

/// What a step does on the GPU: the start of its first kernel, and the end of its last work.
std::vector<TimeRange> extents_of(const Snapshot& snapshot, std::span<const StepRange> steps) {
  std::vector<TimeRange> extents(steps.size(), {kMaxNs, kMinNs});
  GpuEventSteps steps_of(snapshot, steps);
  for_each_gpu_event(
      snapshot, whole_window(),
      [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        const TimeRange range = chunk.range(slice);
        const auto step = steps_of.of(range.begin_ns, chunk.link[slice]);
        if (!step) return;
        TimeRange& extent = extents[*step];
        extent.end_ns = std::max(extent.end_ns, range.end_ns);
        if (kind == CategoryKind::Kernel)
          extent.begin_ns = std::min(extent.begin_ns, range.begin_ns);
      });
  return extents;
}

/// How far the host is ahead at most: from the start of a step on the host to that on the GPU, as
/// long as the GPU works for the step before. A step that begins late for want of data is not
/// ahead.
Ns most_ahead(std::span<const StepRange> steps, std::span<const TimeRange> extents) {
  Ns most_ns = 0;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    const Ns until_ns = std::min(extents[i].end_ns, extents[i + 1].begin_ns);
    most_ns = std::max(most_ns, saturating_sub(until_ns, steps[i + 1].range.begin_ns));
  }
  return most_ns;
}

}  // namespace

std::vector<TimeRange> gpu_periods(const Snapshot& snapshot, std::span<const StepRange> steps) {
  if (steps.size() < 2) return {};
  const std::vector<TimeRange> extents = extents_of(snapshot, steps);
  std::vector<TimeRange> periods = extents;
  std::vector<double> lengths;
  for (std::size_t i = 0; i < periods.size(); ++i) {
    if (extents[i].begin_ns == kMaxNs) return {};
    if (i + 1 < periods.size()) periods[i].end_ns = extents[i + 1].begin_ns;
    if (periods[i].end_ns <= periods[i].begin_ns) return {};
    lengths.push_back(static_cast<double>(periods[i].length_ns()));
  }
  const double far_ns = median_of(std::move(lengths)) / 2;
  if (static_cast<double>(most_ahead(steps, extents)) <= far_ns) return {};
  return periods;
}

}  // namespace lanescope
